//! Layer 3: the reader, from an answer to a ballot.
//!
//! Total: every text gives a ballot or a named non-vote. Linear in the length, and never panics.
