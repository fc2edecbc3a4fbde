//! Writes the files that are made from the table of operations: `cargo run -p oneiri-operations --example tables`
//!
//! The tests compare the files in the tree with what this program writes.

use std::fmt::Write;
use std::path::Path;

use oneiri::Rung;
use oneiri_lint::Profile;
use oneiri_operations::{Grammar, Kind, Operation, Parameter, Row, TABLE};

/// The files: the path in the repository, and the text.
pub(crate) fn files() -> [(&'static str, String); 5] {
    [
        ("docs/operations.md", page()),
        ("bindings/js/src/operations.js", javascript()),
        ("bindings/scheme/src/numbers.scm", scheme()),
        ("crates/oneiri-capi/src/operations.rs", constants()),
        ("crates/oneiri-python/python/oneiri/_operations.py", columns()),
    ]
}

/// A public function on the page: an operation of the table, or a function that takes a policy, a template or a name.
pub(crate) struct Line {
    pub(crate) name: &'static str,
    takes: String,
    /// What each of [`BINDINGS`] calls the function. `None` is a gap.
    pub(crate) names: [Option<String>; 8],
    about: String,
}

/// The bindings on the page, in the order of [`Line::names`].
const BINDINGS: [&str; 8] = ["C", "JavaScript", "Python", "Columns", "DataFusion", "DuckDB, Spark", "Scheme", "M"];

/// The functions on the page.
pub(crate) fn lines() -> Vec<Line> {
    TABLE.iter().map(operation).chain(others()).collect()
}

fn operation(row: &Row) -> Line {
    let faces = row.faces;
    // SQL has no names for parameters there, so nobody could read which steps a call names.
    let registered = faces.column.filter(|_| row.operation != Operation::NormalizeSteps);
    let (scheme, m) = standards(row.operation);
    let own = |name: Option<&str>| name.map(str::to_owned);
    let names = [faces.c, faces.javascript, faces.python, faces.column, faces.sql].map(own);
    let [c, javascript, python, column, sql] = names;
    let registered = registered.map(|name| format!("oneiri_{name}"));
    let section = if row.section.is_empty() { String::new() } else { format!(" ({})", row.section) };
    Line {
        name: row.name,
        takes: row.parameters.iter().map(|parameter| parameter.name()).collect::<Vec<_>>().join(", "),
        names: [c, javascript, python, column, sql, registered, own(scheme), own(m)],
        about: format!(
            "{}{section} The result is {}, and the number in C is {}.",
            row.sentence,
            result(row.result),
            row.operation.number()
        ),
    }
}

/// The names of an operation in Scheme, for IRIs, and in M. These follow SRFI 275 and STDURL.
fn standards(operation: Operation) -> (Option<&'static str>, Option<&'static str>) {
    match operation {
        Operation::Check => (Some("string->iri"), None),
        Operation::Parse => (Some("string->iri"), Some("parse^STDURL")),
        Operation::IsValid => (None, Some("$$valid^STDURL")),
        Operation::Build => (Some("iri"), Some("$$build^STDURL")),
        Operation::Normalize => (Some("normalise-iri-at"), Some("$$normalize^STDURL")),
        Operation::NormalizeSteps => (Some("normalise-iri-case"), None),
        Operation::Resolve => (Some("resolve-iri-reference"), Some("$$resolve^STDURL")),
        Operation::Relativize => (Some("relativise-iri"), None),
        Operation::ToUri => (Some("iri->uri"), None),
        Operation::ToIri => (Some("uri->iri"), None),
        Operation::Set => (Some("update-iri-host"), None),
        Operation::ParseLenient => (Some("string->iri/lenient"), None),
        Operation::Encode => (Some("percent-encode"), Some("$$encode^STDURL")),
        Operation::Decode => (None, Some("$$decode^STDURL")),
        Operation::DecodeText => (Some("percent-decode"), None),
        Operation::Explain => (Some("explain-iris"), None),
        Operation::Lint => (Some("lint-iri"), None),
        Operation::WhatwgHref => (Some("whatwg-href"), None),
        Operation::Rung => (Some("iri-rung"), None),
        _ => (None, None),
    }
}

/// The functions that are not in the table, because they take more than texts and options.
fn others() -> [Line; 6] {
    let line = |name, takes: &str, names: [&str; 8], about: &str| Line {
        name,
        takes: takes.to_owned(),
        names: names.map(|name| (!name.is_empty()).then(|| name.to_owned())),
        about: about.to_owned(),
    };
    [
        line(
            "check",
            "policy, text",
            [
                "oneiri_policy_check", "policy.Policy.check", "Policy.check", "check", "", "oneiri_check",
                "policy-check", "",
            ],
            "The decision of a policy about a text: whether it is allowed, the text to use from then on, and the reasons.",
        ),
        line(
            "admits",
            "policy, text",
            ["", "", "", "admits", "oneiri_admits", "oneiri_admits", "", ""],
            "Whether a policy allows a text, for a filter. For one text, call `check`, because you can show its reasons.",
        ),
        line(
            "template_match",
            "template, text",
            [
                "oneiri_template_match", "template.Template.match", "Template.match", "template_match",
                "oneiri_template_match", "oneiri_template_match", "template-match", "",
            ],
            "The values that a template has for a text, if the text is one of its expansions. (RFC 6570)",
        ),
        line(
            "key",
            "text, assumptions",
            ["", "", "key", "key", "", "", "", ""],
            "The text that you compare by when you make assumptions, for example that trackers in the query make no difference.",
        ),
        line(
            "query_value",
            "text, name",
            ["", "", "Identifier.query_value", "query_value", "", "oneiri_query_value", "", ""],
            "The decoded value of a parameter of the query.",
        ),
        line(
            "parse_url",
            "text, part",
            ["", "", "", "parse_url", "oneiri_parse_url", "oneiri_parse_url", "", ""],
            "A part of a URL as `parse_url` of Spark and Hive gives it, or as another parser reads it.",
        ),
    ]
}

/// The page that lists every function and what each binding calls it.
fn page() -> String {
    let mut page = String::from(
        "# Operations and bindings\n\n\
         Every binding of oneiri takes its operations from one table, so an operation does the same in each of them. Use this \
         page when you know an operation in one language and need its name in another one. For example, if you call \
         `normalize` in Python, you find `oneiri_normalize` for your SQL and `ONEIRI_NORMALIZE` for your C.\n\n\
         A dash is a gap: the binding does not have the operation yet. When you need such an operation, you can often call \
         another one instead: for example, `parse` where `is_valid` is missing, because it fails for what is invalid.\n\n\
         The columns are: the constant for `oneiri_apply` or the function of C, the function of the JavaScript package, the \
         function or method for one value in Python, the function for columns (Arrow, pandas and Polars), the function of \
         SQL in DataFusion, the function of SQL that the Python package registers in DuckDB and in Spark, the procedure of \
         Scheme, and the entry point of M. In DuckDB and Spark you can choose another prefix than `oneiri_` when you \
         register the functions. In Scheme, procedures with `iri` in their names have twins for URIs, for example \
         `normalise-uri-at`. Your editor shows the details of each function, because every binding documents its functions, \
         so this page has only one sentence for each operation. Each operation also has a number, which in C is the value of \
         its constant. A number never changes, so you can store it. The last rows have no number, because they take \
         more than texts and options, for example a policy, so each binding has functions of its own for them.\n\n",
    );
    let lines = lines();
    let _ = writeln!(page, "| Operation | Takes | {} |", BINDINGS.join(" | "));
    let _ = writeln!(page, "|{}", " --- |".repeat(2 + BINDINGS.len()));
    for Line { name, takes, names, .. } in &lines {
        let shown = |name: &Option<String>| name.as_ref().map_or("-".to_owned(), |name| format!("`{name}`"));
        let names: Vec<_> = names.iter().map(shown).collect();
        let _ = writeln!(page, "| [{name}](#{name}) | {takes} | {} |", names.join(" | "));
    }
    for Line { name, about, .. } in &lines {
        let _ = write!(page, "\n## {name}\n\n{about}\n");
    }
    page.push_str(
        "\nThis page is generated from `crates/oneiri-operations`. To change it, change the table there and run\n\
         `cargo run -p oneiri-operations --example tables`.\n",
    );
    page
}

fn result(kind: Kind) -> &'static str {
    match kind {
        Kind::Text => "a text",
        Kind::Octets => "octets",
        Kind::Boolean => "a boolean",
        Kind::Error => "an error, or nothing for a valid text",
        Kind::Parts => "the components",
        Kind::Rung => "the name of a rung",
        Kind::Verdict => "an explanation",
        Kind::Findings => "a list of findings",
        Kind::Fingerprint => "16 bytes",
        _ => "a value",
    }
}

/// The constants of C, of which cbindgen makes the header.
fn constants() -> String {
    let mut module = String::from(
        "//! The operations of `oneiri_apply`. Generated: cargo run -p oneiri-operations --example tables\n\n",
    );
    for row in TABLE.iter().filter(|row| !row.faces.c_comment.is_empty()) {
        for line in row.faces.c_comment.lines() {
            let _ = writeln!(module, "/// {line}");
        }
        let (name, number) = (row.faces.c.unwrap_or_default(), row.operation.number());
        let _ = writeln!(module, "pub const {name}: i32 = {number};");
    }
    module
}

/// The numbers that the JavaScript package passes to the WebAssembly module.
fn javascript() -> String {
    let mut module = String::from(
        "/** The numbers of the WebAssembly module. Generated: cargo run -p oneiri-operations --example tables */\n",
    );
    let grammars = (0..).map_while(Grammar::of_number);
    let grammars = grammars.map(|grammar| (grammar.name(), grammar.number()));
    module.push_str(&object("GRAMMARS", grammars));
    module.push_str(&object("OPERATIONS", TABLE.iter().filter_map(applied)));
    let rungs = rungs().map(|rung| format!("'{rung}'")).collect::<Vec<_>>().join(", ");
    let _ = writeln!(module, "export const RUNGS = [{rungs}];");
    module.push_str(&object("RUNG_NUMBERS", self::rungs().zip(0..)));
    module.push_str(&object("PROFILES", Profile::ALL.map(Profile::name).into_iter().zip(0..)));
    module
}

/// The names of the rungs in the order of their numbers. The protocol rung is only in Rust and Python, because it needs
/// observations.
fn rungs() -> impl Iterator<Item = &'static str> {
    Rung::ALL.into_iter().filter(|rung| *rung != Rung::Protocol).map(Rung::name)
}

/// The numbers that the Scheme libraries pass to the C library.
fn scheme() -> String {
    let mut library = String::from(
        ";;; The numbers of the C interface. Generated: cargo run -p oneiri-operations --example tables\n\n\
         ;; The operations of `%apply`.\n",
    );
    for row in TABLE.iter().filter(|row| !row.faces.c_comment.is_empty()) {
        let name = row.faces.c.unwrap_or_default().trim_start_matches("ONEIRI_");
        let name = name.to_ascii_lowercase().replace('_', "-");
        let _ = writeln!(library, "(define operation:{name} {})", row.operation.number());
    }
    library.push_str("\n;; The rungs of the ladder of comparison, in order. The number of a rung is its position.\n");
    let _ = writeln!(library, "(define rungs '({}))", rungs().collect::<Vec<_>>().join(" "));
    for (name, number) in rungs().zip(0..) {
        let _ = writeln!(library, "(define {name}-rung {number})");
    }
    library.push_str("\n;; The steps that `operation:normalize-steps` takes.\n");
    for (name, number) in STEPS {
        let _ = writeln!(library, "(define {name}-step {number})");
    }
    library
}

/// The steps of a normalization, with the numbers that are added.
pub(crate) const STEPS: [(&str, i32); 3] = [("case", 1), ("escape", 2), ("path", 4)];

/// The name and the number of an operation that the module applies. The others have functions of their own.
fn applied(row: &Row) -> Option<(&'static str, i32)> {
    let own = matches!(row.operation, Operation::Check | Operation::Parse | Operation::IsValid | Operation::WhatwgHref);
    row.faces.javascript.filter(|name| !own && !name.contains('.')).map(|name| (name, row.operation.number()))
}

/// The operations on columns, of which the Python package makes the functions of SQL, and the type of their names.
fn columns() -> String {
    let mut module = String::from(
        "\"\"\"The operations on columns. Generated: cargo run -p oneiri-operations --example tables\"\"\"\n\n\
         from typing import Literal, NamedTuple, TypeAlias\n\n\n\
         class Operation(NamedTuple):\n    \
         \"\"\"What an operation takes, and the kind of its result.\"\"\"\n\n    \
         texts: list[str]\n    options: list[str]\n    result: str\n\n\n",
    );
    let rows = || TABLE.iter().filter_map(|row| Some((row.faces.column?, row)));
    let quoted =
        |names: &mut dyn Iterator<Item = &str>| names.map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    module.push_str("Name: TypeAlias = Literal[\n");
    // Lints and bases of the URL Standard are options that only `map_column` has.
    let runs = |row: &Row| !row.parameters.contains(&Parameter::Profile) && row.operation != Operation::WhatwgHref;
    for (name, _) in rows().filter(|(_, row)| runs(row)) {
        let _ = writeln!(module, "    \"{name}\",");
    }
    module.push_str("]\n\"\"\"The names, as `run_column` takes them.\"\"\"\n\n");
    module.push_str("COLUMNS: dict[str, Operation] = {\n");
    for (name, row) in rows() {
        let (texts, options) = row.parameters.split_at(row.texts());
        let names = |parameters: &[Parameter]| quoted(&mut parameters.iter().map(|parameter| parameter.name()));
        let (texts, options, result) = (names(texts), names(options), row.result.name());
        let _ = writeln!(module, "    \"{name}\": Operation([{texts}], [{options}], \"{result}\"),");
    }
    module + "}\n"
}

fn object(name: &str, entries: impl IntoIterator<Item = (&'static str, i32)>) -> String {
    let mut text = format!("export const {name} = {{\n  __proto__: null,\n");
    for (key, number) in entries {
        let key = if key.contains('-') { format!("'{key}'") } else { key.to_owned() };
        let _ = writeln!(text, "  {key}: {number},");
    }
    text + "};\n"
}

#[allow(dead_code, reason = "the tests take `files` alone")]
fn main() -> std::io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (path, text) in files() {
        std::fs::write(root.join(path), text)?;
    }
    Ok(())
}
