//! Writes the files that are made from the table of operations: `cargo run -p oneiri-operations --example tables`
//!
//! The tests compare the files in the tree with what this program writes.

use std::fmt::Write;
use std::path::Path;

use oneiri_operations::{Grammar, Kind, Operation, Parameter, Row, TABLE};

/// The files: the path in the repository, and the text.
pub(crate) fn files() -> [(&'static str, String); 4] {
    [
        ("docs/operations.md", page()),
        ("bindings/js/src/operations.js", javascript()),
        ("crates/oneiri-capi/src/operations.rs", constants()),
        ("crates/oneiri-python/python/oneiri/_operations.py", columns()),
    ]
}

/// The page that lists every operation and what each binding calls it.
fn page() -> String {
    let mut page = String::from(
        "# Operations and bindings\n\n\
         Every binding of oneiri takes its operations from one table, so an operation does the same in each of them. Use this \
         page when you know an operation in one language and need its name in another one. For example, if you call \
         `normalize` in Python, you find `oneiri_normalize` for your SQL and `ONEIRI_NORMALIZE` for your C.\n\n\
         A dash is a gap: the binding does not have the operation yet. When you need such an operation, you can often call \
         another one instead: for example, `parse` where `is_valid` is missing, because it fails for what is invalid.\n\n\
         The columns are: the constant for `oneiri_apply` or the function of C, the function of the JavaScript package, the \
         function or method for one value in Python, the function for columns (Arrow, pandas and Polars), and the function of \
         SQL in DataFusion. Your editor shows the details of each, because every binding documents its functions, so this \
         page has only one sentence for each operation. Each operation also has a number, which in C is the value of its \
         constant. A number never changes, so you can store it.\n\n",
    );
    let mut line = |cells: [&str; 7]| {
        let _ = writeln!(page, "| {} |", cells.join(" | "));
    };
    line(["Operation", "Takes", "C", "JavaScript", "Python", "Columns", "SQL"]);
    line(["---"; 7]);
    for row in &TABLE {
        let takes: Vec<&str> = row.parameters.iter().map(|parameter| parameter.name()).collect();
        let faces = row.faces;
        let names = [faces.c, faces.javascript, faces.python, faces.column, faces.sql];
        let [c, javascript, python, column, sql] =
            names.map(|name| name.map_or("-".to_owned(), |name| format!("`{name}`")));
        let name = format!("[{0}](#{0})", row.name);
        line([&name, &takes.join(", "), &c, &javascript, &python, &column, &sql]);
    }
    for row in &TABLE {
        let section = if row.section.is_empty() { String::new() } else { format!(" ({})", row.section) };
        let _ = write!(
            page,
            "\n## {}\n\n{}{section} The result is {}, and the number in C is {}.\n",
            row.name,
            row.sentence,
            result(row.result),
            row.operation.number(),
        );
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
    module
}

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
    for (name, _) in rows() {
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
