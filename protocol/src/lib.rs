//! What is said on the wire, and who may hear it. Empty until rooms and sockets exist.
