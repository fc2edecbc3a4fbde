//! One test binary: cases (data), laws (properties), the oracle that both are held to, layers.

mod batch;
mod cases;
mod conformance;
mod evidence;
mod fingerprint;
mod laws;
mod layers;
mod limits;
mod literals;
mod names;
mod oracle;
mod procedures;
mod types;
mod unicode;
mod wording;
