//! `oneiri lint`: what it tells, in which shape, and what it writes back.

use crate::run::{feed, file, oneiri, path};

const GIVEN: &str = "http://ada:secret@example.com:80/%7Eada";

#[test]
fn a_log_of_sarif_divides_no_lines() {
    for option in [&["--tag"][..], &["--into", "x"], &["--rejects", "/dev/null"]] {
        let outcome = feed(&[&["lint", "--sarif"], option].concat(), b"http://h/\n");
        assert_eq!((outcome.code, outcome.stdout()), (2, ""), "{option:?}");
        assert!(outcome.stderr.contains("--sarif makes one log"), "{}", outcome.stderr);
    }
}

#[test]
fn findings_are_shown_where_they_lie() {
    oneiri(&["lint", GIVEN]).is(
        1,
        "argument:1:7-17: warning[L202] userinfo: http and https URLs should have no userinfo, because it disguises the host: \"example.com\" (RFC 9110 section 4.2.4)
    http://ada:***@example.com:80/%7Eada
           ^^^^^^^
argument:1:11-17: error[L201] password: userinfo: everybody who sees the URL can read the password in it (RFC 3986 section 3.2.1)
    http://ada:***@example.com:80/%7Eada
               ^^^
argument:1:29-32: warning[L203] default-port: port: the default port can be left out (RFC 3986 section 3.2.3)
    http://ada:***@example.com:80/%7Eada
                              ^^^
    fix, equal at the scheme rung: remove \":80\"
argument:1:33-36: warning[L502] unneeded-escape: path: an unreserved character needs no escape: \"%7E\" stands for \"~\" (RFC 3986 section 6.2.2.2)
    http://ada:***@example.com:80/%7Eada
                                  ^^^
    fix, equal at the escape rung: write \"~\"
",
        "oneiri: 1 read, 0 invalid, 1 error, 3 warnings\n",
    );
}

#[test]
fn nothing_to_tell_is_code_0() {
    oneiri(&["lint", "--", "https://example.com/", ""]).is(0, "", "oneiri: 2 read, 0 invalid, 0 errors, 0 warnings\n");
    // Warnings alone leave the exit code alone, refusals do not.
    assert_eq!(oneiri(&["lint", "http://h:80/"]).code, 0);
    assert_eq!(oneiri(&["lint", "http://h/a b"]).code, 1);
}

/// Whatever is found in a password, it is not shown, and neither is a control.
#[test]
fn messages_hide_passwords_and_controls() {
    for options in [&["lint"][..], &["lint", "--profile", "strict"], &["fix", "--lint"]] {
        let given = ["--", "ftp://u:%73ecr%65t%2f%00@h/", "//u:hunter2@h/a b", "x:\u{202E}abc"];
        let outcome = oneiri(&[options, &given].concat());
        let told = if options[0] == "fix" { &outcome.stderr } else { outcome.stdout() }.to_owned();
        assert!(told.contains("L201"), "{told}");
        for secret in ["ecr", "%73", "hunter2", "\u{202E}"] {
            assert!(!told.contains(secret), "{secret:?}: {told}");
        }
    }
}

#[test]
fn wide_characters_and_long_lines_keep_their_marks() {
    let outcome = oneiri(&["lint", "http://例え.jp/テ%7E"]);
    let lines: Vec<&str> = outcome.stdout().lines().collect();
    assert_eq!(lines[1..3], ["    http://例え.jp/テ%7E", "                     ^^^"]);
    let long = format!("http://h/{}%7E{}", "a".repeat(200), "b".repeat(200));
    let outcome = oneiri(&["lint", &long]);
    let lines: Vec<&str> = outcome.stdout().lines().collect();
    let mark = lines[2].find("^^^").unwrap();
    let shown: Vec<char> = lines[1].chars().collect();
    assert!(shown.len() <= 80, "{}", lines[1]);
    assert_eq!(shown[mark..mark + 3], ['%', '7', 'E']);
}

#[test]
fn levels_are_a_choice() {
    let code = |options: &[&str]| oneiri(&[&["lint"], options, &["http://h:80"]].concat()).code;
    assert_eq!(code(&[]), 0);
    assert_eq!(code(&["--deny", "default-port"]), 1);
    assert_eq!(code(&["--deny", "L203"]), 1);
    assert_eq!(code(&["--profile", "strict"]), 1);
    assert_eq!(code(&["--profile", "strict", "--allow", "default-port", "--warn", "empty-path"]), 0);
    assert_eq!(code(&["--deny", "default-port", "--allow", "default-port"]), 1);
    let wrong = oneiri(&["lint", "--deny", "nonsense", "x"]);
    assert_eq!((wrong.code, wrong.stdout()), (2, ""));
    assert!(wrong.stderr.contains("expected a code of `oneiri lint --codes`"), "{}", wrong.stderr);
}

#[test]
fn the_alphabet_decides_what_can_be_fixed() {
    let fix = |alphabet| {
        let options = ["fix", "--lint", "--profile", "rdf", alphabet, "http://h/ros%c3%a9"];
        oneiri(&options).stdout().to_owned()
    };
    assert_eq!(fix("--iri"), "http://h/rosé\n");
    assert_eq!(fix("--uri"), "http://h/ros%C3%A9\n");
}

#[test]
fn the_table_is_printed() {
    let outcome = oneiri(&["lint", "--codes"]);
    assert_eq!(outcome.code, 0);
    let rows: Vec<&str> = outcome.stdout().lines().skip(1).collect();
    assert!(rows[0].starts_with("L101  unregistered-scheme  warn   warn   -       the scheme is"));
    let objects = oneiri(&["lint", "--codes", "--json"]).json();
    assert_eq!(objects.len(), rows.len());
    for (row, object) in rows.iter().zip(objects) {
        let cells: Vec<&str> = row.split_whitespace().collect();
        assert_eq!((&object["id"], &object["code"]), (&cells[0].into(), &cells[1].into()));
        assert_eq!(object["fix"].as_str().unwrap_or("-"), cells[4]);
        assert_eq!(object["strict"], "deny");
    }
}

#[test]
fn json_has_one_object_per_line() {
    feed(&["lint", "--json"], b"http://h:80/\na b\nx\n").is(
        1,
        concat!(
            r#"{"line":1,"input":"http://h:80/","ok":true,"findings":[{"code":"default-port","id":"L203","level":"warn","start":8,"end":11,"component":"port","#,
            r#""message":"the default port can be left out","section":"RFC 3986 section 3.2.3","#,
            r#""fix":{"start":8,"end":11,"text":"","rung":"scheme"}}]}"#,
            "\n",
            r#"{"line":2,"input":"a b","ok":false,"error":{"start":1,"end":2,"component":"path","code":"E001","message":"expected a letter, digit, \"%\" escape or one of \"-._~!$&'()*+,;=:@/\", found ' ', which is written %20 (RFC 3987 section 2.2, ipath)"}}"#,
            "\n",
            r#"{"line":3,"input":"x","ok":true,"findings":[]}"#,
            "\n",
        ),
        "oneiri: 3 read, 1 invalid, 0 errors, 1 warning\n",
    );
    let fixed = oneiri(&["fix", "--lint", "--json", "HTTP://h:80/"]).json();
    assert_eq!(fixed[0]["output"], "http://h/");
    assert_eq!(fixed[0]["findings"].as_array().map(Vec::len), Some(0));
}

/// The log is a whole document, whose rules and regions are those of the results.
#[test]
fn sarif_is_a_log_that_holds_together() {
    let name = file("lint sarif é.txt", "x\nHTTP://é/%7e\na b\n".as_bytes());
    let outcome = oneiri(&["lint", "--sarif", "-f", &name]);
    assert_eq!(outcome.code, 1);
    let log: serde_json::Value = serde_json::from_str(outcome.stdout()).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let results = run["results"].as_array().unwrap();
    let ids: Vec<&str> = results.iter().map(|it| it["ruleId"].as_str().unwrap()).collect();
    assert_eq!(ids, ["L102", "L502", "E001"]);
    for result in results {
        let rule = &rules[usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()];
        assert_eq!(rule["id"], result["ruleId"]);
        let place = &result["locations"][0]["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().unwrap();
        assert!(uri.ends_with("lint%20sarif%20%C3%A9.txt"), "{uri}");
    }
    let region = &results[1]["locations"][0]["physicalLocation"]["region"];
    assert_eq!(region["startLine"], 2);
    // Code points from 1: the é is one.
    assert_eq!((&region["startColumn"], &region["endColumn"]), (&10.into(), &13.into()));
    let replacement = &results[1]["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(&replacement["deletedRegion"], region);
    assert_eq!(replacement["insertedContent"]["text"], "~");
    assert_eq!(oneiri(&["lint", "--sarif", "--json", "x"]).code, 2);
    let empty = oneiri(&["lint", "--sarif", "--", "x"]);
    let log: serde_json::Value = serde_json::from_str(empty.stdout()).unwrap();
    assert_eq!((empty.code, log["runs"][0]["results"].as_array().map(Vec::len)), (0, Some(0)));
}

#[test]
fn fixed_lines_go_to_stdout_and_what_is_left_aside() {
    feed(&["fix", "--lint"], b"HTTP://H:80/%7e\r\na b\nhttp://a_b/\n").is(
        0,
        "http://h/~\r\na%20b\nhttp://a_b/\n",
        "stdin:3:7-10: warning[L304] not-a-domain-name: host: hosts of this scheme are domain names, and this is not a domain name (RFC 3986 section 3.2.2)
    http://a_b/
           ^^^
oneiri: 3 read, 0 invalid, 2 fixed, 0 errors, 1 warning
",
    );
}

#[test]
fn files_are_fixed_in_place_byte_for_byte() {
    let given = b"HTTP://h/\r\na b\n\xFF\n\nhttp://h:80/\rx\n%7E";
    let name = file("lint-in-place.txt", given);
    let outcome = oneiri(&["fix", "--lint", "--in-place", "-f", &name]);
    assert_eq!((outcome.code, outcome.stdout()), (1, ""));
    let fixed = b"http://h/\r\na%20b\n\xFF\n\nhttp://h/%0Dx\n~";
    assert_eq!(std::fs::read(&name).unwrap(), fixed, "refused lines and terminators stay");
    // Once more changes nothing, and nothing is left lying about.
    oneiri(&["fix", "--lint", "--in-place", "-f", &name]);
    assert_eq!(std::fs::read(&name).unwrap(), fixed);
    let beside = std::fs::read_dir(path("")).unwrap().filter_map(Result::ok);
    let left = beside.filter(|it| it.file_name().to_string_lossy().contains("lint-in-place"));
    assert_eq!(left.count(), 1);
}

#[cfg(unix)]
#[test]
fn in_place_keeps_links_and_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let name = file("lint-target.txt", b"HTTP://h/\n");
    std::fs::set_permissions(&name, std::fs::Permissions::from_mode(0o640)).unwrap();
    let link = path("lint-link.txt");
    let _ = std::fs::remove_file(&link);
    symlink(&name, &link).unwrap();
    // As a run that was killed leaves it.
    let left = file(".lint-target.txt.1-0.oneiri-part", b"HT");
    oneiri(&["fix", "--lint", "--in-place", "-f", link.to_str().unwrap()]);
    assert!(!std::path::Path::new(&left).exists());
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(std::fs::read(&name).unwrap(), b"http://h/\n");
    assert_eq!(std::fs::metadata(&name).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn what_cannot_be_fixed_in_place_is_code_2() {
    for options in [&["--in-place", "-f", "x"][..], &["--fix", "--in-place", "x"]] {
        assert_eq!(oneiri(&[&["lint"], options].concat()).code, 2);
    }
    for name in ["-", "no/such/file", "."] {
        let outcome = oneiri(&["fix", "--lint", "--in-place", "-f", name]);
        assert_eq!(outcome.code, 2, "{name}: {}", outcome.stderr);
    }
}

/// Whatever has to be said of a long line costs what it shows, or this would not end.
#[test]
fn a_line_with_a_hundred_thousand_findings() {
    let line = format!("ftp://u:{}@h{}\n", "s".repeat(1_000_000), "/a%7Eb".repeat(100_000));
    let outcome = feed(&["lint"], line.as_bytes());
    assert_eq!(outcome.code, 1);
    assert_eq!(outcome.stderr, "oneiri: 1 read, 0 invalid, 1 error, 100000 warnings\n");
    assert!(!outcome.stdout().contains("sss"));
    let fixed = feed(&["fix", "--lint", "--allow", "password"], line.as_bytes());
    assert_eq!(fixed.stdout(), line.replace("%7E", "~"));
}

/// Each code of a syntax error is explained, also on its page, and the command of the example prints it.
#[test]
fn each_error_is_explained() {
    let page = include_str!("../../../../docs/errors.md");
    for kind in oneiri::ErrorKind::ALL {
        let code = kind.code();
        let outcome = oneiri(&["lint", "--explain", code]);
        let head = format!("{code} {}: {}\n", kind.name(), kind.summary());
        assert!(outcome.code == 0 && outcome.stdout().starts_with(&head), "{}", outcome.said());
        let explained = &oneiri(&["lint", "--json", "--explain", code]).json()[0];
        assert_eq!(explained["id"], code);
        let example = explained["example"].as_str().unwrap();
        let write = explained["write"].as_str().unwrap();
        let row = format!("\n| {code} | {} | `{example}` | {write} |\n", kind.summary());
        assert!(page.contains(&row), "docs/errors.md: {row}");
        assert!(page.lines().any(|line| line.starts_with("### E") && line.contains(code)), "{code}");
        let Some(command) = example.strip_prefix("oneiri ") else {
            assert!(["E015", "E016"].contains(&code), "{example}");
            continue;
        };
        let arguments: Vec<&str> = command
            .split('\'')
            .enumerate()
            .flat_map(|(at, part)| if at % 2 == 1 { vec![part] } else { part.split_whitespace().collect() })
            .collect();
        assert!(oneiri(&arguments).said().contains(&format!(": {code} ")), "{example}");
    }
    assert_eq!(oneiri(&["lint", "--explain", "E999"]).code, 2);
}
