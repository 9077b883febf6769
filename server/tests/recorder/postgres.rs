//! What only a database on a server can do: be taken over, cut off, or die.
