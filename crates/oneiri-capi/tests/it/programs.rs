//! The programs of `examples/`, compiled with every warning as an error, and run.
//!
//! A program says in its first comment what it prints.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const WARNINGS: [&str; 5] = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-O1"];

/// The folder of the library, which cargo has made for these tests.
fn libraries() -> PathBuf {
    std::env::current_exe().unwrap().parent().unwrap().to_owned()
}

/// The shared library, in the folder of the tests or in the one above.
fn library() -> PathBuf {
    let name = format!("{}oneiri_capi{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let folder = libraries();
    let places = [folder.join(&name), folder.parent().unwrap().join(&name)];
    places.into_iter().find(|place| place.exists()).unwrap()
}

/// Runs a command and returns what it prints.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{errors}", output.status);
    String::from_utf8(output.stdout).unwrap()
}

/// Compiles a source against the header and the library, and returns what the program prints.
fn printed(compiler: &str, standard: &str, source: &Path) -> String {
    let name = source.file_stem().unwrap().to_string_lossy();
    let program = libraries().join(format!("{name}-{}", standard.replace('=', "-")));
    let library = library();
    let rpath = format!("-Wl,-rpath,{}", library.parent().unwrap().display());
    run(Command::new(compiler)
        .args(WARNINGS)
        .args([standard, "-I"])
        .arg(Path::new(ROOT).join("include"))
        .arg(source)
        .arg(library)
        .args([&rpath, "-o"])
        .arg(&program));
    run(&mut Command::new(&program))
}

/// An example prints what its first comment says.
fn example(compiler: &str, standard: &str, source: &str) {
    let source = Path::new(ROOT).join("examples").join(source);
    let text = std::fs::read_to_string(&source).unwrap();
    let comment = text.split_once(" * It prints:\n *\n").unwrap().1.split_once(" */").unwrap().0;
    let expected = comment.replace(" *     ", "");
    assert_eq!(printed(compiler, standard, &source), expected, "{}", source.display());
}

/// Compilers of C and C++. Rust itself links with `cc`; where `c++` is missing, the test says so, and fails on CI.
#[test]
#[cfg_attr(miri, ignore = "runs programs")]
fn examples_compile_and_print_what_they_say() {
    for standard in ["-std=c99", "-std=c11", "-std=c17"] {
        example("cc", standard, "links.c");
        example("cc", standard, "admit.c");
    }
    if Command::new("c++").arg("--version").output().is_ok() {
        for standard in ["-std=c++17", "-std=c++20"] {
            example("c++", standard, "links.cpp");
        }
    } else {
        assert!(std::env::var_os("CI").is_none(), "there is no C++ compiler");
        eprintln!("NOT CHECKED: there is no C++ compiler");
    }
}

/// The header alone is a whole: it needs nothing before it, and C++ takes it as C does.
#[test]
#[cfg_attr(miri, ignore = "runs programs")]
fn the_header_stands_alone() {
    let header = Path::new(ROOT).join("include/oneiri.h");
    let mut languages = vec![("cc", "c", "-std=c99")];
    if Command::new("c++").arg("--version").output().is_ok() {
        languages.push(("c++", "c++", "-std=c++17"));
    }
    for (compiler, language, standard) in languages {
        let mut command = Command::new(compiler);
        command.args(WARNINGS).args([standard, "-Wconversion", "-fsyntax-only", "-x", language]);
        run(command.args(["-include"]).arg(&header).arg("/dev/null"));
    }
}

/// The operation and the grammar of a call have types of their own, so that two that are swapped are an error.
#[test]
#[cfg_attr(miri, ignore = "runs programs")]
fn swapped_numbers_do_not_compile() {
    let call = |numbers: &str| {
        let code = format!(
            "#include \"oneiri.h\"\nint main(void) {{ return oneiri_apply({numbers}, 0, \"x:\", 2, NULL, 0, NULL, 0, \
             NULL, NULL); }}\n"
        );
        let source = libraries().join("swapped.c");
        std::fs::write(&source, code).unwrap();
        let mut command = Command::new("cc");
        command.args(WARNINGS).args(["-Wenum-conversion", "-fsyntax-only", "-I"]);
        command.arg(Path::new(ROOT).join("include")).arg(source).output().unwrap().status.success()
    };
    assert!(call("ONEIRI_CHECK, ONEIRI_IRI"));
    assert!(!call("ONEIRI_IRI, ONEIRI_CHECK"));
}

/// The program of the guide prints what the guide says.
#[test]
#[cfg_attr(miri, ignore = "runs programs")]
fn the_guide_is_right() {
    let page = Path::new(ROOT).join("../../docs/guide/c.md");
    let page = std::fs::read_to_string(page).unwrap();
    let (_, rest) = page.split_once("```c\n").unwrap();
    let (code, rest) = rest.split_once("```\n").unwrap();
    let (_, rest) = rest.split_once("```text\n").unwrap();
    let (expected, _) = rest.split_once("```").unwrap();
    let source = libraries().join("guide.c");
    std::fs::write(&source, code).unwrap();
    assert_eq!(printed("cc", "-std=c99", &source), expected);
}
