//! How functions are called, and what is said of those that are called wrongly.

use datafusion::arrow::array::{ArrayRef, Int64Array, RecordBatch};
use datafusion::arrow::datatypes::DataType;
use datafusion::error::DataFusionError;
use std::sync::Arc;

use crate::ask::{column, context, rows, shapes};

/// A table of one row, of text and numbers.
fn one_row() -> datafusion::prelude::SessionContext {
    let context = context(&DataType::Utf8, &[&column(&["HTTP://h:80/%7E"]), &column(&["path"])]);
    let numbers: ArrayRef = Arc::new(Int64Array::from(vec![7]));
    let batch = RecordBatch::try_from_iter([("n", numbers)]).unwrap();
    context.register_batch("numbers", batch).unwrap();
    context
}

async fn value(expression: &str) -> Option<String> {
    let rows = rows(&one_row(), &format!("SELECT {expression} FROM t")).await;
    rows.unwrap_or_else(|error| panic!("{expression}: {error}")).remove(0).remove(0)
}

#[tokio::test]
async fn options_have_defaults_places_and_names() {
    for (expression, expected) in [
        ("oneiri_normalize(a)", "http://h/~"),
        ("oneiri_normalize(a, 'path')", "http://h:80/~"),
        ("oneiri_normalize(a, NULL, NULL, NULL)", "http://h/~"),
        ("oneiri_normalize(text => a, rung => 'case')", "http://h:80/%7E"),
        ("oneiri_normalize(rung => 'case', text => a)", "http://h:80/%7E"),
        ("oneiri_normalize_steps(a, 'case, escape')", "http://h:80/~"),
        ("oneiri_normalize('a b', NULL, NULL, 'keep')", "a b"),
        ("oneiri_resolve(reference => '../x', base => a)", "HTTP://h:80/x"),
        ("oneiri_resolve('b', 'x', 'uri', 'keep')", "x"),
        ("oneiri_to_uri('http://h/rosé')", "http://h/ros%C3%A9"),
        ("oneiri_to_iri('http://h/ros%C3%A9', 'uri')", "http://h/rosé"),
        ("oneiri_rung(a, 'http://h/~')", "scheme"),
        ("oneiri_redact('ftp://me:secret@h/')", "ftp://me:***@h/"),
        ("oneiri_parse(a)['port']", "80"),
        ("oneiri_why_not('é b')['start']", "1"),
        ("oneiri_is_valid('a', 'uri')", "false"),
        ("arrow_typeof(oneiri_fingerprint(a))", "Binary"),
        ("length(encode(oneiri_fingerprint(a, NULL, 'blake3'), 'hex'))", "32"),
    ] {
        assert_eq!(value(expression).await.as_deref(), Some(expected), "{expression}");
    }
}

#[tokio::test]
async fn null_stays_null() {
    for expression in [
        "oneiri_normalize(NULL)",
        "oneiri_is_valid(NULL)",
        "oneiri_why_not(NULL)",
        "oneiri_why_not(a)",
        "oneiri_parse(NULL)",
        "oneiri_parse('a b')",
        "oneiri_resolve(a, NULL)",
        "oneiri_resolve(NULL, a)",
        "oneiri_resolve('//no-base', a)",
        "oneiri_rung(NULL, a)",
        "oneiri_rung(a, NULL)",
        "oneiri_rung(a, 'a b')",
        "oneiri_fingerprint('a b')",
        "oneiri_to_uri('a b')",
        "oneiri_to_iri('é')",
    ] {
        assert_eq!(value(expression).await, None, "{expression}");
    }
}

#[tokio::test]
async fn text_comes_out_as_the_type_that_went_in() {
    for shape in shapes() {
        let context = context(&shape, &[&column(&["X:a"])]);
        let found = rows(&context, "SELECT arrow_typeof(oneiri_normalize(a)) FROM t").await.unwrap();
        let texts = match &shape {
            DataType::Dictionary(_, values) => values.as_ref(),
            shape => shape,
        };
        assert_eq!(found, [[Some(texts.to_string())]]);
    }
}

/// The sentence that a statement is refused with before it is run.
async fn refused(expression: &str) -> String {
    let planned = one_row().sql(&format!("SELECT {expression} FROM t, numbers")).await;
    let Err(error) = planned else { panic!("{expression} was planned") };
    match error.find_root() {
        DataFusionError::Plan(said) => said.clone(),
        other => panic!("{expression}: {other:?}"),
    }
}

#[tokio::test]
async fn wrong_calls_are_refused_when_they_are_planned() {
    for (expression, expected) in [
        ("oneiri_normalize(a, 'high')", "oneiri_normalize: unknown rung \"high\": expected string, case, "),
        ("oneiri_normalize(a, b)", "oneiri_normalize: expected a literal for rung"),
        ("oneiri_parse(a, 'url')", "oneiri_parse: unknown grammar \"url\": expected iri-reference, "),
        ("oneiri_parse(a, 'uri', 'keep')", "oneiri_parse: errors=\"keep\": expected \"null\" or \"raise\""),
        ("oneiri_to_uri(a, 'uri')", "oneiri_to_uri: to_uri does not take this grammar: expected iri-"),
        ("oneiri_fingerprint(a, NULL, 'md5')", "oneiri_fingerprint: unknown hash \"md5\": expected \"xxh3\""),
        ("oneiri_normalize_steps(a, 'case,all')", "oneiri_normalize_steps: unknown step \"all\": expected "),
    ] {
        let said = refused(expression).await;
        assert!(said.starts_with(expected), "{expression}: {said}");
    }
    // What is wrong with the types is wrapped in a sentence of DataFusion's own.
    for (expression, expected) in [
        ("oneiri_normalize(n)", "expected text for text, found Int64"),
        ("oneiri_normalize(a, 1)", "expected text for rung, found Int64"),
        ("oneiri_rung(a)", "expected oneiri_rung(a, b[, grammar[, errors]]), found 1 arguments"),
        ("oneiri_is_valid(a, 'uri', 'null')", "expected oneiri_is_valid(text[, grammar]), found 3 arguments"),
    ] {
        let said = refused(expression).await;
        assert!(said.contains(expected), "{expression}: {said}");
    }
}

#[tokio::test]
async fn raising_ends_the_statement_with_the_reason() {
    let texts = column(&["x:", "http://h/a b", "y:"]);
    for shape in shapes() {
        let query = "SELECT oneiri_parse(a, NULL, 'raise') FROM t";
        let error = rows(&context(&shape, &[&texts]), query).await.unwrap_err();
        let DataFusionError::External(cause) = error.find_root() else { panic!("{error:?}") };
        let ended = cause.downcast_ref::<oneiri_datafusion::Ended>().unwrap();
        assert_eq!(ended.function, "oneiri_parse");
        let said = ended.to_string();
        let expected = "oneiri_parse: invalid IRI reference: path, byte 10: expected ";
        assert!(said.starts_with(expected), "{said}");
    }
}
