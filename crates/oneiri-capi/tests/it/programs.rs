//! The programs of `examples/`, compiled with every warning as an error, and run.
//!
//! A program says in its first comment what it prints.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

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

/// Compiles a source against the header and the library. The first option is the standard.
fn compiled(compiler: &str, options: &[&str], source: &Path) -> PathBuf {
    let name = source.file_stem().unwrap().to_string_lossy();
    let program = libraries().join(format!("{name}-{}", options[0].replace('=', "-")));
    let library = library();
    let rpath = format!("-Wl,-rpath,{}", library.parent().unwrap().display());
    run(Command::new(compiler)
        .args(WARNINGS)
        .arg("-I")
        .arg(Path::new(ROOT).join("include"))
        .arg(source)
        .arg(library)
        .args(options)
        .args([&rpath, "-o"])
        .arg(&program));
    program
}

/// Compiles a source, and returns what the program prints.
fn printed(compiler: &str, standard: &str, source: &Path) -> String {
    run(&mut Command::new(compiled(compiler, &[standard], source)))
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

/// A server on 127.0.0.1 that counts its connections. `/to?TARGET` redirects, and other paths answer with themselves.
fn server() -> (u16, Arc<AtomicUsize>) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let (port, count) = (listener.local_addr().unwrap().port(), Arc::new(AtomicUsize::new(0)));
    let own = Arc::clone(&count);
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            own.fetch_add(1, Ordering::Relaxed);
            let mut head = String::new();
            let mut lines = BufReader::new(stream.try_clone().unwrap());
            while lines.read_line(&mut head).unwrap() > 2 {}
            let target = head.split(' ').nth(1).unwrap();
            let answer = match target.split_once("to?") {
                Some((_, to)) => format!("302 Found\r\nLocation: {to}\r\nContent-Length: 5\r\n\r\nmoved"),
                None if target == "/huge" => {
                    format!("200 OK\r\nContent-Length: {0}\r\n\r\n{1}", 11 << 20, "x".repeat(11 << 20))
                }
                None => format!("200 OK\r\nContent-Length: {}\r\n\r\n{target}", target.len()),
            };
            // The program ends a body that is too long.
            let _ = stream.write_all(format!("HTTP/1.1 {answer}").as_bytes());
        }
    });
    (port, count)
}

/// The program for libcurl sends what the policy admits, to addresses that it admits.
#[test]
#[cfg_attr(miri, ignore = "runs programs")]
fn libcurl_connects_only_to_admitted_addresses() {
    let source = Path::new(ROOT).join("examples/fetch.c");
    let page = std::fs::read_to_string(Path::new(ROOT).join("../../docs/guide/fetch.md")).unwrap();
    let (_, rest) = page.split_once("```c\n").unwrap();
    let (code, _) = rest.split_once("```").unwrap();
    assert!(std::fs::read_to_string(&source).unwrap().contains(code), "the page has another function");
    let probe = libraries().join("probe.c");
    std::fs::write(&probe, "#include <curl/curl.h>\n#if LIBCURL_VERSION_NUM < 0x075500\n#error old\n#endif\n").unwrap();
    if !Command::new("cc").arg("-fsyntax-only").arg(probe).output().unwrap().status.success() {
        assert!(std::env::var_os("CI").is_none(), "there is no libcurl 7.85");
        // Cargo would keep what `eprintln` writes.
        writeln!(std::io::stderr(), "\nNOT CHECKED: there is no libcurl 7.85 (libcurl4-openssl-dev)").unwrap();
        return;
    }
    let program = compiled("cc", &["-std=c99", "-lcurl"], &source);
    let ((port, count), (other, others)) = (server(), server());
    // `localhost` leads to 127.0.0.1, and perhaps to ::1.
    let policy = format!(
        "[[allow]]\nhost = 'localhost'\nport = {port}\naddresses = ['127.0.0.1']\n[[allow]]\nhost = '127.0.0.1'\nport = {port}\n\
         [[allow]]\nhost = 'localhost'\nport = {other}\naddresses = ['192.0.2.1']"
    );
    for (path, expected, connections) in [
        ("http://localhost:PORT/a", Ok("/a"), 1),
        ("HTTP://LOCALHOST:PORT/a/../b#c", Ok("/b"), 1),
        ("http://localhost:PORT/to?/to?c?d", Ok("/c?d"), 3),
        ("http://localhost:PORT/to?//127.0.0.1:PORT/e", Ok("/e"), 2),
        ("http://localhost:OTHER/", Err("connect"), 0),
        ("http://localhost:PORT/to?http://localhost:OTHER/", Err("connect"), 1),
        ("http://127.0.0.1:OTHER/", Err("special-address"), 0),
        ("http://localhost:PORT/to?http://127.0.0.1:OTHER/", Err("special-address"), 1),
        ("http://localhost:PORT/to?http://0x7f.1:PORT/", Err("legacy-ipv4"), 1),
        ("http://localhost:PORT/to?file:///etc/passwd", Err("no-rule"), 1),
        ("http://localhost:PORT/huge", Err("writing"), 1),
        (&format!("http://localhost:PORT{}/f", "/to?".repeat(10)), Ok("/f"), 11),
        (&format!("http://localhost:PORT{}/f", "/to?".repeat(11)), Err("too many redirects"), 11),
    ] {
        let url = path.replace("PORT", &port.to_string()).replace("OTHER", &other.to_string());
        let before = count.load(Ordering::Relaxed);
        let mut command = Command::new(&program);
        for name in ["http_proxy", "HTTPS_PROXY", "ALL_PROXY"] {
            command.env(name, format!("http://127.0.0.1:{other}"));
        }
        let output = command.args([&*policy, &*url]).output().unwrap();
        let [printed, error] =
            [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).to_lowercase());
        match expected {
            Ok(body) => assert_eq!((&*printed, &*error), (body, ""), "{url}"),
            Err(fault) => assert!(error.contains(fault) && !output.status.success(), "{url}: {printed} {error}"),
        }
        assert_eq!(count.load(Ordering::Relaxed) - before, connections, "{url}");
    }
    assert_eq!(others.load(Ordering::Relaxed), 0, "a connection to an address that is not admitted, or to the proxy");
}
