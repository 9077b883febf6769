//! The games, pure: no I/O, clock, async or ambient randomness.
