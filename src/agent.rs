//! Layer 3: agents as data.
//!
//! Each known agent CLI is a definition in `src/agent/definitions/`, compiled in, in the format that
//! users write themselves (README, "How to add an agent"). The code here knows formats and mechanisms
//! (text, JSON, JSON lines, files in a scratch folder), not vendors.
