//! The baseline: to read every byte of the input once, and say whether it is UTF-8.

use super::task::{Contender, contender};
use crate::corpus::Lines;
use crate::sink::Sink;

pub(super) const BASELINES: &[Contender] = &[
    contender!("utf8-simd", "simdutf8", simd, "baseline: validates the bytes, no more"),
    contender!("utf8-std", "", standard, "baseline: validates the bytes, no more"),
];

fn simd<S: Sink>(lines: &Lines, sink: &mut S) {
    super::task::each(lines, sink, |line, sink| match simdutf8::basic::from_utf8(line.as_bytes()) {
        Ok(text) => sink.text(text),
        Err(_) => sink.refused(),
    });
}

fn standard<S: Sink>(lines: &Lines, sink: &mut S) {
    super::task::each(lines, sink, |line, sink| match std::str::from_utf8(line.as_bytes()) {
        Ok(text) => sink.text(text),
        Err(_) => sink.refused(),
    });
}
