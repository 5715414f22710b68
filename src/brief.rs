//! Layer 3: the brief, what a seat is told: its stance with guard-rails, its role, the question, the
//! options, the material behind a fence that the material can't forge, and the sealed ballot form.
