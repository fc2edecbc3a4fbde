//! Tells the program which compiler built it: figures without that are worth little.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = match Command::new(rustc).arg("--version").output() {
        Ok(output) => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        Err(_) => "rustc of unknown version".to_owned(),
    };
    println!("cargo::rustc-env=ONEIRI_BENCH_RUSTC={version}");
}
