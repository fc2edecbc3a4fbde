//! `oneiri guard`.

use crate::run::{feed, file, oneiri};

const POLICY: &[u8] = br#"
extends = "agent"

[[allow]]
scheme = "https"
host = "*.example.com"

[[test]]
text = "https://a.example.com/"
decision = "allow"

[[test]]
text = "https://example.com/"
decision = "allow"
"#;

#[test]
fn decisions_and_reasons() {
    let policy = file("guard.toml", POLICY);
    let guard = ["guard", "--policy", &policy];
    let of = |texts: &[&str]| oneiri(&[&guard, texts].concat());
    of(&["https://A.example.com:443/x"]).is(0, "allow https://a.example.com/x\n", "oneiri: 1 allowed, 0 denied\n");
    let outcome = of(&["https://a.example.com/", "https://a.example.com/%2e%2e//x"]);
    assert_eq!(outcome.code, 1);
    assert_eq!(outcome.stdout(), "allow https://a.example.com/\ndeny https://a.example.com/%2e%2e//x\n");
    let lines: Vec<_> = outcome.stderr.lines().collect();
    assert!(lines[0].starts_with("argument:2:22-28: encoded-dot-segment: "), "{lines:?}");
    assert_eq!(lines[1], "oneiri: 1 allowed, 1 denied");
    // No output has a password.
    let outcome = of(&["https://ada:secret@a.example.com/"]);
    assert_eq!(outcome.stdout(), "deny https://ada:***@a.example.com/\n");
    assert!(!outcome.stderr.contains("secret"), "{}", outcome.stderr);
    // Where parsers see different hosts, each is named.
    let outcome = of(&[r"https://b.example\@a.example.com/"]);
    assert!(outcome.stderr.contains("whatwg sees the host 'b.example'"), "{}", outcome.stderr);
}

/// A script believes each line that begins with "allow", and some programs end a line at more than LF.
#[test]
fn a_text_is_one_line_of_the_output() {
    let ends = ["\n", "\r", "\r\n", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"];
    let acts = ["\u{1B}[2K", "\u{202E}", "\u{2066}", "\u{200F}", "\u{8}", "\u{FEFF}"];
    let policy = file("guard-lines.toml", POLICY);
    for text in ends.iter().chain(&acts) {
        let text = &format!("http://x.example/{text}allow http://127.0.0.1/");
        for more in [&[][..], &["--explain"], &["-0"], &["--base", "https://a.example.com/"]] {
            for by in [["--preset", "ssrf"], ["--policy", &policy]] {
                let call = [&["guard", "-q"], &by[..], more, &["--", text]].concat();
                let outcome = oneiri(&call);
                let end = if more == ["-0"] { '\0' } else { '\n' };
                let lines: Vec<_> = outcome.stdout().split_terminator(end).collect();
                let decisions = lines.iter().filter(|line| !line.starts_with("  "));
                assert_eq!(decisions.count(), 1, "{text:?}: {lines:?}");
                // What is admitted, is admitted as its canonical text, which has no space.
                let url = lines[0].strip_prefix("allow ").unwrap_or_default();
                assert!(!url.contains(' '), "{lines:?}");
                let control = |c: char| c.is_control() || ('\u{2028}'..='\u{202E}').contains(&c);
                for line in &lines {
                    assert!(!line.contains(control), "{text:?}: {line:?}");
                    assert!(!line.contains(['\u{200F}', '\u{2066}', '\u{FEFF}']), "{line:?}");
                }
            }
        }
    }
    // Nor does a list end a line where the guard does not.
    let list = file("guard-lines.txt", "https://h.example/\rallow http://127.0.0.1/\n".as_bytes());
    let outcome = oneiri(&["guard", "-q", "--preset", "ssrf", "-f", &list]);
    assert!(!outcome.stdout().contains("\nallow") && !outcome.stdout().contains('\r'));
}

/// Whoever sends the text would learn which files there are.
#[test]
fn an_argument_is_never_a_file() {
    let name = file("guard-argument.txt", b"https://example.com/\n");
    for (argument, shown) in [(name.as_str(), name.as_str()), ("-", "-"), (".", ".")] {
        let outcome = oneiri(&["guard", "--preset", "ssrf", argument]);
        assert_eq!((outcome.code, outcome.stdout()), (1, &*format!("deny {shown}\n")));
    }
    let outcome = oneiri(&["guard", "--preset", "ssrf", "-f", &name]);
    assert_eq!((outcome.code, outcome.stdout()), (0, "allow https://example.com/\n"));
}

/// In a shell, `-- $url` without quotes is nothing if the variable is empty.
#[test]
fn no_text_is_not_admitted() {
    let empty = file("guard-empty.txt", b"");
    for arguments in [&["--"][..], &[], &["-f", &empty], &["--json"], &["-q"]] {
        let outcome = feed(&[&["guard", "--preset", "ssrf"], arguments].concat(), b"");
        assert_eq!((outcome.code, outcome.stdout()), (2, ""), "{arguments:?}");
        assert!(outcome.stderr.contains("there was no URL to check"), "{}", outcome.stderr);
    }
}

#[test]
fn lines_files_and_bases() {
    let lines = file("guard.txt", b"https://a.example/\0http://127.1/\0https://\xFF/\0");
    let outcome = oneiri(&["guard", "--preset", "ssrf", "-0", "-f", &lines]);
    assert_eq!(outcome.code, 1);
    assert_eq!(outcome.stdout(), "allow https://a.example/\0deny http://127.1/\0deny https://\u{FFFD}/\0");
    assert!(outcome.stderr.contains(":2:7-12: legacy-ipv4: "), "{}", outcome.stderr);
    assert!(outcome.stderr.contains(":3:8-9: not-utf8: "), "{}", outcome.stderr);

    let base = "https://app.example/login";
    let redirect = ["guard", "--preset", "open-redirect", "--base", base, "--json"];
    let outcome = oneiri(&[&redirect[..], &["/home", r"/\evil.example"]].concat());
    assert_eq!(outcome.code, 1);
    let (first, second) = outcome.stdout().split_once('\n').unwrap();
    assert_eq!(
        first,
        r#"{"line":1,"input":"/home","ok":true,"decision":"allow","canonical":"https://app.example/home","reasons":[]}"#
    );
    assert!(second.contains(r#""decision":"deny","canonical":null,"reasons":[{"code":"invalid""#));
    assert!(second.contains(r#"{"parser":"whatwg","saw":"the host 'evil.example'"}"#), "{second}");
}

#[test]
fn tests_of_a_policy() {
    let policy = file("guard-test.toml", POLICY);
    oneiri(&["guard", "--policy", &policy, "--test"]).is(
        1,
        &"fail https://example.com/: expected allow, found deny\n  no-rule: no rule allows the text; \
         allow rule 1 (POLICY, line 4) matches all but the host\n1 passed, 1 failed\n"
            .replace("POLICY", &policy),
        "",
    );
    // The rule that decides is named as well.
    let wrong = file(
        "guard-test-allow.toml",
        b"[[allow]]\nhost = \"*\"\n[[test]]\ntext = \"/\\u000a\"\ndecision = \"allow\"\n[[test]]\ntext = \"http://h.example/\"\n\
          decision = \"deny\"\n",
    );
    let outcome = oneiri(&["guard", "--policy", &wrong, "--test"]);
    let rule = format!("  allow rule 1 ({wrong}, line 1)\n0 passed, 2 failed\n");
    assert!(outcome.stdout().ends_with(&rule), "{}", outcome.stdout());
    // A base is for the tests that name none.
    let relative = file(
        "guard-test-base.toml",
        b"extends = \"open-redirect\"\n[[deny]]\nhost = \"a.example\"\npath = \"/admin\"\n[[test]]\ntext = \"./cart\"\ndecision = \"allow\"\n\
          [[test]]\ntext = \"/admin\"\ndecision = \"deny\"\n[[test]]\ntext = \"/admin\"\nbase = \"https://b.example\"\ndecision = \"allow\"\n",
    );
    let test = ["guard", "--policy", &relative, "--test"];
    oneiri(&[&test[..], &["--base", "https://a.example/x"]].concat()).is(0, "3 passed, 0 failed\n", "");
    let outcome = oneiri(&test);
    assert_eq!(outcome.code, 1);
    assert!(outcome.stdout().ends_with("1 passed, 2 failed\n"), "{}", outcome.stdout());
    assert!(outcome.stderr.contains("such a path has no host"), "{}", outcome.stderr);
    // A test that expects a reason fails for another one, and says which one was found.
    let reasons = file(
        "guard-test-reason.toml",
        b"extends = \"gateway\"\n[[test]]\ntext = \"/admin%2Fx\"\ndecision = \"deny\"\nreason = \"denied\"\n",
    );
    let outcome = oneiri(&["guard", "--policy", &reasons, "--test"]);
    let start = "fail /admin%2Fx: expected deny with the reason denied, found deny with the reason encoded-slash\n  \
                 encoded-slash: programs that decode";
    assert!(outcome.stdout().starts_with(start), "{}", outcome.stdout());
    oneiri(&["guard", "--preset", "gateway", "--test"]).is(0, "4 passed, 0 failed\n", "");
}

/// A preset can be read, and is a policy itself.
#[test]
fn presets_are_shown() {
    for preset in oneiri_policy::Preset::ALL {
        let outcome = oneiri(&["guard", "--show-preset", preset.name()]);
        assert_eq!((outcome.code, outcome.stdout()), (0, preset.text()));
    }
    assert_eq!(oneiri(&["guard", "--show-preset", "ssrf", "https://h.example/"]).code, 2);
    assert_eq!(oneiri(&["guard", "--show-preset", "ssrv"]).code, 2);
}

/// A number in place of a character is not mistaken for one that is written in the text.
#[test]
fn numbers_are_not_ambiguous() {
    let outcome = oneiri(&["guard", "-q", "--preset", "ssrf", "--", "http://x\\u{A}\n\\y"]);
    assert_eq!(outcome.stdout(), "deny http://x\\u{5C}u{A}\\u{A}\\y\n");
    // Nor in a reason on standard error.
    let policy = file("guard-regex.toml", b"parsers = [\"regex\", \"whatwg\"]\n[[allow]]\nhost = \"h\"\n");
    let outcome = oneiri(&["guard", "--policy", &policy, "--", "http://h/\\u{A}"]);
    let shown = "regex sees the path '/\\u{5C}u{A}'";
    assert!(outcome.stderr.contains(shown), "{}", outcome.stderr);
}

/// A denial that no rule allows is about the component in which the text differs from the nearest rule.
#[test]
fn no_rule_is_about_what_differs() {
    let policy = file("guard-place.toml", b"[[allow]]\nhost = \"a.example\"\npath = \"/v1/*\"\n");
    for (text, place) in [
        ("https://a.example/v2", "17-20"),
        ("https://b.example/v1", "8-17"),
        ("https://a.example:81/v1", "18-20"),
        ("ftp://a.example/v1", "0-3"),
    ] {
        let outcome = oneiri(&["guard", "--policy", &policy, text]);
        let line = outcome.stderr.lines().next().unwrap_or_default();
        assert!(line.contains("no-rule: no rule allows the text; allow rule 1"), "{line}");
        assert!(line.starts_with(&format!("argument:1:{place}: ")), "{line}");
        let (start, end) = place.split_once('-').unwrap();
        let json = oneiri(&["guard", "-q", "--policy", &policy, "--json", text]);
        let range = format!("\"start\":{start},\"end\":{end}");
        assert!(json.stdout().contains(&range), "{range}: {}", json.stdout());
    }
}

#[test]
fn explain_on_the_own_origin() {
    let outcome = oneiri(&["guard", "-q", "--preset", "gateway", "--explain", "/a?b"]);
    let seen = "  rfc3987 sees the own origin, /a?b\n  whatwg sees the own origin, /a?b\n";
    assert!(outcome.stdout().ends_with(seen), "{}", outcome.stdout());
    assert!(!outcome.stdout().contains("self.invalid"));
}

#[test]
fn explain() {
    let policy = file("guard-explain.toml", POLICY);
    let rule = format!("allow rule 1 ({policy}, line 4)");
    let explain = ["guard", "--policy", &policy, "--explain", "-q"];
    let of = |text| oneiri(&[&explain[..], &[text]].concat());
    // Each parser sees what it really sees, and not the form in which they are compared.
    of("HTTPS://a.example.com").is(
        0,
        &format!(
            "allow https://a.example.com/
  {rule}
  given HTTPS://a.example.com
  rfc3987 sees HTTPS://a.example.com
  whatwg sees https://a.example.com/
"
        ),
        "",
    );
    of("https://a.example.com:81/").is(
        1,
        &format!(
            "deny https://a.example.com:81/
  {rule} matches all but the port
  rfc3987 sees https://a.example.com:81/
  whatwg sees https://a.example.com:81/
"
        ),
        "",
    );
    let mapped = file("guard-mapped.toml", b"[violations]\nmapped-host = \"allow\"\n[[allow]]\nhost = \"*\"");
    let explain = ["guard", "--policy", &mapped, "--explain", "-q", "http://example\u{3002}com/"];
    oneiri(&explain).is(
        0,
        &format!(
            "allow http://example.com/
  allow rule 1 ({mapped}, line 3)
  given http://example\u{3002}com/
  rfc3987 sees http://example\u{3002}com/
  whatwg sees http://example.com/
"
        ),
        "",
    );
    let outcome = oneiri(&["guard", "--preset", "ssrf", "--explain", "--json", "http://u:p@h.example"]);
    assert!(outcome.stdout().contains(r#"{"parser":"whatwg","saw":"http://h.example/"}"#));
}

#[test]
fn wrong_policies() {
    let policy = file("guard-wrong.toml", b"[[allow]]\nhost = \"h\"\n[[allow]]\nhost = \"a*b\"\n");
    let outcome = oneiri(&["guard", "--policy", &policy, "https://h/"]);
    assert_eq!((outcome.code, outcome.stdout()), (2, ""));
    assert!(outcome.stderr.contains("guard-wrong.toml, line 4, host: 'a*b' would match more"));
    assert_eq!(oneiri(&["guard", "https://h/"]).code, 2);
    assert_eq!(oneiri(&["guard", "--preset", "none", "https://h/"]).code, 2);
    // So is a base that is none.
    for base in ["app.example", "", "javascript:1"] {
        let outcome = oneiri(&["guard", "--preset", "open-redirect", "--base", base, "/x"]);
        assert_eq!((outcome.code, outcome.stdout()), (2, ""), "{base}");
        assert!(outcome.stderr.contains("--base: expected an absolute URL"), "{}", outcome.stderr);
    }
    for (toml, meant) in [
        ("hosts = \"h\"", "expected one of the keys"),
        ("[[allow]]\nhosts = \"h\"", "did you mean 'host'?"),
        ("[[allow]]\nignore_case = true", "did you mean 'ignore-case'?"),
        ("extends = \"srrf\"", "did you mean 'ssrf'?"),
        ("[violations]\nencoded-slashes = \"deny\"", "did you mean 'encoded-slash'?"),
        ("[[test]]\nurl = \"h\"", "expected one of the keys text, decision, reason, base"),
    ] {
        let policy = file("guard-meant.toml", toml.as_bytes());
        let outcome = oneiri(&["guard", "--policy", &policy, "https://h/"]);
        assert!(outcome.code == 2 && outcome.stderr.contains(meant), "{toml}: {}", outcome.stderr);
    }
    let both = ["guard", "--preset", "ssrf", "--policy", &policy, "https://h/"];
    assert_eq!(oneiri(&both).code, 2);
    // A run of no tests is no success.
    let policy = file("guard-untested.toml", b"[[allow]]\nhost = \"h\"\n");
    let outcome = oneiri(&["guard", "--policy", &policy, "--test"]);
    assert_eq!(outcome.code, 1, "{}", outcome.stderr);
    assert!(outcome.stderr.contains("the policy has no [[test]]"));
    // A rule that has no effect is named, with a text that shows it.
    let policy = file("guard-covered.toml", b"allow = [{ host = \"*\" }, { host = \"a.example\" }]");
    let outcome = oneiri(&["guard", "--policy", &policy, "https://a.example/"]);
    assert_eq!(outcome.code, 0);
    for part in ["line 1: this [[allow]] rule has no effect", "http://a.example/"] {
        assert!(outcome.stderr.contains(part), "{part}: {}", outcome.stderr);
    }
}

const SSRF: [&str; 3] = ["guard", "--preset", "ssrf"];

/// The decisions of a table are a new column. Every row stays, an empty cell gets no decision, and a record that cannot be read gets
/// the reason.
#[test]
fn decisions_are_a_column_of_a_table() {
    let csv = file("guard-rows.csv", b"id,url\r\n1,http://h.example/\r\n2,\r\n3,http://127.1/\r\n4\r\n");
    let summary = "oneiri: 1 allowed, 2 denied\n";
    let outcome = oneiri(&[&SSRF[..], &["--column", "url", "--into", "guard", "-f", &csv]].concat());
    let rows = "id,url,guard\r\n1,http://h.example/,allow\r\n2,,\r\n3,http://127.1/,deny\r\n4,";
    assert!(outcome.code == 1 && outcome.stdout().starts_with(rows), "{outcome:?}");
    assert_eq!(outcome.stdout().lines().count(), 5, "every row stays");
    assert!(
        outcome.stderr.contains(":4:9-14: legacy-ipv4: ") && outcome.stderr.ends_with(summary),
        "{}",
        outcome.stderr
    );
    assert_eq!(outcome.stderr.matches(":5:").count(), 1, "a record is reported once: {}", outcome.stderr);
    let ndjson = "{\"u\":\"http://h.example/\"}\n{\"u\":null}\n{\"u\":\"http://127.1/\"}\n{\"u\":\n";
    let arguments = ["--format", "ndjson", "--column", "u", "--into", "d"];
    let outcome = feed(&[&SSRF[..], &arguments].concat(), ndjson.as_bytes());
    let rows = "{\"u\":\"http://h.example/\",\"d\":\"allow\"}\n{\"u\":null,\"d\":null}\n{\"u\":\"http://127.1/\",\"d\":\"deny\"}\n{\"u\":";
    assert!(outcome.code == 1 && outcome.stdout().starts_with(rows), "{outcome:?}");
    // Without --into there is a line for each record, and a cell without a text is neither allowed nor denied.
    let outcome = oneiri(&[&SSRF[..], &["--column", "url", "-f", &csv]].concat());
    assert_eq!(outcome.stdout(), "allow http://h.example/\ndeny http://127.1/\ndeny 4\n");
    assert!(outcome.stderr.ends_with(summary), "{}", outcome.stderr);
    let json = oneiri(&[&SSRF[..], &["--column", "url", "--json", "-f", &csv]].concat()).json();
    let found: Vec<_> =
        json.iter().map(|it| (it["line"].as_u64(), it["ok"].as_bool(), it["decision"].as_str())).collect();
    let expected = [
        (Some(2), Some(true), Some("allow")),
        (Some(4), Some(false), Some("deny")),
        (Some(5), Some(false), Some("deny")),
    ];
    assert_eq!(found, expected);
    // A table whose cells are all empty admits nothing.
    let empty = file("guard-empty.csv", b"url\n\"\"\n\"\"\n");
    for more in [&[][..], &["--into", "d"], &["--json"]] {
        let outcome = oneiri(&[&SSRF[..], &["--column", "url", "-f", &empty], more].concat());
        assert_eq!(outcome.code, 2, "{more:?}: {outcome:?}");
        assert!(outcome.stderr.contains("there was no URL to check"), "{}", outcome.stderr);
    }
}

#[cfg(feature = "parquet")]
#[test]
fn decisions_are_a_column_of_parquet() {
    let rows = crate::parquet::list("guard-rows", &["http://h.example/", "http://127.1/"]);
    let out = crate::run::path("guard-decided.parquet").into_os_string().into_string().unwrap();
    let outcome = oneiri(&[&SSRF[..], &["--column", "url", "--into", "d", "-f", &rows, "-o", &out, "-q"]].concat());
    outcome.is(1, "", "");
    let decisions = oneiri(&["check", "--json", &out, "--column", "d"]).json();
    assert_eq!(decisions.iter().map(|it| it["input"].clone()).collect::<Vec<_>>(), ["allow", "deny"]);
}

/// What is denied is in the file and not in the output, and it stays denied.
#[test]
fn a_file_takes_what_is_denied() {
    let rejects = crate::run::path("guard-rejects.txt").into_os_string().into_string().unwrap();
    let read = || std::fs::read_to_string(&rejects).unwrap();
    let list = b"http://h.example/\nhttp://127.1/\nhttps://b.example/\nhttp://[::1]/\n";
    let outcome = feed(&[&SSRF[..], &["--rejects", &rejects]].concat(), list);
    outcome.is(1, "allow http://h.example/\nallow https://b.example/\n", "oneiri: 2 allowed, 2 denied\n");
    assert_eq!(read(), "http://127.1/\nhttp://[::1]/\n");
    let outcome = oneiri(&[&SSRF[..], &["-q", "--rejects", &rejects, "http://127.1/", "http://10.1/"]].concat());
    outcome.is(1, "", "");
    assert_eq!(read(), "http://127.1/\nhttp://10.1/\n");
    let outcome = feed(
        &[&SSRF[..], &["-q", "-0", "--tag", "--rejects", &rejects]].concat(),
        b"http://127.1/\0http://h.example\0",
    );
    outcome.is(1, "http://h.example\tallow\0", "");
    assert_eq!(read(), "http://127.1/\0");
    let csv = file("guard-rejects.csv", b"id,url\n1,http://127.1/\n2,\n3,http://h.example/\n");
    let into = ["-q", "--column", "url", "--into", "d", "--rejects", &rejects, "-f", &csv];
    oneiri(&[&SSRF[..], &into].concat()).is(1, "id,url,d\n2,,\n3,http://h.example/,allow\n", "");
    assert_eq!(read(), "id,url\n1,http://127.1/\n");
    assert!(oneiri(&["guard", "--help"]).stdout().contains("and the exit code is 1 nevertheless"));
}

/// A program that cuts the text of others at the TAB gets the decision and nothing of the text.
#[test]
fn a_tag_comes_after_the_only_tab() {
    let list = b"http://h.example/\nhttp://127.1/\tallow\n";
    let outcome = feed(&[&SSRF[..], &["-q", "--tag"]].concat(), list);
    outcome.is(1, "http://h.example/\tallow\nhttp://127.1/\\u{9}allow\tdeny\n", "");
}

#[test]
fn what_has_no_scheme_is_denied_even_with_a_base() {
    let base = ["guard", "--preset", "open-redirect", "--base", "https://app.example/", "--absolute", "--column", "u"];
    let csv = file("guard-absolute.csv", b"u\n/x\nhttps://app.example/x\n\"\"\n");
    let outcome = oneiri(&[&base[..], &["-f", &csv]].concat());
    let message =
        format!("{csv}:2:0-0: invalid: expected a scheme, because of --absolute\noneiri: 1 allowed, 1 denied\n");
    assert_eq!((outcome.code, outcome.stdout()), (1, "deny /x\nallow https://app.example/x\n"));
    assert!(outcome.stderr.ends_with(&message), "{}", outcome.stderr);
}

/// "Forward this one" holds for a URL with a password as well. What is denied shows none, and no token either.
#[test]
fn after_allow_is_the_exact_text() {
    let policy = file("guard-userinfo.toml", b"[violations]\nuserinfo = \"allow\"\n[[allow]]\nhost = \"h.example\"\n");
    let guard = |text: &str, more: &[&str]| oneiri(&[&["guard", "--policy", &policy], more, &[text]].concat());
    for text in ["http://u:s3cret@h.example/", "http://ghp_s3cret@h.example/", "http://h.example/?token=s3cret"] {
        assert_eq!(guard(text, &[]).stdout(), format!("allow {text}\n"));
        let denied = text.replace("h.example", "i.example");
        for more in [&[][..], &["--explain"]] {
            let outcome = guard(&denied, more);
            assert_eq!(outcome.code, 1);
            assert!(!outcome.said().contains("s3cret") && outcome.said().contains("***"), "{}", outcome.said());
        }
    }
}

/// Options that say what is read or written have no effect where no text is read.
#[test]
fn a_policy_that_is_shown_or_tested_writes_to_no_file() {
    for mode in [&["--show-preset", "ssrf"][..], &["--preset", "ssrf", "--test"]] {
        for more in [["-o", "x"], ["--rejects", "x"], ["--column", "x"], ["--into", "x"]] {
            assert_eq!(oneiri(&[&["guard"], mode, &more].concat()).code, 2, "{mode:?} {more:?}");
        }
    }
}
