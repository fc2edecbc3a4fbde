//! The examples of the library run, and print what their first lines say.
//!
//! Each is a module here, whose `main` is visible in this crate. The program starts itself again for each example to read
//! what the example prints.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::env;
use std::path::Path;
use std::process::Command;

#[path = "../../examples/dedupe_set.rs"]
mod dedupe_set;
#[path = "../../examples/file_paths.rs"]
mod file_paths;
#[path = "../../examples/form.rs"]
mod form;
#[cfg(feature = "idna")]
#[path = "../../examples/idn_comparison.rs"]
mod idn_comparison;
#[path = "../../examples/link_resolver.rs"]
mod link_resolver;
#[path = "../../examples/no_std.rs"]
mod no_std;
#[path = "../../examples/prefix_map.rs"]
mod prefix_map;
#[path = "../../examples/redacted_logging.rs"]
mod redacted_logging;
#[path = "../../examples/router.rs"]
mod router;
#[path = "../../examples/segment_editing.rs"]
mod segment_editing;
#[cfg(feature = "serde")]
#[path = "../../examples/serde_config.rs"]
mod serde_config;
#[path = "../../examples/ssrf_guard.rs"]
mod ssrf_guard;

/// Each example with its `main`.
const EXAMPLES: &[(&str, fn())] = &[
    ("dedupe_set", || dedupe_set::main().unwrap()),
    ("file_paths", || file_paths::main().unwrap()),
    ("form", || form::main().unwrap()),
    #[cfg(feature = "idna")]
    ("idn_comparison", || idn_comparison::main().unwrap()),
    ("link_resolver", || link_resolver::main().unwrap()),
    ("no_std", || no_std::main().unwrap()),
    ("prefix_map", || prefix_map::main().unwrap()),
    ("redacted_logging", || redacted_logging::main().unwrap()),
    ("router", || router::main().unwrap()),
    ("segment_editing", || segment_editing::main().unwrap()),
    #[cfg(feature = "serde")]
    ("serde_config", || serde_config::main().unwrap()),
    ("ssrf_guard", ssrf_guard::main),
];

/// Names the example that the program runs for its own test.
const INSIDE: &str = "ONEIRI_EXAMPLE";
/// What is before and after the output of an example.
const MARK: &str = "-- output of the example --\n";

#[test]
fn examples_print_what_they_say() {
    if let Ok(inside) = env::var(INSIDE) {
        let (_, main) = EXAMPLES.iter().find(|(name, _)| *name == inside).unwrap();
        print!("\n{MARK}");
        main();
        return print!("{MARK}");
    }
    for (name, _) in EXAMPLES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("examples/{name}.rs"));
        let source = std::fs::read_to_string(path).unwrap();
        let lines = source.lines().count();
        assert!(lines < 60, "{name} has {lines} lines");
        let mut child = Command::new(env::current_exe().unwrap());
        child.args(["examples::examples_print_what_they_say", "--exact", "--nocapture"]).env(INSIDE, name);
        let output = child.output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{printed}{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(printed.split(MARK).nth(1).unwrap_or_default(), documented(&source), "{name}");
    }
}

/// The block of output in the documentation of an example.
fn documented(source: &str) -> String {
    let block = source.lines().skip_while(|line| *line != "//! ```text").skip(1);
    let block = block.take_while(|line| *line != "//! ```");
    block.map(|line| format!("{}\n", line.strip_prefix("//! ").unwrap_or_default())).collect()
}

#[test]
fn every_example_is_run_and_linked_from_the_guide() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guide = std::fs::read_to_string(folder.join("../../docs/guide/README.md")).unwrap();
    let tests = include_str!("examples.rs");
    for entry in std::fs::read_dir(folder.join("examples")).unwrap() {
        let file = entry.unwrap().file_name().into_string().unwrap();
        let row = format!("    (\"{}\", ", file.trim_end_matches(".rs"));
        assert!(tests.contains(&row) && tests.contains(&format!("examples/{file}\"]")), "{file} is not run");
        assert!(guide.contains(&format!("../../crates/oneiri/examples/{file})")), "{file}: no link");
    }
}
