//! Every question people ask is answered from an index, whatever the ledger holds.
