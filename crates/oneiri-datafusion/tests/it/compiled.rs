//! The functions whose literals are compiled: the URL Standard, policies, templates, parsers.

use datafusion::arrow::datatypes::DataType;

use crate::ask::{Column, ask, column, context, one, rows, shapes};

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

/// What `java.net.URI` of OpenJDK 17 gives to the getters that Spark 4 calls for `parse_url`, and the value that
/// Spark's pattern finds in the query. The rows have the cases of datafusion#21943 and of comet#4156.
#[tokio::test]
async fn parts_are_those_of_spark() {
    let mut lines = include_str!("parse-url.tsv").lines();
    let parts: Vec<&str> = lines.next().unwrap().split('\t').skip(1).collect();
    let table: Vec<Vec<&str>> = lines.map(|line| line.split('\t').collect()).collect();
    assert!(table.len() > 35);
    let texts: Vec<&str> = table.iter().map(|row| row[0]).collect();
    let calls = parts.iter().map(|part| match part.strip_suffix(" of k") {
        Some(part) => format!("oneiri_parse_url(a, '{part}', 'k')"),
        None => format!("oneiri_parse_url(a, '{part}')"),
    });
    let found = ask(&calls.collect::<Vec<_>>().join(", "), &[&column(&texts)]).await;
    for (row, found) in table.iter().zip(found) {
        let part = |part: &&str| if *part == "-" { None } else { some(part) };
        let expected: Column = row[1..].iter().map(part).collect();
        assert_eq!(found, expected, "{}", row[0]);
    }
}

#[tokio::test]
async fn parts_are_those_of_the_reader() {
    let texts = column(&[r"http:\\H:80\a/../b?k=1", "http://u@h:8080?k"]);
    let calls = "oneiri_parse_url(a, 'HOST', NULL, 'whatwg'), oneiri_parse_url(a, 'AUTHORITY', NULL, 'browser'), \
                 oneiri_parse_url(a, 'FILE', NULL, 'whatwg'), oneiri_parse_url(a, 'QUERY', 'k', parser => 'whatwg')";
    let found = ask(calls, &[&texts]).await;
    assert_eq!(found[0], [some("h"), some("h"), some("/b?k=1"), some("1")]);
    assert_eq!(found[1], [some("h"), some("u@h:8080"), some("/?k"), None]);
}

#[tokio::test]
async fn urls_are_those_of_the_standard() {
    let texts = column(&["HTTPS:\\\\EXAMPLE.org/a/../b c", "../x", "http://h:99999/", "http://münchen.example"]);
    let found = one("oneiri_whatwg_href(a)", &[&texts]).await;
    let expected = [some("https://example.org/b%20c"), None, None, some("http://xn--mnchen-3ya.example/")];
    assert_eq!(found, expected);
    let based = one("oneiri_whatwg_href(a, base => 'http://h/p/q')", &[&texts]).await;
    assert_eq!(based[1], some("http://h/x"));
    assert_eq!(based[0], expected[0]);
    // A base for each row.
    let bases = column(&["http://a/", "http://b/c/d", "http://c/", "no base"]);
    let texts = column(&["x", "../x", "x", "http://h/"]);
    let found = one("oneiri_whatwg_href(a, b)", &[&texts, &bases]).await;
    assert_eq!(found, [some("http://a/x"), some("http://b/x"), some("http://c/x"), None]);
}

/// One query has more literals than stay compiled.
#[tokio::test]
async fn each_call_has_its_own_literals() {
    let texts = column(&["https://h7.example/", "../h7"]);
    let policies = (0..20).map(|nth| {
        let toml = format!("[[allow]]\nscheme = \"https\"\nhost = \"h{nth}.example\"");
        format!("oneiri_admits('{toml}', a)")
    });
    let found = ask(&policies.collect::<Vec<_>>().join(", "), &[&texts]).await;
    let only = |nth| (0..20).map(|at| some(&(Some(at) == nth).to_string())).collect::<Vec<_>>();
    assert_eq!(found, [only(Some(7)), only(None)]);
    let bases = ["'http://a/'", "'http://b/'", "'no base'", "NULL"];
    let calls = bases.map(|base| format!("oneiri_whatwg_href(a, {base})"));
    let found = ask(&calls.join(", "), &[&texts]).await;
    assert_eq!(found[1], [some("http://a/h7"), some("http://b/h7"), None, None]);
}

#[tokio::test]
async fn a_policy_admits() {
    let texts =
        column(&["https://example.com/", "http://127.0.0.1/", "http://0x7f.1/", "", "https://api.example.com/v1/x"]);
    let bool = |answers: [bool; 5]| answers.map(|it| some(&it.to_string())).to_vec();
    let found = one("oneiri_admits('preset:ssrf', a)", &[&texts]).await;
    assert_eq!(found, bool([true, false, false, false, true]));
    let own = r#"oneiri_admits('[[allow]]
        scheme = "https"
        host = "*.example.com"
        path = "/v1/*"', a)"#;
    assert_eq!(one(own, &[&texts]).await, bool([false, false, false, false, true]));
    assert_eq!(one("oneiri_admits('', a)", &[&texts]).await, bool([false; 5]));
}

#[tokio::test]
async fn a_template_matches() {
    let texts = column(&["/users/ada", "/users/a%2Fb?fields=name&fields=age", "/users/ada?fields=name", "/pages"]);
    let call = "oneiri_template_match('/users/{id}{?fields*}', a)";
    let found =
        ask(&format!("{call}['id'], {call}['fields'], CASE WHEN {call} IS NOT NULL THEN 'match' END"), &[&texts]).await;
    assert_eq!(found[0], [some("ada"), None, some("match")]);
    assert_eq!(found[1], [some("a/b"), some(r#"["name","age"]"#), some("match")]);
    assert_eq!(found[2], [some("ada"), some("name"), some("match")]);
    assert_eq!(found[3], [None, None, None]);
}

#[tokio::test]
async fn texts_come_out_as_the_type_that_went_in() {
    for shape in shapes() {
        let context = context(&shape, &[&column(&["http://h"])]);
        let call = "SELECT arrow_typeof(oneiri_whatwg_href(a)), arrow_typeof(oneiri_parse_url(a, 'HOST')) FROM t";
        let found = rows(&context, call).await.unwrap();
        let texts = match &shape {
            DataType::Dictionary(_, values) => values.to_string(),
            shape => shape.to_string(),
        };
        assert_eq!(found, [[Some(texts.clone()), Some(texts)]]);
    }
}

#[tokio::test]
async fn wrong_calls_are_refused_when_they_are_planned() {
    let context = context(&DataType::Utf8, &[&column(&["x:"]), &column(&["y:"])]);
    for (expression, expected) in [
        ("oneiri_admits('preset:none', a)", "unknown preset \"none\": expected ssrf, agent, "),
        ("oneiri_admits('[[allow]]\nhost = 3', a)", "oneiri_admits: line 2, host: "),
        ("oneiri_admits(a, b)", "oneiri_admits: expected a literal for policy"),
        ("oneiri_admits(NULL, a)", "oneiri_admits: expected a literal for policy"),
        ("oneiri_admits(a)", "expected oneiri_admits(policy, text), found 1 arguments"),
        ("oneiri_admits('', 7)", "expected text for text, found Int64"),
        ("oneiri_template_match('{a}{b}', a)", "the template is ambiguous: "),
        ("oneiri_template_match('{a', a)", "invalid URI Template: byte 2: "),
        ("oneiri_template_match('/a', a)", "expected a template with a variable"),
        ("oneiri_parse_url(a, 'host')", "unknown part \"host\": expected PROTOCOL, "),
        ("oneiri_parse_url(a, 'HOST', 'k')", "only QUERY has a key, found \"HOST\""),
        ("oneiri_parse_url(a, 'HOST', NULL, 'opera')", "unknown parser \"opera\": expected rfc3986, "),
        ("oneiri_parse_url(a, b)", "oneiri_parse_url: expected a literal for part"),
    ] {
        let planned = context.sql(&format!("SELECT {expression} FROM t")).await;
        let error = planned.err().unwrap_or_else(|| panic!("{expression} was planned"));
        assert!(error.to_string().contains(expected), "{expression}: {error}");
    }
}
