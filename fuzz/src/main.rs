//! libFuzzer on the law that the environment names: `LAW=parse`. `fuzz/run` sets it, and what else there is.
#![no_main]

use std::sync::LazyLock;

use oneiri_fuzz::{Law, corpus, laws};

static LAW: LazyLock<Law> = LazyLock::new(|| {
    let asked = std::env::var("LAW").unwrap_or_default();
    let names: Vec<&str> = laws().map(|(name, _)| name).collect();
    let found = laws().find(|(name, _)| *name == asked);
    found.unwrap_or_else(|| panic!("LAW is one of {names:?}, not {asked:?}")).1
});

libfuzzer_sys::fuzz_target!(
    init: if let Ok(task) = std::env::var("CORPUS") {
        // One program is enough: another one would be built without coverage, all of it.
        corpus::run(&task);
        std::process::exit(0);
    },
    |data: &[u8]| LAW(data)
);
