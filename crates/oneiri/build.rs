//! Sets `oneiri_avx512` where the compiler has the intrinsics of AVX-512, which are stable since Rust 1.89.

use std::env::var_os;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(oneiri_avx512)");
    if minor_version().is_some_and(|minor| minor >= 89) {
        println!("cargo::rustc-cfg=oneiri_avx512");
    }
}

/// The 95 of `rustc 1.95.0 (59807616e 2026-04-14)`.
fn minor_version() -> Option<u32> {
    let output = Command::new(var_os("RUSTC")?).arg("--version").output().ok()?;
    let version = String::from_utf8(output.stdout).ok()?;
    version.strip_prefix("rustc 1.")?.split('.').next()?.parse().ok()
}
