//! Input, names and places that mean harm: bombs, terminal sequences, links, loops and full disks.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output};

use crate::pty::on_terminal;
use crate::run::{command, feed, file, oneiri, path};

/// What acts on a terminal: colors, the clipboard, the title, C1, and directions of writing.
const ACTS: [&str; 6] =
    ["\u{1B}[31m", "\u{1B}]52;c;eA==\u{7}", "\u{1B}]0;x\u{1B}\\", "\u{9B}2J", "\u{202E}", "\u{2066}"];

#[track_caller]
fn holds_nothing_raw(shown: &str, what: &str) {
    let raw = shown.chars().find(|&c| {
        c.is_control() && c != '\n'
            || matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
    });
    assert_eq!(raw, None, "{what}: {shown:?}");
}

/// A shell with limits, then the binary.
fn limited(limits: &str, arguments: &[&str]) -> Output {
    let line = format!("{limits}; exec \"$0\" \"$@\"");
    let binary = env!("CARGO_BIN_EXE_oneiri");
    Command::new("sh").args(["-c", &line, binary]).args(arguments).output().unwrap()
}

/// A folder of its own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = path(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn text(path: &std::path::Path) -> &str {
    path.to_str().unwrap()
}

/// Nobody's unfinished file is left.
#[track_caller]
fn no_part_is_left(folder: &std::path::Path) {
    for entry in fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(!name.ends_with(".oneiri-part"), "{name}");
    }
}

/// A gibibyte of lines of 64 KiB each, packed in a few kilobytes: as gzip.
fn gzip_bomb() -> Vec<u8> {
    let line = format!("http://h/{}\n", "a".repeat((1 << 16) - 10));
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(9));
    (0..256).for_each(|_| packer.write_all(line.as_bytes()).unwrap());
    packer.finish().unwrap().repeat(64)
}

/// A frame of zstd: so many blocks of 128 KiB of one byte, and after each of them a line feed if asked for.
fn zstd_bomb(blocks: usize, lines: bool) -> Vec<u8> {
    // The magic number, a header without sizes or checksum, and a window of 128 KiB (RFC 8878 section 3.1.1.1).
    let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD, 0, 7 << 3];
    // Its lowest bit says that a block is the last, and the two above which kind it is (section 3.1.1.2).
    let block = |last: bool, kind: u32, size: u32, content: &[u8]| {
        let header = (size << 3 | kind << 1 | u32::from(last)).to_le_bytes();
        [&header[..3], content].concat()
    };
    for nth in 1..=blocks {
        frame.extend(block(!lines && nth == blocks, 1, 1 << 17, b"a"));
        if lines {
            frame.extend(block(nth == blocks, 0, 1, b"\n"));
        }
    }
    frame
}

#[test]
fn bombs_go_off_in_bounded_memory() {
    let gzip = file("hostile-bomb.gz", &gzip_bomb());
    let zstd = file("hostile-bomb.zst", &zstd_bomb(1 << 13, true));
    for (bomb, lines) in [(&gzip, 16_384), (&zstd, 8_192)] {
        assert!(fs::metadata(bomb).unwrap().len() < 3 << 20);
        // The first line is the header.
        let column = format!("http://h/{}", "a".repeat((1 << 16) - 10));
        let csv = ["check", "--format", "csv", "--column", &column, "-f", bomb];
        let csv = if bomb == &gzip { &csv[..] } else { &["check", "--trim", "-f", bomb] };
        let lines_of = |arguments: &[&str]| lines - usize::from(arguments[1] == "--format");
        for arguments in [&["check", "-f", bomb][..], &["dedupe", "--memory", "16M", bomb], csv] {
            // Less than half of what is packed, and all that the process may ask for.
            let outcome = limited("ulimit -v 500000", arguments);
            let told = String::from_utf8(outcome.stderr).unwrap();
            assert_eq!(outcome.status.code(), Some(0), "{arguments:?}: {told}");
            assert!(told.contains(&lines_of(arguments).to_string()), "{told}");
        }
    }
}

/// A line that never ends is told as one once it is a gibibyte long, which takes that much memory.
#[test]
#[ignore = "takes 3 GiB of memory"]
fn a_line_without_an_end_is_refused() {
    let bomb = file("hostile-line.zst", &zstd_bomb(1 << 14, false));
    for arguments in [&["check", "-f", &bomb][..], &["dedupe", "--memory", "16M", &bomb]] {
        let outcome = limited("ulimit -v 4000000", arguments);
        let told = String::from_utf8(outcome.stderr).unwrap();
        assert_eq!(outcome.status.code(), Some(2), "{arguments:?}: {told}");
        assert!(told.contains("within 1073741824 bytes"), "{arguments:?}: {told}");
    }
}

#[test]
fn packed_input_that_is_broken_is_told() {
    let (gzip, zstd) = (gzip_bomb(), zstd_bomb(3, true));
    for whole in [&gzip[..9000], &zstd] {
        for cut in [1, 3, 5, 9, 12, whole.len() - 1] {
            let mut broken = whole[..cut].to_vec();
            // What is shorter than a magic number is not packed, and "(" is a path.
            let code = feed(&["check"], &broken).code;
            assert!(if cut < 4 { code <= 2 } else { code == 2 }, "{cut}: {code}");
            broken.extend(b"\xFF".repeat(100));
            assert_ne!(feed(&["dedupe"], &broken).code, 0, "{cut}");
        }
    }
}

#[test]
fn records_as_deep_or_as_long_as_one_likes() {
    let deep = format!("{{\"u\":\"a:\",\"x\":{}}}\n{{\"u\":\"b:\"}}\n", "[".repeat(1_000_000));
    let outcome = feed(&["dedupe", "--format", "ndjson", "--column", "u"], deep.as_bytes());
    assert_eq!((outcome.code, outcome.stdout()), (1, "{\"u\":\"b:\"}\n"));
    // A quote that is never closed takes its line, and the rest of the file is read.
    let open = format!("u,v\na:,\"\n{}", "b:,\n".repeat(1_000_000));
    let outcome = feed(&["dedupe", "--format", "csv", "--column", "u"], open.as_bytes());
    assert_eq!((outcome.code, outcome.stdout()), (1, "u,v\nb:,\n"));
    let told = "stdin:2:3-4: expected a closing quote, found the end of the file\n";
    assert!(outcome.stderr.starts_with(told), "{}", outcome.stderr);
    let wide = format!("{}u\n{}a:\n", "x,".repeat(100_000), ",".repeat(100_000));
    let outcome = feed(&["dedupe", "--format", "csv", "--column", "u"], wide.as_bytes());
    assert_eq!((outcome.code, outcome.stdout.len()), (0, wide.len()));
}

const COMMANDS: [&[&str]; 13] = [
    &["parse"],
    &["check"],
    &["normalize"],
    &["resolve", "--base", "http://h/"],
    &["relativize", "--base", "http://h/"],
    &["edit", "--host", "x"],
    &["convert", "--to", "iri"],
    &["convert", "--to", "uri"],
    &["encode"],
    &["decode"],
    &["lint"],
    &["parsers"],
    &["key"],
];

/// Whatever a line holds, messages are text, in a pipe and on a terminal; and on a terminal so are answers.
#[test]
fn nothing_in_an_identifier_acts_on_a_terminal() {
    let mut lines = String::new();
    for acts in ACTS {
        for (before, after) in [("http://h/", "x"), ("", ":x"), ("http://", "@h/"), ("http://h/?%1B", "")] {
            lines += &format!("{before}{acts}{after}\n");
        }
    }
    let name = file("hostile-lines.txt", lines.as_bytes());
    let pairs = file("hostile-pairs.tsv", lines.replace('\n', "\thttp://h/\n").as_bytes());
    let evidence = file("hostile-evidence.tsv", lines.replace("http", "301\thttp").as_bytes());
    let mut all: Vec<Vec<&str>> = COMMANDS.iter().map(|command| [command, &["-f", &name][..]].concat()).collect();
    // The same in a column, beside another one, and in the names of both.
    let row = |line: &str| format!("\"{line}\",{line}\n");
    let rows: String = lines.lines().map(row).collect();
    let head = format!("{},{}\n", ACTS[0], ACTS[1]);
    let table = file("hostile-lines.csv", (head + &rows + "\"" + ACTS[1]).as_bytes());
    let csv = ["--format", "csv", "--column", ACTS[0], "-f", &table];
    let no_column = file("hostile-no-column.csv", rows.as_bytes());
    for command in [&["check"][..], &["normalize"], &["convert", "--to", "iri"], &["lint"], &["key"]] {
        all.push([command, &csv[..]].concat());
        all.push([command, &["--into", ACTS[2]], &csv[..]].concat());
        all.push([command, &["--tag", "--max-errors", "1", "-f", &name]].concat());
        all.push([command, &csv[..4], &["-f", &no_column]].concat());
    }
    all.push(vec!["dedupe", &name]);
    all.push(vec!["dedupe", "--map", "/dev/stdout", &name]);
    all.push(vec!["parsers", "--only-moving", "-f", &name]);
    all.push(vec!["compare", "--idna", "--urn-names", "-f", &pairs]);
    all.push(vec!["dedupe", "--count", &name]);
    all.push(vec!["dedupe", "--unique", "--json", &name]);
    all.push(vec!["dedupe", "--assume", "https,www,case", "--dry-run", &name, &pairs]);
    all.push(vec!["key", "--assume", "trackers", "--trackers", &name, "a:"]);
    all.push(vec!["comm", &name, &pairs]);
    all.push(vec!["comm", &name, &pairs, "--output-delimiter", ACTS[1]]);
    all.push(vec!["parse", "--only", "host,query", "-f", &name]);
    all.push(vec!["compare", "--assume", "www", "-f", &pairs]);
    all.push(vec!["compare", "-f", &pairs]);
    all.push(vec!["compare", "--evidence", &evidence, "a:", "b:"]);
    all.push(vec!["compare", ACTS[0], ACTS[4]]);
    for (nth, acts) in ACTS.iter().enumerate() {
        // Each of the options that take an identifier, a name or a number.
        let option = ["--base", "--rung", "--only", "--evidence", "--to", "--profile"][nth];
        all.push(vec![["resolve", "dedupe", "normalize", "compare", "convert", "lint"][nth], option, acts]);
    }
    let folder = env!("CARGO_TARGET_TMPDIR");
    for arguments in all {
        let outcome = oneiri(&arguments);
        holds_nothing_raw(&outcome.stderr, &format!("{arguments:?}"));
        let quoted: Vec<String> = arguments.iter().map(|it| format!("'{it}'")).collect();
        let line = format!("oneiri {} --color never", quoted.join(" "));
        holds_nothing_raw(&on_terminal(&line, folder).0, &line);
    }
}

/// Files may be called anything, by whoever made them.
#[test]
fn nothing_in_a_name_acts_on_a_terminal() {
    let folder = folder("hostile-names");
    for acts in ACTS {
        let name = format!("{}.txt", acts.replace('/', "_"));
        let there = folder.join(&name);
        fs::write(&there, "a b\nhttp://h/\u{1B}\n").unwrap();
        let (there, missing) = (text(&there), folder.join(format!("{name}-missing")));
        let missing = text(&missing);
        let output = folder.join("no").join(&name);
        let output = text(&output);
        for arguments in [
            &["check", "-f", there][..],
            &["check", there],
            &["compare", there, "a b"],
            &["lint", "--config", there, "a:"],
            &["lint", "--config", missing, "a:"],
            &["check", "-f", missing],
            &["check", "-f", text(&folder)],
            &["dedupe", there],
            &["dedupe", missing],
            &["dedupe", there, "-o", output],
            &["dedupe", there, "--rejects", output],
            &["dedupe", there, "--map", output],
            &["dedupe", "--format", "csv", "--column", "u", there],
            &["dedupe", "--temp-dir", output, there],
            &["fix", "--lint", "--in-place", missing],
            &["report", there, "-o", output],
            &["report", missing],
            &["compare", "--evidence", missing, "a:", "b:"],
            &["man", "--out", there],
            &["check", missing, "-f", there],
        ] {
            let outcome = oneiri(arguments);
            assert_ne!(outcome.code, 0, "{arguments:?}");
            holds_nothing_raw(&outcome.said(), &format!("{arguments:?}"));
            assert!(!outcome.stderr.is_empty(), "{arguments:?}");
        }
    }
    let pattern = folder.join("*.txt");
    let outcome = oneiri(&["dedupe", text(&pattern)]);
    assert_eq!(outcome.code, 1);
    holds_nothing_raw(&outcome.stderr, "a pattern");
    let page = folder.join("report.html");
    oneiri(&["report", text(&pattern), "-o", text(&page)]);
    holds_nothing_raw(&fs::read_to_string(page).unwrap(), "a page");
}

#[test]
fn links_lead_where_they_led_and_nothing_else_is_touched() {
    use std::os::unix::fs::symlink;
    let folder = folder("hostile-links");
    let [input, target, victim] = ["in", "target", "victim"].map(|name| folder.join(name));
    fs::write(&input, "a:\nA:\n").unwrap();
    fs::write(&target, "old").unwrap();
    fs::write(&victim, "mine").unwrap();
    let dedupe = |output: &str| {
        let output = folder.join(output);
        oneiri(&["dedupe", text(&input), "-o", text(&output)]).code
    };
    symlink("target", folder.join("link")).unwrap();
    // What looks as if an earlier run had left it, and leads elsewhere.
    symlink("victim", folder.join(".target.1-0.oneiri-part")).unwrap();
    assert_eq!(dedupe("link"), 0);
    let page = folder.join("page");
    symlink("target-of-page", &page).unwrap();
    fs::write(folder.join("target-of-page"), "old").unwrap();
    assert_eq!(oneiri(&["report", text(&input), "-o", text(&page)]).code, 0);
    assert!(fs::symlink_metadata(&page).unwrap().is_symlink());
    assert!(fs::read_to_string(&page).unwrap().starts_with("<!"));
    assert_eq!(fs::read_to_string(&target).unwrap(), "a:\n");
    assert!(fs::symlink_metadata(folder.join("link")).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&victim).unwrap(), "mine");

    symlink("loop", folder.join("loop")).unwrap();
    symlink("nowhere/at/all", folder.join("dangling")).unwrap();
    symlink(".", folder.join("folder")).unwrap();
    for output in ["loop", "folder", "nowhere/x", "dangling"] {
        assert_eq!(dedupe(output), 2, "{output}");
    }
    assert!(fs::symlink_metadata(folder.join("dangling")).unwrap().is_symlink());
    assert!(!folder.join("nowhere").exists());
    no_part_is_left(&folder);
    assert_eq!(fs::read_to_string(&victim).unwrap(), "mine");
}

#[test]
fn patterns_end_whatever_the_folders() {
    use std::os::unix::fs::symlink;
    let folder = folder("hostile-globs");
    let mut deep = folder.clone();
    for _ in 0..100 {
        deep.push("d");
    }
    fs::create_dir_all(&deep).unwrap();
    fs::write(deep.join("x.txt"), "a:\n").unwrap();
    // Two ways round at every level: who follows them does not come back.
    symlink(".", folder.join("round")).unwrap();
    symlink("..", folder.join("d").join("back")).unwrap();
    let pattern = folder.join("**").join("x.txt");
    let outcome = oneiri(&["dedupe", text(&pattern)]);
    assert_eq!((outcome.code, outcome.stdout()), (0, "a:\n"), "{}", outcome.stderr);
    for pattern in ["[", "***", "**/**x", &"*".repeat(10_000), &"[a]".repeat(10_000)] {
        assert_eq!(oneiri(&["dedupe", pattern]).code, 2, "{pattern}");
    }
}

#[test]
fn a_full_disk_is_told_and_leaves_nothing() {
    let folder = folder("hostile-full");
    let input = folder.join("in");
    let lines: String = (0..100_000).map(|nth| format!("http://h/{nth}\n")).collect();
    fs::write(&input, lines + "a b\n").unwrap();
    let input = text(&input);
    for output in ["-o", "--rejects", "--map"] {
        let outcome = oneiri(&["dedupe", input, output, "/dev/full"]);
        // Nothing was merged, so that there is no map, and none that could be too long.
        let expected = if output == "--map" { 1 } else { 2 };
        assert_eq!(outcome.code, expected, "{output}: {}", outcome.stderr);
    }
    for arguments in [["normalize", "-o"], ["normalize", "--rejects"], ["check", "-o"]] {
        let outcome = oneiri(&[&arguments[..], &["/dev/full", "-f", input]].concat());
        assert_eq!(outcome.code, 2, "{arguments:?}: {}", outcome.stderr);
    }
    // A device is written to. To put a file in its place would take it from everybody.
    assert_eq!(oneiri(&["report", input, "-o", "/dev/full"]).code, 2);
    assert!(!fs::metadata("/dev/full").unwrap().is_file());
    for arguments in [
        &["normalize", "-f", input][..],
        &["dedupe", input],
        &["dedupe", "-c", input],
        &["comm", input, input],
        &["check", "--json", "-f", input],
    ] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = command(arguments).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("oneiri: "), "{arguments:?}");
    }
    // Files of no more than 64 KiB: what is written, and what is set aside.
    let out = folder.join("out");
    fs::write(&out, "old").unwrap();
    let page = folder.join("page.html");
    for arguments in [
        &["dedupe", input, "-o", text(&out)][..],
        &["normalize", "-f", input, "-o", text(&out)],
        &["dedupe", input, "--memory", "1M", "--temp-dir", text(&folder)],
        &["dedupe", "-d", input, "--temp-dir", text(&folder)],
        &["comm", input, input, "-o", text(&out)],
        &["comm", input, "/dev/null", "--memory", "1M", "--temp-dir", text(&folder)],
    ] {
        let outcome = limited("trap '' XFSZ; ulimit -f 64", arguments);
        let told = String::from_utf8_lossy(&outcome.stderr).into_owned();
        assert_eq!(outcome.status.code(), Some(2), "{arguments:?}: {told}");
        assert!(!told.contains("panicked"), "{told}");
    }
    assert_eq!(fs::read_to_string(&out).unwrap(), "old");
    let outcome = limited("trap '' XFSZ; ulimit -f 0", &["report", input, "-o", text(&page)]);
    assert_eq!(outcome.status.code(), Some(2));
    assert!(!page.exists());
    no_part_is_left(&folder);
}
