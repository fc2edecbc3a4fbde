//! The options of output of `links` and `report`, what commands for values say of a table without `-f`, and what messages hide.

use crate::run::{feed, file, oneiri, path};

const PAGE: &[u8] =
    b"<a href='http://h/a b'>1</a><a href='/c'>2</a>\n<a href='http://h/d'>3</a><a href='http://h:x/'>4</a>\n";

#[test]
fn links_write_what_is_invalid_to_a_file() {
    let (page, rejects) =
        (file("outputs.html", PAGE), path("outputs-links.txt").into_os_string().into_string().unwrap());
    let links = |more: &[&str]| oneiri(&[&["links", &page, "--rejects", &rejects], more].concat());
    let read = || std::fs::read_to_string(&rejects).unwrap();
    links(&[]).is(0, "/c\nhttp://h/d\n", "oneiri: 4 references: 2 invalid\n");
    assert_eq!(read(), "http://h/a b\nhttp://h:x/\n");
    links(&["-0", "-q"]).is(0, "/c\0http://h/d\0", "");
    assert_eq!(read(), "http://h/a b\0http://h:x/\0");
    // A browser opens the space, and no relative URL without a base.
    links(&["--browser", "-q"]).is(0, "http://h/a%20b\nhttp://h/d\n", "");
    assert_eq!(read(), "/c\nhttp://h:x/\n");
    links(&["--absolute", "-q"]).is(0, "http://h/d\n", "");
    assert_eq!(read(), "http://h/a b\n/c\nhttp://h:x/\n");
    links(&["--absolute", "--base", "http://b/", "-q"]).is(0, "http://b/c\nhttp://h/d\n", "");
    let json = links(&["--json", "--absolute"]);
    assert_eq!(
        json.json().iter().map(|it| it["ok"].as_bool().unwrap()).collect::<Vec<_>>(),
        [false, false, true, false]
    );
    assert_eq!((json.code, read()), (0, "http://h/a b\n/c\nhttp://h:x/\n".to_owned()));
    // Without the file they are reported once, and the exit code is 1.
    let outcome = oneiri(&["links", "--absolute", &page]);
    assert_eq!((outcome.code, outcome.stderr.lines().count()), (1, 4), "{}", outcome.stderr);
    assert!(outcome.stderr.contains(":1:37-") && outcome.stderr.contains("expected a scheme"), "{}", outcome.stderr);
    assert_eq!(oneiri(&["links", &page, "-o", &rejects, "--rejects", &rejects]).code, 2);
    for command in ["links", "report"] {
        let help = oneiri(&[command, "--help"]);
        assert!(
            help.stdout().contains("1  some input was invalid, and --rejects does not take it"),
            "{}",
            help.stdout()
        );
    }
}

#[test]
fn report_writes_what_is_invalid_to_a_file() {
    let rejects = path("outputs-report.txt").into_os_string().into_string().unwrap();
    let read = || std::fs::read_to_string(&rejects).unwrap();
    let list = b"http://h/\nb/c\nhttp://h/a b\n";
    let report = |more: &[&str], input: &[u8]| feed(&[&["report"], more].concat(), input);
    let outcome = report(&["--rejects", &rejects], list);
    assert_eq!((outcome.code, &*outcome.stderr), (0, "oneiri: 3 lines: 2 unique, 0 duplicates, 1 invalid\n"));
    assert_eq!(read(), "http://h/a b\n");
    let outcome = report(&["--rejects", &rejects, "--absolute", "-q"], list);
    assert_eq!((outcome.code, &*outcome.stderr), (0, ""));
    assert_eq!(read(), "b/c\nhttp://h/a b\n");
    let outcome = report(&["--absolute"], list);
    assert_eq!((outcome.code, &*outcome.stderr), (1, "oneiri: 3 lines: 1 unique, 0 duplicates, 2 invalid\n"));
    let outcome = report(&["-0", "--rejects", &rejects], b"http://h/\0http://h/a\nb\0");
    assert_eq!((outcome.code, read()), (0, "http://h/a\nb\0".to_owned()));
    assert!(outcome.stdout().starts_with("<!DOCTYPE html>") && outcome.stderr.contains("2 lines: 1 unique"));
    let csv = file("outputs-report.csv", b"id,url\n1,http://h/\n2,a b\n3,\n");
    let outcome = report(&["--column", "url", "--rejects", &rejects, "-q", &csv], b"");
    assert_eq!((outcome.code, read()), (0, "id,url\n2,a b\n".to_owned()));
    let summary = report(&["--summary"], list);
    assert!(summary.stderr.contains("1 x E001 path: ' ' is not allowed here"), "{}", summary.stderr);
}

/// A person who forgets `-f` gets no answer about the name of the file. Nobody looks whether there is one.
#[test]
fn options_of_tables_need_files() {
    let policy = ["guard", "--preset", "ssrf"];
    let commands: [&[&str]; 7] = [
        &["parse", "--get", "host"],
        &["parsers"],
        &["edit", "--scheme", "https"],
        &["convert", "--to", "uri"],
        &["resolve", "--base", "http://h/"],
        &["relativize", "--base", "http://h/"],
        &policy,
    ];
    for command in commands {
        for options in [
            &["--format", "csv", "--column", "url", "--into", "x"][..],
            &["--column", "url"],
            &["--format", "ndjson"],
            &["--into", "x"],
            &["--format", "csv", "--delimiter", ";"],
        ] {
            let outcome = oneiri(&[command, options, &["my pages.csv"]].concat());
            let message = "error: my pages.csv is taken as a URL; to read the file, write: -f 'my pages.csv'\n";
            outcome.is(2, "", message);
        }
        let url = oneiri(&[command, &["--column", "url", "http://u:s3cret@h/"]].concat());
        url.is(2, "", "error: http://u:***@h/ is taken as a URL; to read the file, write: -f FILE\n");
        assert_ne!(oneiri(&[command, &["--format", "text", "http://h/"]].concat()).code, 2, "{command:?}");
    }
    for command in ["check", "lint", "normalize", "key", "fix", "report"] {
        let outcome = oneiri(&[command, "--format", "csv", "--column", "url", "http://h/"]);
        assert!(outcome.code == 2 && outcome.stderr.contains("write: -f FILE"), "{command}: {}", outcome.stderr);
    }
}

/// An answer of a URL without a host is empty, and the summary says so.
#[test]
fn parse_says_how_many_have_none_of_the_components() {
    let list = b"example.com\nhttp://h:80/\nurn:a:b\nhttp://h/\n";
    let get = |what: &str| feed(&["parse", "--get", what], list);
    get("host").is(0, "\nh\n\nh\n", "oneiri: 2 URLs have no host\n");
    get("port").is(0, "\n80\n\n\n", "oneiri: 3 URLs have no port\n");
    get("{host}:{port}").is(0, ":\nh:80\n:\nh:\n", "oneiri: 3 URLs have no host or no port\n");
    get("scheme").is(0, "\nhttp\nurn\nhttp\n", "oneiri: 1 URL has no scheme\n");
    get("{host}{path}").is(0, "example.com\nh/\na:b\nh/\n", "oneiri: 2 URLs have no host or no path\n");
    feed(&["parse", "-q", "--get", "host"], list).is(0, "\nh\n\nh\n", "");
    oneiri(&["parse", "--get", "host", "example.com"]).is(0, "\n", "");
    let csv = file("outputs-get.csv", b"u\nexample.com\n\"\"\nhttp://h/\n");
    let outcome =
        oneiri(&["parse", "--get", "host", "--column", "u", "--into", "host", "-f", &csv, "-o", &format!("{csv}.out")]);
    assert!(outcome.code == 0 && outcome.stderr.ends_with("oneiri: 1 URL has no host\n"), "{}", outcome.stderr);
}

/// By the grammar `localhost` is a scheme, which nobody means.
#[test]
fn check_counts_names_with_ports() {
    let list = "localhost:8080\nexample.com:443/x\nhttp://h/\nurn:1.2:3\ntel:112\n".repeat(70);
    let told = "140 with a name and a port instead of a scheme (see oneiri lint --explain L104)";
    feed(&["check", "--absolute"], list.as_bytes()).is(0, "", &format!("oneiri: 350 checked, 0 invalid, {told}\n"));
    for more in [&["--uri"][..], &["--json"], &["-o", "-"]] {
        let outcome = feed(&[&["check", "--absolute"], more].concat(), list.as_bytes());
        assert!(outcome.code == 0 && outcome.stderr.contains(told), "{more:?}: {}", outcome.stderr);
    }
    // Who does not ask for a scheme may mean a scheme of one's own.
    feed(&["check"], b"http://h/\nlocalhost:8080\n").is(0, "", "oneiri: 2 checked, 0 invalid\n");
    let nt = file("outputs.nt", b"<http://h/> <http://p/> <localhost:80> .\n");
    assert!(!oneiri(&["check", "--absolute", &nt]).stderr.contains("instead of a scheme"));
}

/// What `redact` hides, messages and the page of `report` hide as well. Answers never change.
#[test]
fn messages_and_pages_hide_tokens() {
    let list = "https://ghp_s3cret@github.com/o/r\nhttps://h/?password=s3cret%%zz\nHTTPS://h/?access_token=s3cret\n\
                https://h/#access_token=s3cret&a=%zz\nhttps://ghp_s3cret:x-oauth-basic@h/\\a\nhttp://a/?token=s3cret\\@b/\n\
                https://u:s3cret@h/?sig=s3cret%7E%%\nhttp://h/?q=http://i/?key=s3cret\n";
    for command in [
        &["report"][..],
        &["lint"],
        &["lint", "--sarif"],
        &["lint", "--profile", "strict"],
        &["fix", "--lint", "--dry-run"],
        &["guard", "--preset", "agent"],
        &["guard", "--preset", "agent", "--explain"],
        &["parsers"],
        &["parsers", "--all"],
    ] {
        let outcome = feed(command, list.as_bytes());
        let said = outcome.said();
        let place = said.find("s3cret").map(|at| &said[at.saturating_sub(80)..at + 6]);
        assert_eq!(place, None, "{command:?}");
        assert!(said.contains("***") || command.contains(&"--sarif"), "{command:?}");
    }
    for command in [&["normalize"][..], &["parse"], &["parse", "--get", "query"], &["convert", "--to", "uri"]] {
        let outcome = feed(command, b"https://ghp_s3cret@h/?token=s3cret\n");
        assert!(outcome.stdout().contains("token=s3cret") && !outcome.stdout().contains("***"), "{outcome:?}");
    }
}

/// What stands in a page may have line ends, and what is wrong with a page is no link of it.
#[test]
fn a_file_of_rejects_has_a_line_for_each_link() {
    let page = file("outputs-lines.html", b"<a href='http://a b\nhttp://ok/'>1</a>");
    let rejects = path("outputs-lines.txt").into_os_string().into_string().unwrap();
    assert_eq!(oneiri(&["links", "-q", &page, "--rejects", &rejects]).code, 0);
    let read = std::fs::read_to_string(&rejects).unwrap();
    assert_eq!(read.lines().count(), 1, "{read}");
    let archive = file(
        "outputs-lines.warc",
        b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://h y/\r\nContent-Type: application/http\r\n\
          Content-Length: 39\r\n\r\nHTTP/1.1 200 OK\r\n\r\n<a href='http://h/'>\r\n\r\n",
    );
    let outcome = oneiri(&["links", &archive, "--rejects", &rejects]);
    assert!(outcome.code == 1 && outcome.stderr.contains("WARC-Target-URI"), "{}", outcome.stderr);
    assert_eq!(std::fs::read_to_string(&rejects).unwrap(), "");
}

/// The declarations of a document go to the file of rejects, also if nothing else is written.
#[test]
fn what_check_rejects_can_be_read_alone() {
    let rejects = path("outputs-check.ttl").into_os_string().into_string().unwrap();
    let text = b"@prefix e: <http://e/> .\n@base <http://b/> .\n<http://x y> e:p <o> .\n<http://ok/> e:p <o> .\n";
    assert_eq!(feed(&["check", "-q", "--format", "turtle", "--rejects", &rejects], text).code, 1);
    let read = std::fs::read_to_string(&rejects).unwrap();
    assert_eq!(read, "@prefix e: <http://e/> .\n@base <http://b/> .\n<http://x y> e:p <o> .\n");
    // Two graphs of one name stay two, because the last statement of each may have no dot.
    let graphs =
        b"<http://g/> { <http://a b> <http://p> <http://o1> }\n<http://g/> { <http://c d> <http://p> <http://o2> }\n";
    assert_eq!(feed(&["check", "-q", "--format", "trig", "--rejects", &rejects], graphs).code, 1);
    let again = feed(&["check", "--format", "trig"], &std::fs::read(&rejects).unwrap());
    assert_eq!(again.stdout().matches("is not allowed here").count(), 2, "{}", again.said());
    assert_eq!(again.stdout().lines().count(), 2, "{}", again.said());
}

/// A gate answers each record, also one that cannot be read, and a text with a TAB cannot pretend to have an answer.
#[test]
fn guard_denies_what_it_cannot_read() {
    let records = b"{\"url\":\"https://a.com/\"}\n{\"url\":5}\n";
    let guard = ["guard", "--preset", "ssrf", "-q", "--format", "ndjson", "--column", "url"];
    let outcome = feed(&[&guard[..], &["--into", "ok"]].concat(), records);
    outcome.is(1, "{\"url\":\"https://a.com/\",\"ok\":\"allow\"}\n{\"url\":5,\"ok\":\"deny\"}\n", "");
    feed(&guard, records).is(1, "allow https://a.com/\ndeny {\"url\":5}\n", "");
    let json = feed(&[&guard[..], &["--json"]].concat(), records).json();
    assert_eq!(json[1]["decision"], "deny");
    let tag = ["guard", "--preset", "ssrf", "-q", "--tag"];
    feed(&tag, "https://ex.com/\u{E9}\\\tallow\n".as_bytes()).is(1, "https://ex.com/\u{E9}\\\\u{9}allow\tdeny\n", "");
    feed(&tag, "https://ex.com/\u{E9}\n".as_bytes()).is(0, "https://ex.com/\u{E9}\tallow\n", "");
    // The text of another parser may have a password where the first has none.
    let seen = oneiri(&["guard", "--preset", "ssrf", "--explain", "http://h\\@ada:SECRET@g/"]);
    assert!(!seen.stdout().contains("SECRET"), "{}", seen.stdout());
    let key = feed(&["parsers"], b"http://sk_live_abc123:@api.h/\n");
    assert!(!key.stdout().contains("sk_live"), "{}", key.stdout());
}

/// Dates and numbers of records that equal no other do not matter to `--keep newest`.
#[test]
fn what_equals_no_other_has_no_age() {
    let table = b"url,x\nhttp://a/,2025-01-01\n,5\nhttp://a/,2024-01-01\n";
    let newest = ["dedupe", "-q", "--format", "csv", "--column", "url", "--keep", "newest=x"];
    feed(&newest, table).is(0, "url,x\nhttp://a/,2025-01-01\n,5\n", "");
    let ports = feed(&["check", "--absolute"], b"httpbin.org:8080/x\nexample.org:8080/x\nhttp://h/\n");
    assert!(ports.stderr.contains("2 with a name and a port"), "{}", ports.stderr);
}
