//! The table has each operation once, and the generated files are up to date.
#![allow(clippy::unwrap_used, clippy::panic, reason = "these are tests")]

use std::collections::BTreeSet;
use std::fs::read_to_string;
use std::path::Path;

use oneiri_operations::{Grammar, Operation, TABLE};

#[path = "../examples/tables.rs"]
mod generator;

#[test]
fn rows_are_in_the_order_of_the_numbers() {
    for (number, row) in (0..).zip(&TABLE) {
        assert_eq!(row.operation.number(), number, "{}", row.name);
        assert_eq!(Operation::of_number(number), Some(row.operation));
        assert_eq!(Operation::of_name(row.name), Some(row.operation));
        assert_eq!(row.operation.row(), row);
        assert!(row.sentence.ends_with('.'), "{} needs a sentence", row.name);
    }
    assert_eq!(Operation::of_number(TABLE.len().try_into().unwrap()), None, "a number without a row");
    let names: BTreeSet<&str> = TABLE.iter().map(|row| row.name).collect();
    assert_eq!(names.len(), TABLE.len());
}

#[test]
fn texts_come_before_options() {
    for row in &TABLE {
        let (texts, options) = row.parameters.split_at(row.texts());
        assert!(texts.len() <= 2 && !options.iter().any(|it| it.is_text()), "{}", row.name);
    }
}

#[test]
fn grammars_have_names_and_numbers() {
    for grammar in Grammar::ALL {
        assert_eq!(Grammar::of_number(grammar.number()), Some(grammar));
        assert_eq!(grammar.name().parse(), Ok(grammar));
        assert_eq!(grammar.with_ascii(grammar.is_ascii()), grammar);
        assert_eq!(grammar.with_scheme(grammar.has_scheme()), grammar);
    }
    assert_eq!((Grammar::of_number(4), Grammar::of_number(-1)), (None, None));
}

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The page lists no function that a binding does not have. `test_sql.py` of the Python package holds the names in DuckDB
/// and Spark.
#[test]
fn the_bindings_have_the_functions() {
    let c = read("crates/oneiri-capi/include/oneiri.h");
    let modules = ["index", "redact", "whatwg", "policy", "template"];
    let javascript = modules.map(|name| read(&format!("bindings/js/src/{name}.d.ts"))).concat();
    let python =
        ["_oneiri.pyi", "__init__.py"].map(|name| read(&format!("crates/oneiri-python/python/oneiri/{name}"))).concat();
    let column = read("crates/oneiri-python/python/oneiri/arrow.py");
    let (scheme, m) = (read("bindings/scheme/names.scm"), read("bindings/m/STDURL.m"));
    // DataFusion has the functions of the table, and these.
    let sql = read("crates/oneiri-datafusion/src/compiled.rs");
    for line in generator::lines() {
        let has = |text: &str, face: &Option<String>, starts: &[&str], ends: &[&str]| {
            let Some(face) = face else { return };
            let name = face.rsplit('.').next().unwrap_or(face).trim_start_matches("$$");
            let name = name.split('^').next().unwrap_or(name);
            let written = starts.iter().flat_map(|start| ends.iter().map(move |end| format!("{start}{name}{end}")));
            assert!(written.into_iter().any(|it| text.contains(&it)), "{}: {face}", line.name);
        };
        let [of_c, of_javascript, of_python, of_column, of_datafusion, _, of_scheme, of_m] = &line.names;
        has(&c, of_c, &["  ", " "], &[" = ", "("]);
        has(&javascript, of_javascript, &["function ", "  ", "class "], &["(", " ", "<"]);
        has(&python, of_python, &["def ", "class "], &["(", ":"]);
        has(&column, of_column, &["def "], &["("]);
        has(&scheme, of_scheme, &[" "], &[" ", "\n", ")"]);
        has(&m, of_m, &["\n"], &["("]);
        if Operation::of_name(line.name).is_none() {
            has(&sql, of_datafusion, &["\""], &["\""]);
        }
    }
}

/// The numbers in the Scheme libraries that the table does not have are those of C.
#[test]
fn the_scheme_libraries_have_the_numbers_of_c() {
    let (scheme, c) = (read("bindings/scheme/src/numbers.scm"), read("crates/oneiri-capi/include/oneiri.h"));
    for (name, number) in generator::STEPS {
        assert!(c.contains(&format!("#define ONEIRI_STEP_{} {number}\n", name.to_uppercase())), "{name}");
    }
    let rungs =
        scheme.lines().filter_map(|line| line.strip_prefix("(define ")?.strip_suffix(')')?.split_once("-rung "));
    let rungs: Vec<_> =
        rungs.map(|(name, number)| format!("  ONEIRI_RUNG_{} = {number},\n", name.to_uppercase())).collect();
    assert!(rungs.len() == 5 && rungs.iter().all(|rung| c.contains(rung)), "{rungs:?}");
}

/// The names in a module of the Python package that are between `start`, at the start of a line, and one of `ends`.
fn names(module: &str, start: &str, ends: &[&str]) -> BTreeSet<String> {
    let text = read(&format!("crates/oneiri-python/python/oneiri/{module}.py"));
    let lines = text.lines().filter_map(|line| line.strip_prefix(start));
    let cut = |line: &str| ends.iter().find_map(|end| Some(line.split_once(end)?.0.to_owned()));
    lines.filter_map(cut).filter(|name| !name.starts_with('_')).collect()
}

/// Arrow, Polars, pandas and Spark have the functions for columns that the table has, and no others. What is registered in
/// Spark's SQL and in DuckDB is made from a list that is generated.
#[test]
fn the_packages_for_columns_have_the_same_functions() {
    let operations: BTreeSet<String> = TABLE.iter().filter_map(|row| row.faces.column.map(str::to_owned)).collect();
    // These belong to a policy, a template, a whole table, and SQL. They are no operations.
    let others = ["admits", "check", "dedupe", "iri", "key", "parse_url", "query_value", "register", "template_match"];
    let others = others.map(str::to_owned);
    let functions = |module: &str, start: &str, end: &str| &names(module, start, &[end]) - &others.clone().into();
    assert_eq!(functions("arrow", "def ", "("), operations);
    // Most are made from the function for Arrow.
    let both = |module: &str, start: &str, made: &str| {
        &functions(module, &format!("{start}def "), "(") | &functions(module, start, made)
    };
    assert_eq!(both("polars", "    ", " = _expr(arrow."), operations);
    assert_eq!(functions("pandas", "    ", " = _method(arrow."), operations);
    // SQL has no names for parameters, so nobody could read which steps a call names.
    let sql = &operations - &["normalize_steps".to_owned()].into();
    assert_eq!(both("spark", "", " = _of(arrow."), sql);
}

#[test]
fn generated_files_are_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (path, text) in generator::files() {
        let found = read_to_string(root.join(path)).unwrap_or_default();
        assert!(found == text, "{path}: cargo run -p oneiri-operations --example tables");
    }
}
