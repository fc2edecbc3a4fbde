//! One test binary: cases (data), laws (properties), the oracle that both are held to, layers.

mod batch;
mod cases;
mod conformance;
mod evidence;
mod examples;
mod fingerprint;
mod foreign;
mod laws;
mod layers;
mod limits;
mod literals;
mod names;
#[cfg(target_pointer_width = "32")]
mod narrow;
mod oracle;
mod srfi_275;
mod types;
mod unicode;
mod wording;
