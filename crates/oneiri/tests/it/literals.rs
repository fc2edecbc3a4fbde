//! Literals that are wrong do not compile, and the compiler says what the parser says.
//!
//! The compiler is called as it is: the library needs no other crate, so one call makes it and one more
//! compiles a program against it. How the compiler frames the sentence is its own affair, and changes.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use oneiri::{Iri, IriRef, Uri, UriRef};

/// Calls the compiler in the folder where everything here is made.
fn rustc(arguments: &[&str]) -> Output {
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| OsString::from("rustc"));
    let mut command = Command::new(compiler);
    command.current_dir(folder()).args(["--edition", "2024", "--cap-lints", "allow"]);
    command.args(arguments).output().expect("a compiler")
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("literals")
}

/// The library, compiled once for all that follows.
fn compile_library() {
    fs::create_dir_all(folder()).unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs");
    let made = rustc(&["--crate-name", "oneiri", "--crate-type", "rlib", source.to_str().unwrap()]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

/// Compiles a function body. What the compiler says, if it refuses.
fn compile(name: &str, body: &str) -> Result<(), String> {
    let file = format!("{name}.rs");
    fs::write(folder().join(&file), format!("pub fn literal() {{\n    {body}\n}}\n")).unwrap();
    let kind = ["--crate-type", "lib", "--emit", "obj", "--extern", "oneiri=liboneiri.rlib"];
    let made = rustc(&[&kind[..], &[&file]].concat());
    if made.status.success() { Ok(()) } else { Err(String::from_utf8(made.stderr).unwrap()) }
}

/// Literals that are wrong: a name, the macro, the text, and what a person has to see.
const MISTAKES: &str = r#"
space_in_path uri "https://example.org/a b": invalid URI: path, byte 21: expected a letter, digit, "%" escape or one of "-._~!$&'()*+,;=:@/", found ' ' (RFC 3986 section 3.3)
missing_scheme iri "example.org/rosé": invalid IRI: scheme, byte 0: expected a scheme and its colon, such as "https:"
bad_escape uri_ref "/search?q=100%": invalid URI reference: query, byte 13: expected two hexadecimal digits after "%" (a percent sign is %25), found the end (RFC 3986 section 2.1)
unclosed_ipv6 iri_ref "//[::1/x": invalid IRI reference: host, byte 6: expected a closing "]"
not_ascii uri "http://example.org/rosé": invalid URI: path, byte 22: expected
not_ascii_host uri "http://müller.example/": found 'ü' (U+00FC)
"#;

#[test]
fn wrong_literals_do_not_compile_and_the_compiler_says_why() {
    compile_library();
    let mut shown = 0;
    for line in MISTAKES.trim().lines() {
        let (head, shows) = line.split_once("\": ").unwrap();
        let (head, text) = head.split_once(" \"").unwrap();
        let (name, literal) = head.split_once(' ').unwrap();
        let says = match literal {
            "uri" => Uri::parse(text).unwrap_err(),
            "uri_ref" => UriRef::parse(text).unwrap_err(),
            "iri" => Iri::parse(text).unwrap_err(),
            _ => IriRef::parse(text).unwrap_err(),
        };
        // What the parser says of the same text.
        let says = says.to_string();
        assert!(says.contains(shows), "{name}: the parser says {says}");
        for (how, body) in [
            ("let", format!("let _ = oneiri::{literal}!({text:?});")),
            ("argument", format!("drop(oneiri::{literal}!({text:?}).as_str());")),
        ] {
            let name = format!("{name}_{how}");
            let Err(stderr) = compile(&name, &body) else { panic!("{name}: {body} compiles") };
            assert!(stderr.contains(&says), "{name}: {says:?} is not in what is shown:\n{stderr}");
            assert!(stderr.contains(&format!("{name}.rs:2:")), "{name}: the line is not in\n{stderr}");
            shown += 1;
        }
    }
    println!("literals: {shown} programs refused");

    let right = "
    const A: oneiri::Uri<'_> = oneiri::uri!(\"https://example.org/\");
    const B: oneiri::UriRef<'static> = oneiri::uri_ref!(\"../a?b\",);
    static C: oneiri::Iri<'_> = oneiri::iri!(concat!(\"http://example.org/\", \"rosé\"));
    let d = oneiri::iri_ref!(\"#été\");
    drop((A.host(), B.query(), C.path(), d.fragment()));";
    assert_eq!(compile("right", right), Ok(()), "what is right compiles");
}
