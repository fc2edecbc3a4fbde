//! JSON-LD and RDF/XML: each IRI is resolved and read, with the place of its string.

use std::fs;

use crate::run::{Outcome, feed, file, oneiri, path};

/// The places in the messages about standard input: `LINE:START-END`.
fn places(outcome: &Outcome) -> Vec<String> {
    let place = |line: &str| {
        let mut parts = line.strip_prefix("stdin:")?.splitn(3, ':');
        Some(format!("{}:{}", parts.next()?, parts.next()?))
    };
    outcome.said().lines().filter_map(place).collect()
}

const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

const JSON: &str = r#"{
  "@context": ["https://schema.org/", {
    "@vocab": "http://example.org/v oc/",
    "@base": "http://example.org/b/",
    "ex": "http://example.org/ns#",
    "bad": "http://h/{x}",
    "knows": {"@id": "ex:kn ows", "@type": "@id"},
    "id": "@id", "@language": "en us"
  }],
  "@id": "me\u0020x",
  "@type": ["Person", "ex:P<"],
  "id": "a b",
  "knows": ["friend", "fri|end", {"@id": "_:b 0"}],
  "name": "http://not an iri/",
  "http://h/p q": {"@value": "x y"},
  "knows": {"@id": "http://ada:s3cret@h/ "}
}
"#;

const XML: &str = r#"<?xml version="1.0"?>
<!DOCTYPE rdf:RDF [ <!ENTITY ex "http://example.org/"> <!ENTITY bad '&ex; x'> ]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  xmlns="http://h/a b" xml:base="http://base/x/">
  <!-- <a rdf:about="no no"/> -->
  <rdf:Description rdf:about="&ex;a">
    <p rdf:resource="&bad;"/><q r:resource='../{y}' />
    <q rdf:parseType="Literal"><a rdf:about="no no"/></q>
    <q rdf:datatype="http://h/&#32;">&amp;</q>
  </rdf:Description>
  <rdf:Description rdf:ID="frag ment" about="no no"></rdf:Descriptio>
  <x y=z/>
</rdf:RDF>
"#;

#[test]
fn every_bad_iri_of_json_ld_is_named() {
    // The context of schema.org, which is not loaded, may define what `Person` is. A note says so. `id` stands for `@id`,
    // which the node has already.
    let expected = [
        "2:16-35", "3:35-36", "6:21-22", "7:22-31", "10:10-19", "11:23-28", "12:3-5", "12:10-11", "13:26-27",
        "15:13-14", "16:40-41",
    ];
    // A lint is about what is there.
    for (command, expected) in [("check", &expected[..]), ("lint", &expected[1..])] {
        let outcome = feed(&[command, "--format", "jsonld"], JSON.as_bytes());
        assert_eq!(places(&outcome), expected, "{}", outcome.stderr);
        assert_eq!(outcome.code, 1);
        assert!(!outcome.stderr.contains("s3cret"), "{}", outcome.stderr);
    }
    let report = feed(&["report", "--format", "jsonld"], JSON.as_bytes());
    assert!(report.stderr.contains(" 10 invalid"), "{}", report.stderr);
    let outcome = feed(&["check", "--format", "jsonld"], b"{\"@id\": \"a b\", ");
    assert_eq!(places(&outcome), ["1:10-11", "1:14-14"], "{}", outcome.stderr);
}

#[test]
fn every_bad_iri_of_rdf_xml_is_named() {
    let expected =
        ["4:19-20", "7:21-26", "7:47-48", "9:21-35", "11:27-36", "11:38-43", "11:47-48", "11:54-68", "12:5-5"];
    let outcome = feed(&["check", "--format", "rdfxml"], XML.as_bytes());
    assert_eq!(places(&outcome), expected, "{}", outcome.stderr);
    let lint = feed(&["lint", "--format", "rdfxml"], XML.as_bytes());
    assert!(lint.stderr.contains(" 9 invalid"), "{}", lint.stderr);
}

#[test]
fn references_are_resolved() {
    let inputs = |format: &str, text: &str| -> Vec<String> {
        let arguments = ["check", "--json", "--base", "http://h/a/b", "--format", format];
        let objects = feed(&arguments, text.as_bytes()).json();
        objects.iter().map(|it| it["input"].as_str().unwrap().to_owned()).collect()
    };
    // A key that no context defines is dropped with its values, and `@id` names no term (JSON-LD 1.1 API,
    // sections 5.1.2 and 5.2).
    let json = r#"{"@context": {"ex": "http://e/"}, "@id": "c", "x": {"@id": "ex:z"}, "ex:p": [{"@id": "ex:y"}, {"@id": "ex"}]}"#;
    let expected = ["http://e/", "http://h/a/c", "http://e/p", "http://e/y", "http://h/a/ex"];
    assert_eq!(inputs("jsonld", json), expected);
    let xml = format!(
        "<rdf:RDF xmlns:rdf='{RDF}'><a rdf:about='c' xml:base='d/'><b rdf:resource='e'/></a><c rdf:ID='f'/></rdf:RDF>"
    );
    let expected = [RDF, "http://h/a/d/c", "http://h/a/d/", "http://h/a/d/e", "http://h/a/b#f"];
    assert_eq!(inputs("rdfxml", &xml), expected);
}

/// Such a document has no statements that stand alone, so it is not divided, and nothing in it is
/// changed.
#[test]
fn whole_documents_are_not_divided() {
    let rejects = concat!(env!("CARGO_TARGET_TMPDIR"), "/whole-rejects");
    for name in ["whole.jsonld", "whole.rdf", "whole.owl"] {
        let name = file(name, b"{}");
        for more in [&["check", "--rejects", rejects][..], &["check", "-o", rejects], &["normalize"]] {
            let outcome = oneiri(&[more, &["-f", &name]].concat());
            assert_eq!((outcome.code, outcome.stdout()), (2, ""), "{more:?}");
            assert!(fs::metadata(rejects).is_err());
        }
    }
}

/// What is never closed is named where it opens, and the rest is read.
#[test]
fn what_is_never_closed_takes_no_more_than_its_line() {
    let json = "[{\"@id\": \"http://h/a },\n {\"@id\": \"http://h/b c\", \"name\": \"d e\"}]";
    let outcome = feed(&["check", "--format", "jsonld"], json.as_bytes());
    let said = outcome.said();
    let told: Vec<&str> = said.lines().collect();
    assert_eq!(told.len(), 4, "{told:?}");
    assert!(told[0].starts_with("stdin:1:"), "{told:?}");
    assert!(told[2].starts_with("stdin:2:20-21: E001 path: "), "{told:?}");
    for (open, end) in [("<!--", "comment"), ("<![CDATA[", "CDATA"), ("<?", "instruction")] {
        let text = format!("<r><p>{open} x\n</p><a xmlns:rdf='{RDF}' rdf:resource='b c'/>\n{open}</r>");
        let outcome = feed(&["check", "--format", "rdfxml"], text.as_bytes());
        let said = outcome.said();
        let told: Vec<&str> = said.lines().collect();
        assert_eq!(told.len(), 4, "{told:?}");
        assert!(told[0].starts_with("stdin:1:6-") && told[0].contains(end), "{told:?}");
        assert!(told[1].starts_with("stdin:2:78-79: E001 path: "), "{told:?}");
        assert!(told[2].starts_with("stdin:3:0-") && told[2].contains(end), "{told:?}");
    }
}

#[test]
fn hostile_documents_are_read_to_their_end() {
    let lines: String =
        (0..40).map(|it| format!("<!ENTITY e{} \"{}\">", it + 1, format!("&e{it};").repeat(99))).collect();
    let laughs = format!("<!DOCTYPE a [<!ENTITY e0 'ha'>{lines}]><rdf:RDF rdf:about='&e40;&e9;'/>");
    let deep = "<a>".repeat(200_000);
    let open = "<a b=\"".repeat(200_000);
    let attributes = format!("<a {}/>", "rdf:about='x' ".repeat(100_000));
    let comments = "<!-- <![CDATA[ <? ".repeat(100_000);
    for text in [&laughs, &deep, &open, &attributes, &comments] {
        feed(&["check", "-q", "--format", "rdfxml"], text.as_bytes());
    }
    let deep = "[".repeat(200_000);
    let base = format!(
        "{{\"@context\": {{\"@base\": \"http://h/{}\"}}, \"@id\": [{}\"\"]}}",
        "a/".repeat(50_000),
        "\"x\",".repeat(500)
    );
    for text in [&deep, &"{\"".repeat(100_000), &base] {
        feed(&["check", "-q", "--format", "jsonld"], text.as_bytes());
    }
    let binary: Vec<u8> = (0..=255).cycle().take(1 << 16).collect();
    for format in ["jsonld", "rdfxml"] {
        assert_eq!(feed(&["check", "--format", format], &binary).code, 1);
        assert_eq!(feed(&["check", "--format", format], b"").code, 1);
        let text = if format == "jsonld" { JSON } else { XML };
        for cut in (0..text.len()).step_by(7) {
            feed(&["check", "-q", "--format", format], &text.as_bytes()[..cut]);
        }
    }
}

/// The same identifiers have the same answers, whatever holds them.
#[test]
fn identifiers_are_answered_alike_in_every_format() {
    const LIST: [&str; 9] = [
        "http://h/a",
        "http://h/a b",
        "http://[::1",
        "HTTP://Example.com:80/%7Ea",
        "urn:isbn:0451450523",
        "http://\u{e9}.example/\u{fc}?q#f",
        "http://h/%zz",
        "http://h:port/",
        "mailto:a@b.example",
    ];
    let each = |shape: fn(&str) -> String| LIST.map(shape).concat();
    let documents = [
        ("text", vec![], each(|it| format!("{it}\n"))),
        ("csv", vec!["--column", "u"], "u\n".to_owned() + &each(|it| format!("\"{it}\"\n"))),
        ("tsv", vec!["--column", "u"], "u\n".to_owned() + &each(|it| format!("{it}\n"))),
        ("ndjson", vec!["--column", "u"], each(|it| format!("{{\"u\": \"{it}\"}}\n"))),
        ("nt", vec![], each(|it| format!("_:a <{it}> _:b .\n"))),
        ("nq", vec![], each(|it| format!("_:a <{it}> _:b _:g .\n"))),
        ("turtle", vec![], each(|it| format!("[]\n <{it}> 1 .\n"))),
        ("trig", vec![], each(|it| format!("{{ [] <{it}> 1 }}\n"))),
        ("jsonld", vec![], format!("[{}{{}}]", each(|it| format!("{{\"@id\": \"{it}\"}},\n")))),
        (
            "rdfxml",
            vec![],
            format!("<rdf:RDF xmlns:rdf='{RDF}'>{}</rdf:RDF>", each(|it| format!("<a rdf:about=\"{it}\"/>\n"))),
        ),
    ];
    for command in ["check", "lint", "normalize", "key"] {
        let mut first: Option<Vec<String>> = None;
        // Names of other documents are not changed, and keys are for lists and tables.
        let documents = match command {
            "normalize" => &documents[..6],
            "key" => &documents[..4],
            _ => &documents[..],
        };
        let of = |(format, more, text): &(&'static str, Vec<&str>, String)| {
            let arguments = [&[command, "--json", "--format", format][..], more].concat();
            (*format, feed(&arguments, text.as_bytes()).json())
        };
        #[allow(unused_mut, reason = "Parquet is a feature")]
        let mut all: Vec<_> = documents.iter().map(of).collect();
        #[cfg(feature = "parquet")]
        {
            let table = crate::parquet::list(&format!("whole-{command}"), &LIST);
            let options = ["--json", "--format", "parquet", "--column", "url", "-f", &table];
            all.push(("parquet", oneiri(&[&[command][..], &options].concat()).json()));
        }
        for (format, objects) in all {
            let answers: Vec<String> = objects
                .into_iter()
                // RDF/XML declares a namespace.
                .filter(|it| it["input"] != RDF)
                .map(|mut it| {
                    let object = it.as_object_mut().unwrap();
                    object.remove("line");
                    object.remove("offset");
                    it.to_string()
                })
                .collect();
            assert_eq!(answers.len(), LIST.len(), "{command} {format}");
            assert_eq!(first.get_or_insert_with(|| answers.clone()), &answers, "{command} {format}");
        }
    }
    // The classes, and why their members are equal.
    let mut first: Option<(String, String)> = None;
    for (format, more, text) in &documents[..4] {
        let map = path(&format!("whole-{format}.map"));
        let options = ["--rung", "scheme", "--map", map.to_str().unwrap(), "-o", "/dev/null"];
        let run = [&["dedupe", "--format", format][..], more, &options].concat();
        let twice = match text.strip_prefix("u\n") {
            Some(rows) => format!("{text}{}", rows.replace("http:", "HTTP:")),
            None => format!("{text}{}", text.replace("http:", "HTTP:")),
        };
        let told = feed(&run, twice.as_bytes()).stderr;
        let sum = told.lines().last().unwrap().replace("records", "lines");
        let rows = fs::read_to_string(&map).unwrap();
        assert_eq!(rows.lines().count(), 2, "{rows}");
        let answer = (sum, rows);
        assert_eq!(first.get_or_insert_with(|| answer.clone()), &answer, "{format}");
    }
    #[cfg(feature = "parquet")]
    {
        let twice = [LIST, LIST.map(|it| it.replace("http:", "HTTP:").leak() as &str)].concat();
        let table = crate::parquet::list("whole-dedupe", &twice);
        let map = path("whole-parquet.map");
        let options = ["--rung", "scheme", "--map", map.to_str().unwrap(), "-o", "/dev/null"];
        oneiri(&[&["dedupe", "--format", "parquet", "--column", "url", &table][..], &options].concat());
        assert_eq!(first.unwrap().1, fs::read_to_string(&map).unwrap());
    }
}
