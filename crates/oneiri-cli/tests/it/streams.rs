//! Where the output goes, and what ends it: terminals, closed and full streams, links, signals.

use std::fs;
use std::io::Write;

use crate::pty::{in_pipes, on_terminal};
use crate::run::{feed, file, path};

const FOLDER: &str = env!("CARGO_TARGET_TMPDIR");

/// `-o /dev/stdout` shows what `-o -` shows.
#[test]
fn a_terminal_gets_no_escapes_by_any_name() {
    file("streams-lines.txt", b"a:b\na b\x1B[35m\n");
    let (csv, head) = ("streams-lines.csv", "--format csv --column u");
    file(csv, b"u,v\na:b,\x1B[35m\n\"a b\",\x1B[35m\n");
    for line in [
        "dedupe --rejects /dev/stdout streams-lines.txt".to_owned(),
        "check --rejects /dev/stdout -f streams-lines.txt".to_owned(),
        "check --rejects /dev/stderr -f streams-lines.txt".to_owned(),
        "check --rejects $(tty <&2) -f streams-lines.txt".to_owned(),
        format!("dedupe {head} -o /dev/stdout {csv}"),
        format!("normalize {head} -o /dev/stdout -f {csv}"),
        format!("normalize {head} -o /dev/stdout --rejects /dev/stdout -f {csv}"),
    ] {
        let (shown, _) = on_terminal(&format!("oneiri {line}"), FOLDER);
        assert!(shown.contains("\\u{1B}[35m") && !shown.contains("\x1B[35m"), "{line}: {shown:?}");
    }
}

#[test]
fn files_and_devices_get_no_colors() {
    for command in ["parsers 'http:\\\\h'", "lint http://h/a/../b"] {
        let line = |output| format!("oneiri {command} -o {output}");
        assert!(on_terminal(&line("-"), FOLDER).0.contains('\x1B'), "{command}");
        let (shown, _) = on_terminal(&line("/dev/stdout"), FOLDER);
        assert!(!shown.contains('\x1B') && !shown.contains("{1B}"), "{command}: {shown:?}");
        let (_, _) = on_terminal(&line("streams-colors.txt"), FOLDER);
        let written = fs::read_to_string(path("streams-colors.txt")).unwrap();
        assert!(!written.contains('\x1B'), "{command}: {written:?}");
    }
}

/// Output that is lost is an error, and where there is none, nothing is lost.
#[test]
fn a_closed_or_full_output_is_an_error() {
    for line in [
        "normalize http://h",
        "--version",
        "--help",
        "check --help",
        "man",
        "completions bash",
        "dedupe /dev/stdin -o /dev/stdout < streams-a.txt",
    ] {
        file("streams-a.txt", b"a:\n");
        for to in [">&-", ">/dev/full"] {
            let (_, told, code) = in_pipes(&format!("oneiri {line} {to}"), FOLDER);
            assert_eq!(code, 2, "{line} {to}: {told}");
            assert!(told.starts_with("oneiri: "), "{line} {to}: {told}");
        }
    }
    for line in ["check a: >&-", "normalize http://h >/dev/null", "--version >/dev/null"] {
        let (_, told, code) = in_pipes(&format!("oneiri {line}"), FOLDER);
        assert_eq!(code, 0, "{line}: {told}");
    }
}

#[test]
fn other_bytes_behind_gzip_are_named() {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(b"a:\n").unwrap();
    let bytes = [packer.finish().unwrap(), b"garbage".to_vec()].concat();
    let outcome = feed(&["check"], &bytes);
    let told = "oneiri: stdin: gzip: expected the end of the file or a member, found other bytes\n";
    assert!(outcome.stderr.starts_with(told), "{}", outcome.stderr);
    assert_eq!(outcome.code, 2);
}

#[test]
fn a_link_to_a_file_that_is_not_there_yet_is_followed() {
    let folder = path("streams-links");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("there")).unwrap();
    for (link, target) in [("one", "two"), ("two", "there/out.txt")] {
        std::os::unix::fs::symlink(target, folder.join(link)).unwrap();
    }
    let link = folder.join("one");
    let outcome = feed(&["normalize", "-o", link.to_str().unwrap()], b"A:\n");
    outcome.is(0, "", "");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(folder.join("there/out.txt")).unwrap(), "a:\n");
    // The same file twice, by another name.
    let other = folder.join("two");
    let both = ["normalize", "-o", link.to_str().unwrap(), "--rejects", other.to_str().unwrap()];
    assert_eq!(feed(&both, b"A:\n").code, 2);
}

#[test]
fn the_longest_line_is_an_option() {
    let line = format!("http://h/{}\n", "a".repeat(3 << 20));
    let name = file("streams-long.txt", line.as_bytes());
    for (arguments, code) in [
        (&["check", "-f", &name][..], 0),
        (&["check", "--max-line", "2M", "-f", &name], 2),
        (&["check", "--max-line", "4M", "-f", &name], 0),
        (&["dedupe", &name], 0),
        (&["dedupe", "--max-line", "2M", &name], 2),
        (&["comm", "--max-line", "2M", &name, "/dev/null"], 2),
    ] {
        let outcome = feed(arguments, b"");
        assert_eq!(outcome.code, code, "{arguments:?}: {}", outcome.stderr);
        if code == 2 {
            let told = "expected the end of a line within 2097152 bytes; see --max-line";
            assert!(outcome.stderr.contains(told), "{}", outcome.stderr);
        }
    }
}
