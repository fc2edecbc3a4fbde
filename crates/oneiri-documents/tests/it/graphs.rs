//! Graphs of TriG in parts. The law is tried by fuzzing, too (`fuzz/`): when the invalid statements of a graph are taken out, the
//! others stay in it, and those that were taken out can be read alone in the same graph.

use oneiri::IriRef;
use oneiri_documents::{Options, by_id};

const HEAD: &str = "@prefix e: <http://e/> .\n@base <http://b/> .\n";

/// A record: its bytes, its IRIs, whether it is invalid, and the graph that it is a statement of.
#[derive(Debug, Default, PartialEq)]
struct Record {
    text: String,
    iris: Vec<String>,
    is_bad: bool,
    graph: Option<String>,
}

fn records(document: &str, options: Options) -> Vec<Record> {
    let (mut all, mut record) = (Vec::new(), Record::default());
    let mut each = |it: &oneiri_documents::Located<'_>| {
        let text = String::from_utf8_lossy(it.text).into_owned();
        record.is_bad |= it.error.is_some() || IriRef::parse(text.as_str()).is_err();
        record.iris.push(text);
        if it.last {
            record.text = String::from_utf8_lossy(&[it.record, it.terminator].concat()).into_owned();
            record.graph = it.graph.map(|it| String::from_utf8_lossy(it).into_owned());
            all.push(std::mem::take(&mut record));
        }
    };
    by_id("trig").unwrap().open(options).read(document.as_bytes(), &mut each).unwrap();
    all
}

/// The IRIs of all records.
fn iris(records: &[Record]) -> Vec<&str> {
    records.iter().flat_map(|it| &it.iris).map(String::as_str).filter(|it| !it.is_empty()).collect()
}

const NAMES: &[&str] = &[
    "<http://g/a> {", "GRAPH e:g\\-h {", "{", "_:g {", "graph <g> # it\n{", "<g>{", "<g>\n{ # } .\n", "<g> { # } .\r",
];

const VALID: &[&str] = &[
    "<s> <p> <o> .",
    "e:s e:p\\-q \"x . }\" .",
    "<s> <p> [ <q> 'a.b' ] ; <p2> ( 1 2.5 ) .",
    "<s> <p> \"\"\"x\n{ . }\"\"\"@en .",
    "_:a <p> 1.",
    "<s> <p> <o> {| <q> <r> |} .",
    "<< <s> <p> <o> >> <q> true .",
];

const INVALID: &[&str] = &[
    "<s> <p> <[> .", "<s> <p> .", "u:s <p> <o> .", "<s> <p> \"x\" <o> .", "<s> <p> % .", "<s> <q x> 1 .",
    "<s> <p> \"\\q\" .", "<s> ] <p> .", "<s> <p> \"x .\n", "<s> <p> <x .\n",
];

/// The bytes choose a graph and its statements, some of which are invalid.
pub(crate) fn graphs_divided(data: &[u8]) {
    let mut bytes = data.iter().map(|byte| usize::from(*byte));
    let mut of = |texts: &[&'static str]| texts[bytes.next().unwrap_or(0) % texts.len()];
    let name = of(NAMES);
    let (mut document, mut good, mut bad) = (format!("{HEAD}{name}"), format!("{HEAD}{name}"), 0);
    for _ in 0..data.len() / 3 {
        let (is_valid, blank) = (of(&["", "", "x"]).is_empty(), of(&[" ", "\n", " # it's }\n", "\r\n\t"]));
        let text = format!("{blank}{}{blank}", of(if is_valid { VALID } else { INVALID }));
        document.push_str(&text);
        if is_valid {
            good.push_str(&text);
        }
        bad += usize::from(!is_valid);
    }
    let end = of(&["}", " }\n", "<s> <p> <o> }\n<s> <p> <o> .\n", "<s> <p> <o> ; }"]);
    document.push_str(end);
    good.push_str(end);
    let all = records(&document, Options::default());
    let (invalid, kept): (Vec<Record>, Vec<Record>) = all.into_iter().partition(|it| it.is_bad);
    let text: String = kept.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(invalid.len(), bad, "{document}");
    let [alone, expected] = [&text, &good].map(|it| records(it, Options::default()));
    assert!(!alone.iter().chain(&expected).any(|it| it.is_bad), "{document}: {text}");
    assert_eq!(iris(&alone), iris(&expected), "{document}: {text}");
    assert_eq!(iris(&kept), iris(&expected), "{document}: {text}");
    for record in invalid {
        let graph = record.graph.as_deref().unwrap_or_default();
        assert_eq!(graph, name.split_inclusive('{').next().unwrap(), "{document}");
        let alone = records(&format!("{HEAD}{graph}\n{}\n}}\n", record.text), Options::default());
        let bad: Vec<&Record> = alone.iter().filter(|it| it.is_bad).collect();
        assert_eq!(bad.len(), 1, "{document}: {alone:?}");
        assert_eq!(bad[0].iris, record.iris, "{document}");
    }
}

#[test]
fn what_is_valid_in_a_graph_stays_in_it() {
    let mut seed = 1_u32;
    let mut next = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as usize
    };
    (0..=255).for_each(|byte| graphs_divided(&[byte; 40]));
    for _ in 0..5_000 {
        let length = 4 + next() % 60;
        let data: Vec<u8> = (0..length).map(|_| next() as u8).collect();
        graphs_divided(&data);
    }
}

/// What is wrong with the graph itself concerns all of its statements.
#[test]
fn a_graph_that_is_wrong_itself_is_one_record() {
    let (plain, uris, absolute) = (
        Options::default(),
        Options { ascii: true, ..Options::default() },
        Options { absolute: true, ..Options::default() },
    );
    for (graph, options, is_one) in [
        ("<g> { <s> <p> <[> . <s> <p> 1 }", &plain, false),
        ("<g [> { <s> <p> <o> . <s> <p> 1 }", &plain, true),
        ("u:g { <s> <p> <o> . <s> <p> 1 }", &plain, true),
        ("[] { <s> <p> <[> . <s> <p> 1 }", &plain, true),
        ("GRAPH [ ] { <s> <p> <[> . <s> <p> 1 }", &plain, true),
        ("<caf\u{e9}> { <s> <p> <[> . <s> <p> 1 }", &plain, false),
        ("<caf\u{e9}> { <s> <p> <[> . <s> <p> 1 }", &uris, true),
        ("<g> { <s> <p> <[> . <s> <p> 1 }", &absolute, true),
        ("<http://g/> { <s> <p> <[> . <s> <p> 1 }", &absolute, false),
        ("<g> { <s> <p> <[> . <s> <p> 1", &plain, true),
        ("<g> { <s> <p> <o> . { <s> <p> 1 } }", &plain, true),
        ("<g> { <s> <p> 1 . <s> <p> }", &plain, true),
        ("<g> { <s> <p> <o> .\n<h> { <s> <p> 1 }\n", &plain, true),
        ("<g> { <s> <p> <o>\nPREFIX e: <http://new/>\n<s> <p> 1 . e:a e:b 1 }", &plain, true),
        ("<g> { <s> <p> <o> . <s> <p> 1 . BASE <http://new/> <s> <p> 1 . }", &plain, true),
    ] {
        let all = records(graph, options.clone());
        assert_eq!(all.iter().all(|it| it.graph.is_none()), is_one, "{graph}: {all:?}");
        let text: String = all.iter().map(|it| it.text.as_str()).collect();
        assert_eq!(text, graph);
    }
}
