//! Turtle and TriG: each IRI is resolved and read, and each error of the grammar is named.

use std::fmt::Write;
use std::fs;
use std::time::{Duration, Instant};

use crate::run::{Outcome, feed, file, oneiri, path};

/// The places in the messages about standard input: `LINE:START-END`.
fn places(outcome: &Outcome) -> Vec<String> {
    let place = |line: &str| {
        let mut parts = line.strip_prefix("stdin:")?.splitn(3, ':');
        Some(format!("{}:{}", parts.next()?, parts.next()?))
    };
    outcome.said().lines().filter_map(place).collect()
}

fn summary(outcome: &Outcome) -> &str {
    outcome.stderr.lines().last().unwrap_or_default()
}

const DOCUMENT: &str = "\
# A header, <http://not an IRI>
@prefix ex: <http://example.org/ns#> .
@base <http://example.org/base/> .

ex:a a ex:B ; <p> <o 1>, \"x <no one>\"^^ex:int, \"\"\" long
 <x y> \"\" . \"\"\"@en ;
   ex:caf\u{e9} 'x', true, -.5e3 .
<rel> <http://h/\\u0041\\u0020> ( 1 2.5 [ ex:p <http://h/\u{fc}{> ] ) .
foo:bar ex:p 1.
<s> <p> .  <s> <p> <bad iri>, <ok> .
<s> <p> \"unclosed .
<s2> <p> <o> . # the rest\r
";

#[test]
fn every_bad_iri_is_named_with_its_line_and_its_bytes() {
    let outcome = feed(&["check", "--format", "turtle"], DOCUMENT.as_bytes());
    let expected = ["5:20-21", "8:22-28", "8:57-58", "9:0-4", "10:8-9", "10:23-24", "11:8-19"];
    assert_eq!(places(&outcome), expected, "{}", outcome.stderr);
    assert_eq!(outcome.code, 1);
    let lint = feed(&["lint", "--format", "turtle"], DOCUMENT.as_bytes());
    assert!(summary(&lint).contains(" 7 invalid"), "{}", lint.stderr);
    let report = feed(&["report", "--format", "turtle"], DOCUMENT.as_bytes());
    assert!(summary(&report).contains(" 7 invalid"), "{}", report.stderr);
}

#[test]
fn the_statements_are_divided_byte_for_byte() {
    let name = file("turtle-divided.ttl", DOCUMENT.as_bytes());
    let (bad, good) = (path("turtle-bad.ttl"), path("turtle-good.ttl"));
    let [bad, good] = [bad.to_str().unwrap(), good.to_str().unwrap()];
    let outcome = oneiri(&["check", "-f", &name, "--rejects", bad, "-o", good]);
    assert_eq!(outcome.code, 1);
    let rest = fs::read_to_string(good).unwrap();
    let lines: Vec<&str> = DOCUMENT.split_inclusive('\n').collect();
    let expected = [&lines[..4], &lines[11..]].concat().concat();
    assert_eq!(rest, expected);
    let again = oneiri(&["check", "-f", good]);
    assert_eq!((again.code, summary(&again)), (0, "oneiri: 5 checked, 0 invalid"));
    let bad = fs::read_to_string(bad).unwrap();
    // It begins with the prefixes and the base that its statements need.
    let expected = [&lines[1..3], &lines[4..11]].concat().concat();
    assert_eq!(bad.replace(".\n  <s>", ".  <s>"), expected);
}

/// What depends on an invalid directive is refused as well, so that the rest keeps its meaning.
#[test]
fn an_invalid_directive_makes_its_names_invalid() {
    let text = "@base <http://h/a/> .\n@prefix p: <x y> .\n<s> <p> p:o .\n@base <b c> .\n<s> <http://h/p> 1 .\nPREFIX p: <http://h/>\nBASE <http://h/>\n<s> <p> p:o .\n";
    let outcome = feed(&["check", "--format", "ttl", "--rejects", "/dev/null", "-o", "-"], text.as_bytes());
    let expected = "@base <http://h/a/> .\nPREFIX p: <http://h/>\nBASE <http://h/>\n<s> <p> p:o .\n";
    assert_eq!(outcome.stdout(), expected);
    let outcome = feed(&["check", "--format", "ttl"], text.as_bytes());
    assert_eq!(places(&outcome), ["2:13-14", "3:8-10", "4:8-9", "5:1-2"], "{}", outcome.stderr);
}

/// What a directive within an invalid statement declares is unknown until it is declared again. Otherwise what needs it would
/// be kept, and would mean what an older declaration says.
#[test]
fn a_directive_within_an_invalid_statement_makes_its_names_unknown() {
    const HEAD: &str = "@prefix e: <http://old/> .\n@prefix f: <http://f/> .\n@base <http://old/> .\n";
    const TAIL: &str = "f:s <http://p/> 1 .\n@prefix e: <http://newer/> .\n@base <http://newer/> .\ne:s <p> 1 .\n";
    let prefix = ["e:s f:p 1 .\n", "the declaration of the prefix 'e:' is within an invalid statement (line LINE)"];
    let base = ["<s> f:p 1 .\n", "because the declaration of the base is within an invalid statement (line LINE)"];
    for (broken, line, [needs, message]) in [
        ("f:s f:p f:o\n@prefix e: <http://new/> .\n", 5, prefix),
        ("f:s f:p \"o\"\n@prefix e: <http://new/> .\n", 5, prefix),
        ("f:s f:p f:o\nPREFIX e: <http://new/>\nf:s f:p f:o .\n", 5, prefix),
        ("f:s f:p \"o . @prefix e: <http://new/> .\n", 4, prefix),
        ("f:s f:p \"o . @prefix e: <http://new/> . f:s f:p \"o\" .\n", 4, prefix),
        ("f:s f:p \"\"\"o .\n@prefix e: <http://new/> .\nf:s f:p \"\"\"o\"\"\" .\n", 5, prefix),
        ("f:s f:p <o . @prefix e: <http://new/> .\n", 4, prefix),
        ("f:s f:p [ f:q f:r .\n@prefix e: <http://new/> .\n", 0, prefix),
        ("@prefix e: <http://new/>\nf:s f:p f:o .\n", 4, prefix),
        ("@prefix e: <http://new/> . # \u{FFFD}\n", 4, prefix),
        ("@prefix e <http://new/> .\n", 4, prefix),
        ("@prefix e: http://new/ .\n", 4, prefix),
        ("@prefx e: <http://new/> .\n", 4, prefix),
        ("f:s f:p f:o\n@base <http://new/> .\n", 5, base),
        ("f:s f:p f:o\nBASE <http://new/>\nf:s f:p f:o .\n", 5, base),
        ("f:s f:p \"o . @base <http://new/> .\n", 4, base),
        ("@base http://new/ .\n", 4, base),
    ] {
        let (text, mark) = (format!("{HEAD}{broken}{needs}{TAIL}"), "\u{FFFD}");
        // A mark stands for a byte that is not UTF-8.
        let bytes: Vec<u8> = match text.split_once(mark) {
            Some((before, after)) => [before.as_bytes(), b"\xFF", after.as_bytes()].concat(),
            None => text.clone().into_bytes(),
        };
        for command in ["check", "fix"] {
            let outcome = feed(&[command, "--format", "turtle", "--rejects", "/dev/null", "-o", "-"], &bytes);
            let good = outcome.stdout();
            if line > 0 {
                assert!(!good.contains(needs), "{command}: {text}");
                assert!(good.ends_with(TAIL), "{command}: {text}: {good}");
            } else {
                // The directive is after the end of the invalid statement, and is read.
                assert!(good.contains(&format!("@prefix e: <http://new/> .\n{needs}")), "{command}: {text}: {good}");
            }
        }
        let outcome = feed(&["check", "--format", "turtle"], &bytes);
        let message = message.replace("LINE", &line.to_string());
        assert_eq!(outcome.said().contains(&message), line > 0, "{text}: {}", outcome.said());
    }
    // Words in literals and comments are no directives.
    let prose = "f:s f:p \"the prefix of e: and the base <x>\" # @prefix e: <x> .\n .\n";
    let ignored = "f:s f:p \"the prefix and the base\"\n# @prefix e: <x> .\n# @base <x> .\nf:s f:p f:o .\n";
    for broken in [prose, ignored] {
        let text = format!("{HEAD}{broken}e:s <p> 1 .\n");
        let outcome = feed(&["check", "--format", "turtle", "--rejects", "/dev/null", "-o", "-"], text.as_bytes());
        assert!(outcome.stdout().ends_with("e:s <p> 1 .\n"), "{text}: {}", outcome.stdout());
    }
    let graph = "@prefix e: <http://old/> .\n<http://g> { e:s e:p\n@prefix e: <http://new/> .\n}\n{ e:s e:p 1 }\n";
    let outcome = feed(&["check", "--format", "trig", "--rejects", "/dev/null", "-o", "-"], graph.as_bytes());
    // The second graph has nothing left.
    assert_eq!(outcome.stdout(), "@prefix e: <http://old/> .\n{ }\n");
}

/// A directive that only the command refuses leaves no older declaration in force, either.
#[test]
fn a_directive_that_an_option_refuses_makes_its_names_unknown() {
    let text = "@prefix e: <http://h/> .\n@prefix e: <IRI> .\ne:s e:p 1 .\n";
    for (option, iri) in [("--uri", "http://h/\u{e9}"), ("--absolute", "x")] {
        let text = text.replace("IRI", iri);
        let good = |options: &[&str]| {
            let options = [&["check", "--format", "turtle", "--rejects", "/dev/null", "-o", "-"], options].concat();
            feed(&options, text.as_bytes()).stdout().to_owned()
        };
        assert_eq!(good(&[]), text);
        assert_eq!(good(&[option]), "@prefix e: <http://h/> .\n", "{option}");
    }
}

#[test]
fn references_are_resolved_against_the_base() {
    let text = b"<a> <../b> <//h2/c> .\n@base <x/y> .\n<> <#f> <?q> .\n";
    let inputs = |more: &[&str]| -> Vec<String> {
        let objects = feed(&[&["check", "--json", "--format", "turtle"], more].concat(), text).json();
        objects.iter().map(|it| it["input"].as_str().unwrap().to_owned()).collect()
    };
    let expected = [
        "http://h/1/a", "http://h/b", "http://h2/c", "http://h/1/x/y", "http://h/1/x/y", "http://h/1/x/y#f",
        "http://h/1/x/y?q",
    ];
    assert_eq!(inputs(&["--base", "http://h/1/2"]), expected);
    // Without a base, references are read as they stand.
    assert_eq!(inputs(&[])[..4], ["a", "../b", "//h2/c", "x/y"]);
    for arguments in [&["check", "--base", "http://h/", "x:"][..], &["check", "--base", "http://h/", "--format", "nt"]]
    {
        let outcome = feed(arguments, b"");
        assert_eq!(outcome.code, 2, "{arguments:?}");
        assert!(outcome.stderr.contains("--base is for"), "{}", outcome.stderr);
    }
}

/// A prefixed name is read where its letters could make the IRI invalid.
#[test]
fn names_are_read_as_what_they_stand_for() {
    for (namespace, name, place) in [
        ("http://h/", "p:a.b", None),
        ("http://h/", "p:%41", None),
        ("http://h/", "p:\\%zz", Some("2:0-6")),
        ("http://h/#", "p:a\\#b", Some("2:0-6")),
        ("http://h/", "p:a\\#b", None),
        ("http://h", "p:a", None),
        ("http://h:", "p:8", None),
        ("http://h:", "p:a", Some("2:0-3")),
        ("http://h/", "p:\u{FFFD}", Some("2:0-5")),
        ("http://h/", "p:\u{e9}", None),
        ("http://h/", "p:%4", Some("2:2-3")),
        ("http://h/", "p:-a", Some("2:2-3")),
        ("http://h/", "q:a", Some("2:0-2")),
    ] {
        let text = format!("@prefix p: <{namespace}> .\n{name} <http://h/p> 1 .\n");
        let outcome = feed(&["check", "--format", "turtle"], text.as_bytes());
        let place: Vec<&str> = place.into_iter().collect();
        assert_eq!(places(&outcome), place, "{text}{}", outcome.stderr);
    }
}

#[test]
fn errors_of_the_grammar_have_their_place() {
    for (text, place) in [
        ("<s> <p> <o>", "1:11-11"),
        ("<s> <p> <o> <o2> .", "1:12-13"),
        ("<s> <p> <o> ,, <o> .", "1:13-14"),
        ("<s> <p> <o> ; .", ""),
        ("<s> <p> <o> ;;; <q> <r> ; .", ""),
        ("<s> \"p\" <o> .", "1:4-5"),
        ("\"s\" <p> <o> .", "1:0-1"),
        ("<s> a a .", "1:6-7"),
        ("<s> A <o> .", "1:4-5"),
        ("<s> <p> ( <o> ( ) [ ] 1 \"x\"@en ) .", ""),
        ("<s> <p> ( <o> .", "1:14-15"),
        ("<s> <p> [ <q> <r> ; ] .", ""),
        ("<s> <p> [ <q> <r> .", "1:18-19"),
        ("[] .", "1:3-4"),
        ("[ <p> <o> ] .", ""),
        ("[] <p> <o> .", ""),
        ("( ) <p> <o> .", ""),
        ("( ) .", "1:4-5"),
        ("<s> <p> 1.5.6 .", "1:11-12"),
        ("<s> <p> 1.e .", "1:10-11"),
        ("<s> <p> + .", "1:8-9"),
        ("<s> <p> TRUE .", "1:8-9"),
        ("<s> <p> \"x\"@ .", "1:11-12"),
        ("<s> <p> \"x\"^^\"y\" .", "1:13-14"),
        ("<s> <p> \"\\z\" .", "1:9-10"),
        ("<s> <p> '''a\n'b''\\''' ''' .", ""),
        ("<s> <p> '''a\n.", "1:8-12"),
        ("<s> <p> <o", "1:8-10"),
        ("<s> <p> _: .", "1:8-10"),
        ("<s> <p> << <a> <b> <c> >> .", ""),
        ("<g> { <s> <p> <o> }", "1:4-5"),
        ("@prefix p <http://h/> .", "1:8-9"),
        ("@prefix p:q <http://h/> .", "1:8-9"),
        ("@prefix p: <http://h/>", "1:22-22"),
        ("prefix p: <http://h/> p:a a p:b .", ""),
        ("Base <http://h/> .", "1:17-18"),
        ("<s> <p> \"a\rb\" .", "1:8-13"),
        ("\u{FEFF}\u{FEFF}<s> <p> <o> .", "1:3-6"),
    ] {
        let outcome = feed(&["check", "--format", "turtle"], text.as_bytes());
        let expected: Vec<&str> = [place].into_iter().filter(|it| !it.is_empty()).collect();
        assert_eq!(places(&outcome), expected, "{text}: {}", outcome.stderr);
    }
    for (text, place) in [
        ("<g> { <s> <p> <o> . <s> <p> 1 }", ""),
        ("{ <s> <p> <o> } GRAPH _:g { } [] { <s> <p> 1. }", ""),
        ("GRAPH [] { }", ""),
        ("GRAPH [ <p> <o> ] { }", "1:8-9"),
        ("[ <p> <o> ] { }", "1:12-13"),
        ("<g> { <s> <p> . <s> <p q> <o> } <s> <p> 1 .", "1:14-15 1:22-23"),
        ("<g> { <s> <p> <o> .", "1:4-5"),
        ("<g> { { } }", "1:6-7 1:10-11"),
        ("<g> { @base <b> . }", "1:6-7"),
        ("( ) { }", "1:4-5"),
    ] {
        let outcome = feed(&["check", "--format", "trig"], text.as_bytes());
        let expected: Vec<&str> = place.split_whitespace().collect();
        assert_eq!(places(&outcome), expected, "{text}: {}", outcome.stderr);
    }
}

#[test]
fn a_graph_of_trig_keeps_its_valid_statements() {
    let head = "@prefix e: <http://e/> .\n";
    let graphs = "<http://g/1> { <http://a> e:p <http://o/1> .\n <http://a> e:p <http://o/2 x> .\n <http://a> e:p <[> . # x }\n <b [> e:p 1 }\n\
                  <http://g [/> { <http://a> e:p 1 . }\n{ <http://s> e:p 1 }\n";
    let name = file("turtle-graph.trig", [head, graphs].concat().as_bytes());
    let (bad, good) = (path("turtle-graph-bad.trig"), path("turtle-graph-good.trig"));
    let [bad, good] = [bad.to_str().unwrap(), good.to_str().unwrap()];
    for (command, second, rejected) in
        [("fix", " <http://a> e:p <http://o/2%20x> .\n", ""), ("check", "", " <http://a> e:p <http://o/2 x> .\n")]
    {
        oneiri(&[command, &name, "--rejects", bad, "-o", good]);
        let kept = format!("{head}<http://g/1> {{ <http://a> e:p <http://o/1> .\n{second}}}\n{{ <http://s> e:p 1 }}\n");
        assert_eq!(fs::read_to_string(good).unwrap(), kept, "{command}");
        let expected = format!(
            "{head}<http://g/1> {{\n{rejected} <http://a> e:p <[> . # x }}\n}}\n<http://g/1> {{\n <b [> e:p 1 \n}}\n\
             <http://g [/> {{ <http://a> e:p 1 . }}\n"
        );
        assert_eq!(fs::read_to_string(bad).unwrap(), expected, "{command}");
        assert_eq!(oneiri(&["check", good]).code, 0);
    }
    // Without a file of rejects, what cannot be repaired stays where it is.
    let repaired = [head, graphs].concat().replace("2 x", "2%20x");
    let outcome = oneiri(&["fix", &name]);
    assert_eq!((outcome.code, outcome.stdout()), (1, &*repaired));
    assert!(outcome.stderr.ends_with(", 1 fixed\n"), "{}", outcome.stderr);
    assert!(oneiri(&["fix", "--dry-run", &name]).stdout().ends_with(":3: http://o/2 x -> http://o/2%20x\n"));
}

/// What is before and after a statement that is taken out of a line does not become one name.
#[test]
fn a_statement_within_a_line_leaves_a_blank() {
    let text = "@prefix e: <http://e/> .\ne:a e:b e:c.<http://s> e:p <[>.e:x a e:y .\n";
    for (format, [before, after]) in [("turtle", ["", ""]), ("trig", ["", ""]), ("trig", ["e:g {", "}"])] {
        let text = text.replacen("e:a", &format!("{before}e:a"), 1).replace("e:y .", &format!("e:y .{after}"));
        let outcome = feed(&["check", "--format", format, "--rejects", "/dev/null", "-o", "-"], text.as_bytes());
        assert_eq!(outcome.stdout(), text.replace("<http://s> e:p <[>.", " "));
    }
}

/// A blank node is another node in each file.
#[test]
fn rejected_blank_nodes_are_told() {
    let bad = path("turtle-blank-bad");
    let bad = bad.to_str().unwrap();
    let labels = ["<http://a/[> <http://p/> _:x .\n", "_:x <http://p/> <http://a/[> .\n"];
    let others = ["<http://a/[> <http://p/> \"_:x\" .\n", "_:x <http://p/> <http://a/> . # <http://a/[>\n"];
    for (text, is_told) in labels.map(|it| (it, true)).into_iter().chain(others.map(|it| (it, false))) {
        for (format, command) in ["nt", "turtle", "trig"].into_iter().flat_map(|it| [(it, "fix"), (it, "check")]) {
            let arguments = [command, "--format", format, "--rejects", bad, "-o", "/dev/null"];
            let outcome = feed(&arguments, text.as_bytes());
            let told = outcome.stderr.contains("a blank node such as _:x is another node in each file");
            assert_eq!(told, is_told, "{format} {command}: {text}{}", outcome.stderr);
            assert!(!feed(&[&arguments[..], &["-q"]].concat(), text.as_bytes()).stderr.contains("_:x is"));
        }
    }
    let graph = b"_:g { <http://a> <http://p/> <[> . }\n";
    let outcome = feed(&["fix", "--format", "trig", "--rejects", bad], graph);
    assert!(outcome.stderr.contains("is another node in each file"), "{}", outcome.stderr);
}

/// A list that begins like Turtle is probably Turtle.
#[test]
fn turtle_that_is_read_as_lines_is_told() {
    for (text, is_told) in [
        ("@prefix e: <http://e/> .\n", true),
        ("BASE <http://e/>\n", true),
        ("<http://s/> a <http://o/> .\r\n", true),
        ("http://h/\n@prefix e: <http://e/> .\n", false),
        ("<http://h/> .\n", false),
        ("prefix/a\n", false),
    ] {
        for command in ["fix", "check", "lint", "normalize", "report"] {
            let note = "oneiri: stdin: this looks like Turtle; to read it as Turtle, add --format turtle\n";
            let outcome = feed(&[command], text.as_bytes());
            assert_eq!(outcome.stderr.starts_with(note), is_told, "{command}: {text}{}", outcome.stderr);
            let named = feed(&[command, "--format", "text"], text.as_bytes());
            assert!(!named.stderr.contains("looks like"), "{command}: {text}");
        }
    }
    let name = file("turtle-named.turtle", b"<http://s/> a <http://o [> .\n");
    assert!(oneiri(&["check", &name]).said().contains("turtle-named.turtle:1:"));
    let name = file("turtle-named.n3", b"<http://s/> a <http://o/> .\n");
    let outcome = oneiri(&["check", &name]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("Notation3 by its name"), "{}", outcome.stderr);
    assert_eq!(oneiri(&["check", "--format", "turtle", &name]).code, 0);
}

/// Names that have no scheme are counted if nothing resolves them.
#[test]
fn names_without_a_base_are_counted() {
    let text = b"<rel> <p> <http://o/> .\n";
    let without = "3 checked, 0 invalid, 2 without a scheme, and there is no base; see --base and --absolute";
    for (arguments, expected) in [
        (&["--format", "turtle"][..], without),
        (&["--format", "turtle", "--base", "http://b/"], "3 checked, 0 invalid"),
        (&["--format", "turtle", "--absolute"], "3 checked, 2 invalid"),
    ] {
        let outcome = feed(&[&["check"], arguments].concat(), text);
        assert_eq!(summary(&outcome), format!("oneiri: {expected}"));
    }
    let page = feed(&["check", "--format", "html"], b"<a href=x>");
    assert_eq!(summary(&page), "oneiri: 1 checked, 0 invalid");
}

/// Only names that are written in full change, because the others mean what their prefix or their base says.
#[test]
fn fixes_of_lints_change_names_that_are_written_in_full() {
    let text = "@prefix e: <HTTP://E/> .\n@base <HTTP://B/> .\nPREFIX\tf: <HTTP://F/>\nBASE<HTTP://B2/>\n\
                e:x <HTTP://P/a b> <../rel/../x> , <HTTP://O/[> .\n\
                e:x <HTTP://P/> <HTTP://O/a b> , <a/../b> .\n";
    let name = file("turtle-lint.ttl", text.as_bytes());
    let fixed = text.replace("<HTTP://P/> <HTTP://O/a b>", "<http://p/> <http://o/a%20b>");
    for format in ["turtle", "trig"] {
        let outcome = oneiri(&["fix", "--lint", "--profile", "web", "--format", format, &name]);
        assert_eq!(outcome.stdout(), fixed, "{}", outcome.stderr);
    }
    let dry = oneiri(&["fix", "--lint", "--profile", "web", "--dry-run", &name]);
    assert_eq!(dry.stdout().lines().count(), 2, "{}", dry.stdout());
    let unnamed = oneiri(&["fix", "--lint", &name]);
    assert_eq!(unnamed.code, 2);
    assert!(unnamed.stderr.contains("say --format nt, nq, turtle, trig or sitemap"), "{}", unnamed.stderr);
    // What cannot be written is not shown either.
    let document = file("turtle-lint.jsonld", b"{\"@id\": \"HTTP://H/a b\"}");
    for more in [&[][..], &["--dry-run"], &["--lint"], &["--lint", "--dry-run"]] {
        let outcome = oneiri(&[&["fix", &document], more].concat());
        assert_eq!(outcome.code, 2, "{more:?}");
        assert!(outcome.stderr.contains("only names of N-Triples"), "{}", outcome.stderr);
    }
}

/// The message names the reason.
#[test]
fn what_has_no_invalid_record_to_keep_is_named() {
    let name = file("turtle-invalid.ttl", b"");
    let table = file("turtle-invalid.csv", b"url\nx\n");
    for (arguments, reason) in [
        (&["fix", &name, "--invalid", "drop"][..], "--rejects"),
        (&["check", &name, "--invalid", "drop", "-o", "-"], "--rejects"),
        (&["parse", "--only", "host", "--column", "url", "--invalid", "keep", "-f", &table], "--only prints"),
        (&["lint", "--column", "url", "--invalid", "keep", &table], "--into"),
    ] {
        let outcome = oneiri(arguments);
        assert_eq!(outcome.code, 2, "{arguments:?}");
        assert!(outcome.stderr.contains(reason), "{arguments:?}: {}", outcome.stderr);
    }
}

#[test]
fn names_of_turtle_do_not_change() {
    let name = file("turtle-same.ttl", b"<HTTP://h/> a 1 .\n");
    for arguments in
        [&["normalize", "--format", "turtle", "-f", &name][..], &["dedupe", &name], &["check", "--tag", "-f", &name]]
    {
        assert_eq!(oneiri(arguments).code, 2, "{arguments:?}");
    }
}

/// The same IRIs as statements of Turtle, of N-Triples, and as lines, over many blocks.
#[test]
fn statements_are_answered_like_their_iris() {
    let (mut turtle, mut triples, mut lines) = (String::new(), String::new(), String::new());
    turtle.push_str("@base <http://example.org/> .\n@prefix p: <http://example.org/p/> .\n");
    for nth in 0..40_000 {
        let bad = if nth % 1009 == 0 { " x" } else { "" };
        let iris = [
            format!("http://example.org/{}/s{nth}{bad}", "a".repeat(nth * 7919 % 90)),
            format!("http://h{}.example/p", nth % 13),
        ];
        let [s, p] = &iris;
        let short = s.strip_prefix("http://example.org/").unwrap_or(s);
        let end = ["\n", "\r\n", " # <x y>. \n", " "][nth % 4];
        let object = ["p:o", "'''. <a b>\n.'''", "\"\\\"\\u00e9 .\"@en", "[ a ( 1.0 2 ) ]"][nth % 4];
        write!(turtle, "<{}>\n <{p}> {object} .{end}", if nth % 3 == 0 { short } else { s }).unwrap();
        writeln!(triples, "<{s}> <{p}> _:o .").unwrap();
        iris.iter().for_each(|iri| writeln!(lines, "{iri}").unwrap());
    }
    assert!(turtle.len() > 3 << 20);
    let of_turtle = feed(&["check", "--format", "turtle"], turtle.as_bytes());
    let of_triples = feed(&["check", "--format", "nt"], triples.as_bytes());
    let of_lines = feed(&["check"], lines.as_bytes());
    assert_eq!(summary(&of_lines), summary(&of_triples));
    let [count, refused] = ["80000", "80002"].map(|it| format!("oneiri: {it} checked, 40 invalid"));
    assert_eq!((summary(&of_lines), summary(&of_turtle)), (count.as_str(), refused.as_str()));
    // The lines of the messages are those of the document.
    let number = |place: &String| place.split(':').next().unwrap().parse::<usize>().unwrap();
    let all: Vec<&str> = turtle.split('\n').collect();
    for place in places(&of_turtle) {
        assert!(all[number(&place) - 1].contains(" x>"), "{place}");
    }
}

/// Bytes that mean harm are refused in time, and nothing else is lost.
/// A long string that is never closed is named where it opens, and takes only its line. Its end is
/// looked for in 16 MiB, and the other kind of quotes is not concerned.
#[test]
fn a_long_string_that_is_never_closed_is_bounded() {
    let prose = "word ' \\\"\"\" and 'word', ".repeat(800_000).replace(", word", "\nword");
    assert!(prose.len() > 16 << 20);
    let text = format!(
        "<a:> <b:> \"\"\"open\n{prose}.\n<a:> <b:> '''x\n.\n''', <c d> .\n\
         <a:> <b:> \"\"\"x\n<e f>\"\"\", <g h> .\n",
    );
    let outcome = feed(&["check", "--format", "turtle"], text.as_bytes());
    let lines = prose.matches('\n').count() + 2;
    let expected = ["1:10-17".to_owned(), format!("{}:7-8", lines + 3), format!("{}:12-13", lines + 5)];
    let found = places(&outcome);
    assert_eq!([&found[..1], &found[found.len() - 2..]].concat(), expected);
    // One that is closed within the limit is no error, however many blocks it takes.
    let text = text.replace(".\n<a:> <b:> '''", "\"\"\" .\n<a:> <b:> '''");
    let closed = text.replacen(&prose, &prose[..15 << 20], 1);
    let outcome = feed(&["check", "--format", "turtle"], closed.as_bytes());
    assert_eq!(places(&outcome).len(), 2, "{}", outcome.stderr);
}

#[test]
fn hostile_documents_are_read_to_their_end() {
    let good = "<http://h/s> <http://h/p> <http://h/o> .\n";
    let deep = format!("<http://h/s> <http://h/p> {} .\n", "[ a ( ".repeat(200_000));
    let nested = format!("<http://h/s> <http://h/p> {}{} .\n", "[ a ( ".repeat(200_000), ") ]".repeat(200_000));
    let quotes = "\\\"\"\"\n".repeat(200_000);
    let open = format!("{}\n", "< ".repeat(1 << 20));
    let dots = format!("a{}\n", ".".repeat(200_000));
    let names = format!("{} .\n", "p:a".repeat(1 << 20));
    let long = format!("<http://h/s> <http://h/p> \"\"\"{}\"\"\" .\n", "<a\n".repeat(4 << 20));
    let begun = Instant::now();
    for (bad, refused) in
        [(&deep, true), (&nested, false), (&quotes, true), (&open, true), (&dots, true), (&names, true), (&long, false)]
    {
        let outcome =
            feed(&["check", "--max-errors", "3", "--format", "turtle"], [good, bad, good].concat().as_bytes());
        assert_eq!(outcome.code, i32::from(refused), "{}", outcome.stderr);
    }
    let graph = format!("{{ {} }}\n", "<a b> . ".repeat(400_000));
    let outcome = feed(&["check", "-q", "--format", "trig"], graph.as_bytes());
    assert_eq!(outcome.code, 1);
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    let binary: Vec<u8> = (0..=255).cycle().take(1 << 16).collect();
    for format in ["turtle", "trig"] {
        let outcome = feed(&["check", "--format", format], &binary);
        assert_eq!(outcome.code, 1);
        assert_eq!(feed(&["check", "--format", format], b"").code, 0);
        let outcome = feed(&["check", "--format", format], b"<http://h/\xFF> a 1 .\n<a:b> a \"\xFE\" .\n");
        assert_eq!(places(&outcome), ["1:10-11", "2:9-10"], "{}", outcome.stderr);
    }
    // Cut anywhere, the statements before the cut are read.
    for cut in 0..good.len() {
        let text = [good, &good[..cut]].concat();
        let outcome = feed(&["check", "--format", "turtle"], text.as_bytes());
        assert_eq!(outcome.code, i32::from((1..good.len() - 1).contains(&cut)), "{cut}");
    }
    let secret = feed(&["check", "--format", "turtle"], b"<http://ada:s3cret@h/ > a <http://ada:s3cret@h/> x .\n");
    assert!(!secret.stderr.contains("s3cret"), "{}", secret.stderr);
}
