//! Reports: what people and machines read about a judging.
