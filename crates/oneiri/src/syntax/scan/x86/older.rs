//! The scanner for processors with AVX-512, where the compiler has no intrinsics for it (below Rust 1.89): AVX2, which
//! such processors have, too.

pub(crate) use super::avx2::Avx2 as Avx512;
