//! Players without a human: each sees what a player at its seat sees, and nothing else.
