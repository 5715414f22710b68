//! The vote, from outside: every rule against a naive oracle, the laws as properties, and the table of
//! cases that went wrong elsewhere.

mod builders;
mod cases;
mod enumeration;
mod fractions;
mod margin;
mod oracle;
mod order;
mod properties;
mod rank;
mod settled;
mod table;
mod warnings;
mod weights;
