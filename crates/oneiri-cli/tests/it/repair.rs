//! `fix` repairs lists, tables and RDF, and nothing is lost.

use crate::run::{feed, file, oneiri, path};

#[test]
fn invalid_names_are_repaired() {
    for (format, before, after) in [
        ("nt", "<http://h/a b> <http://h/p> \"x y\" .\n", "<http://h/a%20b> <http://h/p> \"x y\" .\n"),
        ("nt", "<http://h/a\\u0020b> <http://h/p> _:a .\n", "<http://h/a%20b> <http://h/p> _:a .\n"),
        ("nq", "_:a <http://h/p> _:b <http://h/{g}> .\n", "_:a <http://h/p> _:b <http://h/%7Bg%7D> .\n"),
        ("turtle", "<http://h/a b> a <#c d> .\n# e f\n", "<http://h/a%20b> a <#c%20d> .\n# e f\n"),
        // Valid names of Turtle stay, and so do prefixed ones, whose namespace is repaired.
        (
            "turtle",
            "@prefix p: <HTTP://h/n s#> .\np:a p:b <HTTP://h/%7E>, <x y> .\n",
            "@prefix p: <HTTP://h/n%20s#> .\np:a p:b <HTTP://h/%7E>, <x%20y> .\n",
        ),
        ("turtle", "@base <http://h/a b/> .\n<c> a <d e> .\n", "@base <http://h/a%20b/> .\n<c> a <d%20e> .\n"),
        ("trig", "<g h> {\n <s> a <o p> .\n}\n", "<g%20h> {\n <s> a <o%20p> .\n}\n"),
    ] {
        let name = file("repair-invalid", before.as_bytes());
        let outcome = oneiri(&["fix", "--format", format, &name]);
        assert_eq!((outcome.code, outcome.stdout()), (0, after), "{}", outcome.stderr);
        // What was repaired is not repaired again, and holds.
        let name = file("repair-repaired", after.as_bytes());
        assert_eq!(oneiri(&["fix", "--format", format, &name]).stdout(), after);
        assert_eq!(oneiri(&["check", "--format", format, &name]).code, 0, "{after}");
        // The name of a file says its format, too.
        let ending = if format == "turtle" { "ttl" } else { format };
        let name = file(&format!("repair-named.{ending}"), before.as_bytes());
        assert_eq!(oneiri(&["fix", &name]).stdout(), after, "{ending}");
    }
}

/// A statement that cannot be repaired stays as it is, or goes to the file of --rejects.
#[test]
fn no_statement_is_lost() {
    let good = "<http://h/a b> <http://h/p> <http://h/o> .\n";
    let repaired = "<http://h/a%20b> <http://h/p> <http://h/o> .\n";
    for (format, bad) in [
        ("nt", "<http://[h/> <http://h/p> <http://h/o> .\n"),
        ("nt", "<http://h/s> <http://h/p> <http://h/%zz> .\n"),
        ("nt", "<http://h/s> <http://h/p> .\n"),
        ("nq", "_:a <http://h/p> \"x\\q\" .\n"),
        ("turtle", "<http://[h/> <http://h/p> <http://h/o> .\n"),
        ("turtle", "p:a <http://h/p> <http://h/o> .\n"),
        ("trig", "{ <http://h/s> <http://h/p> }\n"),
    ] {
        let name = file("repair-lost", [good, bad, good].concat().as_bytes());
        let outcome = oneiri(&["fix", "--format", format, &name]);
        let kept = [repaired, bad, repaired].concat();
        assert_eq!((outcome.code, outcome.stdout()), (1, &*kept), "{bad}");
        let rejects = path("repair-rejects");
        let rejects = rejects.to_str().unwrap();
        let outcome = oneiri(&["fix", "--format", format, &name, "--rejects", rejects]);
        // The user has said what becomes of it, so the exit code is 0.
        let kept = [repaired, repaired].concat();
        assert_eq!((outcome.code, outcome.stdout()), (0, &*kept), "{bad}");
        assert_eq!(std::fs::read_to_string(rejects).unwrap(), bad);
    }
}

/// A statement of which only a part can be repaired stays as it is.
#[test]
fn a_statement_is_repaired_as_a_whole_or_not_at_all() {
    let text = "<http://h/a b> <http://[h/> <http://h/c d> .\n<http://h/e f> <http://h/p> _:a .\n";
    let name = file("repair-whole.nt", text.as_bytes());
    let outcome = oneiri(&["fix", &name]);
    assert_eq!((outcome.code, outcome.stdout()), (1, &*text.replace("e f", "e%20f")));
}

/// The file of --rejects begins with what its statements need, and can be repaired and checked alone.
#[test]
fn rejected_statements_can_be_read_alone() {
    let text = "@prefix p: <http://h/n s#> .\n@base <http://b/> .\np:a p:b <x y> .\n\
                p:a p:b <http://[h/> .\nPREFIX q: <http://q/>\nq:a p:b <http://h/%zz> .\n";
    let name = file("repair-alone.ttl", text.as_bytes());
    let rejects = path("repair-alone-rejects.ttl");
    let rejects = rejects.to_str().unwrap();
    assert_eq!(oneiri(&["fix", &name, "--rejects", rejects, "-q"]).code, 0);
    assert_eq!(
        std::fs::read_to_string(rejects).unwrap(),
        "@prefix p: <http://h/n%20s#> .\n@base <http://b/> .\np:a p:b <http://[h/> .\n\
         PREFIX q: <http://q/>\nq:a p:b <http://h/%zz> .\n"
    );
    // Only the two faults that were there, and no prefix that is not declared.
    let checked = oneiri(&["check", rejects]);
    assert_eq!(checked.stdout().lines().count(), 2, "{}", checked.said());
    // Without a statement that is rejected, nothing is.
    let good = file("repair-alone-good.ttl", b"@prefix p: <http://h/> .\np:a p:b p:c .\n");
    assert_eq!(oneiri(&["fix", &good, "--rejects", rejects, "-q"]).code, 0);
    assert_eq!(std::fs::read(rejects).unwrap(), b"");
}

#[test]
fn lists_and_tables_are_repaired() {
    let list = b"http://h/a b\nHTTP://h/%7e\nhttp://[/\n";
    let fault = "stdin:3:8-9: E006 host: expected a closing \"]\", found '/' (RFC 3986 section 3.2.2)\n";
    let summary = "oneiri: 3 read, 1 invalid, 1 fixed\n";
    feed(&["fix"], list).is(1, "http://h/a%20b\nHTTP://h/%7e\nhttp://[/\n", &format!("{fault}{summary}"));
    feed(&["fix", "--invalid", "drop"], list).is(0, "http://h/a%20b\nHTTP://h/%7e\n", &format!("{fault}{summary}"));
    feed(&["fix", "--dry-run"], b"http://u:pw@h/a b\nb\n").is(
        0,
        "stdin:1: http://u:***@h/a b -> http://u:***@h/a%20b\n",
        "oneiri: 2 read, 0 invalid, 1 would be fixed\n",
    );
    feed(&["fix", "-q", "--format", "csv", "--column", "u"], b"n,u\n1,a b\n2,\n3,c\n")
        .is(0, "n,u\n1,a%20b\n2,\n3,c\n", "");
    let own = file("repair-own.txt", b"a b\r\nc\n");
    assert_eq!(oneiri(&["fix", "-q", "--in-place", &own]).code, 0);
    assert_eq!(std::fs::read(&own).unwrap(), b"a%20b\r\nc\n");
    // A byte order mark stays, and is part of no line.
    for (before, after) in [
        ("\u{FEFF}a b\nc\n", "\u{FEFF}a%20b\nc\n"),
        ("\u{FEFF}a\nb c", "\u{FEFF}a\nb%20c"),
        ("\u{FEFF}", "\u{FEFF}"),
        ("\u{FEFF}\u{FEFF}a b", "\u{FEFF}\u{FEFF}a%20b"),
    ] {
        let marked = file("repair-marked.txt", before.as_bytes());
        let outcome = oneiri(&["fix", "--in-place", &marked]);
        assert_eq!((outcome.code, &*std::fs::read_to_string(&marked).unwrap()), (0, after), "{}", outcome.stderr);
    }
    // Next to its URL, an invalid one has an empty answer, as in `normalize`, unless --invalid says something else.
    let table = b"url\nhttp://a/ b\nhttp://[\n";
    let (into, tag) = (["-q", "--format", "csv", "--column", "url", "--into", "fixed"], ["-q", "--tag"]);
    feed(&[&["fix"], &into[..]].concat(), table).is(1, "url,fixed\nhttp://a/ b,http://a/%20b\nhttp://[,\n", "");
    feed(&[&["fix"], &tag[..]].concat(), b"a b\nhttp://[\n").is(1, "a b\ta%20b\nhttp://[\t\n", "");
    let kept = "url,fixed\nhttp://a/ b,http://a/%20b\nhttp://[,http://[\n";
    feed(&[&["fix", "--invalid", "keep"], &into[..]].concat(), table).is(0, kept, "");
    for wrong in [&["--profile", "rdf"][..], &["--dry-run", "-o", "x"], &["--in-place"]] {
        assert_eq!(feed(&[&["fix"], wrong].concat(), b"a\n").code, 2, "{wrong:?}");
    }
}

/// What only a guess could repair is reported: a host that is no name, and a backslash.
#[test]
fn a_guess_is_no_repair() {
    let list = b"http://h h/x y\nhttp:\\\\evil\\a\nhttp://h/a\\b\nhttp://u ser@h/a b\nhttp://h/a b\n";
    let host = "host: these characters cannot stand in the name of a host, also if they are percent-encoded; write the host that you mean";
    let slash = "'\\' can mean '/', as browsers read it, or %5C: write the one that you mean";
    feed(&["fix"], list).is(
        1,
        "http://h h/x y\nhttp:\\\\evil\\a\nhttp://h/a\\b\nhttp://u%20ser@h/a%20b\nhttp://h/a%20b\n",
        &format!(
            "stdin:1:7-10: E001 {host}\nstdin:2:5-6: E001 {slash}\nstdin:3:10-11: E001 {slash}\noneiri: 5 read, 3 invalid, 2 fixed\n"
        ),
    );
}

/// A declaration that is rejected takes the statements with it that need it, because they would else mean something that an
/// earlier declaration says.
#[test]
fn a_declaration_without_a_repair_is_not_replaced_by_an_earlier_one() {
    let old = "@prefix ex: <http://old.example/> .\n@base <http://old.example/> .\n";
    let rejects = path("repair-declared-rejects");
    let rejects = rejects.to_str().unwrap();
    for (options, bad) in [
        (&[][..], "@prefix ex: <http://new host/> .\nex:a ex:p ex:b .\n"),
        (&[], "PREFIX ex: <http://new|host/>\nex:a <http://h/p> 1 .\n"),
        (&[], "@base <http://new host/> .\n<a> <http://h/p> 1 .\n"),
        (&[], "BASE <http://h/\\u005C>\n<a> <http://h/p> 1 .\n"),
        (&["--uri"], "@prefix ex: <http://caf\u{E9}/> .\nex:a ex:p ex:b .\n"),
    ] {
        for format in ["turtle", "trig"] {
            let name = file("repair-declared", [old, bad].concat().as_bytes());
            let arguments = [&["fix", "--format", format, &name, "--rejects", rejects], options].concat();
            let outcome = oneiri(&arguments);
            assert_eq!((outcome.code, outcome.stdout()), (0, old), "{bad}{}", outcome.stderr);
            assert!(std::fs::read_to_string(rejects).unwrap().ends_with(bad), "{bad}");
        }
    }
}
