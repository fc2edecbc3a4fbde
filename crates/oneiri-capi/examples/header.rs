//! Prints the C header: `cargo run -p oneiri-capi --example header > crates/oneiri-capi/include/oneiri.h`
//!
//! cbindgen translates the declarations. This program puts them into groups and in order, and makes the comments those
//! of a C header. The tests compare `include/oneiri.h` with what it prints.

use std::error::Error;
use std::fmt::Write;

use oneiri_operations::{Row, TABLE};

/// The comment at the head of the file.
const HEAD: &str = include_str!("header.txt");

/// The groups of the header from top to bottom: a heading, the names in it, and the name of the enumeration that the
/// constants make, or "" for none. A name that ends with `_` represents all names that begin with it.
const GROUPS: [(&str, &[&str], &str); 15] = [
    (
        "The results of functions",
        &["ONEIRI_OK", "ONEIRI_SHORT", "ONEIRI_INVALID", "ONEIRI_MISUSE", "ONEIRI_INTERNAL", "ONEIRI_DENIED"],
        "oneiri_status",
    ),
    ("Grammars", &["ONEIRI_URI", "ONEIRI_URI_REFERENCE", "ONEIRI_IRI", "ONEIRI_IRI_REFERENCE"], "oneiri_grammar"),
    (
        "Components",
        &[
            "ONEIRI_TEXT", "ONEIRI_SCHEME", "ONEIRI_USERINFO", "ONEIRI_HOST", "ONEIRI_PORT", "ONEIRI_PATH",
            "ONEIRI_QUERY", "ONEIRI_FRAGMENT", "ONEIRI_AUTHORITY",
        ],
        "oneiri_component",
    ),
    (
        "Rungs of the ladder of comparison: what is equal at one rung is equal at all later rungs",
        &["ONEIRI_DIFFERENT", "ONEIRI_RUNG_"],
        "oneiri_rung",
    ),
    (
        "Rules that an invalid text breaks. Later versions may add rules: treat an unknown one as ONEIRI_KIND_OTHER",
        &["ONEIRI_KIND_"],
        "oneiri_kind",
    ),
    ("An invalid text", &["ONEIRI_END", "oneiri_error"], ""),
    ("The ranges of components", &["oneiri_range", "oneiri_parts"], ""),
    ("The version of the library", &["oneiri_version"], ""),
    ("Texts and their components", &["oneiri_parse", "oneiri_split", "oneiri_build"], ""),
    (
        // Those of the table of operations.
        "Operations of oneiri_apply",
        &[],
        "oneiri_operation",
    ),
    ("Options of ONEIRI_NORMALIZE_STEPS and of ONEIRI_SET", &["ONEIRI_STEP_", "ONEIRI_REPAIR"], ""),
    ("Operations that write a text", &["oneiri_apply"], ""),
    ("Comparison", &["oneiri_compare", "oneiri_equivalent"], ""),
    (
        "Policies: which URLs a program may touch",
        &[
            "oneiri_policy", "oneiri_policy_compile", "oneiri_policy_free", "oneiri_policy_check",
            "oneiri_policy_admits",
        ],
        "",
    ),
    (
        "URI Templates (RFC 6570)",
        &[
            "oneiri_template", "oneiri_template_compile", "oneiri_template_free", "oneiri_template_expand",
            "oneiri_template_match",
        ],
        "",
    ),
];

#[allow(dead_code, reason = "the tests of the header include this file")]
fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", header()?);
    Ok(())
}

/// The header.
pub(crate) fn header() -> Result<String, Box<dyn Error>> {
    let root = env!("CARGO_MANIFEST_DIR");
    let config = cbindgen::Config::from_file(format!("{root}/cbindgen.toml"))?;
    let mut written = Vec::new();
    cbindgen::generate_with_config(root, config)?.write(&mut written);
    arrange(&String::from_utf8(written)?)
}

/// Puts the declarations of cbindgen into the groups.
fn arrange(written: &str) -> Result<String, Box<dyn Error>> {
    let mut items: Vec<Item<'_>> = written.split("\n\n").filter_map(Item::read).collect();
    let version = env!("CARGO_PKG_VERSION");
    let mut header = format!(
        "{HEAD}\n#ifndef ONEIRI_H\n#define ONEIRI_H\n\n#include <stddef.h>\n#include <stdint.h>\n\n\
         /** The version of this header. oneiri_version() is that of the library, which may be newer. */\n\
         #define ONEIRI_VERSION \"{version}\"\n\n#ifdef __cplusplus\nextern \"C\" {{\n#endif\n"
    );
    let constants = |row: &'static Row| row.faces.c.filter(|_| !row.faces.c_comment.is_empty());
    let operations: Vec<&str> = TABLE.iter().filter_map(constants).collect();
    for (heading, names, enumeration) in GROUPS {
        let names = if names.is_empty() { &operations[..] } else { names };
        write!(header, "\n/* {heading} */\n\n")?;
        if !enumeration.is_empty() {
            writeln!(header, "typedef enum {enumeration} {{")?;
        }
        for name in names {
            let place = items.iter().position(|it| it.is(name));
            let mut next = Some(place.ok_or_else(|| format!("nothing is called {name}"))?);
            while let Some(place) = next {
                let text = items.remove(place).text();
                match enumeration {
                    "" => writeln!(header, "{text}")?,
                    _ => writeln!(header, "{}", constant(&text))?,
                }
                next = items.iter().position(|it| name.ends_with('_') && it.is(name));
            }
        }
        if !enumeration.is_empty() {
            writeln!(header, "}} {enumeration};")?;
        }
    }
    if let Some(item) = items.first() {
        return Err(format!("{} belongs to no group", item.name).into());
    }
    header.push_str("\n#ifdef __cplusplus\n}\n#endif\n\n#endif /* ONEIRI_H */\n");
    // Numbers that are given by value have the types of their enumerations, so that a compiler sees two that are swapped.
    // The library takes any number.
    for (name, enumeration) in
        [("grammar", "oneiri_grammar"), ("operation", "oneiri_operation"), ("rung", "oneiri_rung")]
    {
        header = header.replace(&format!("int32_t {name},"), &format!("{enumeration} {name},"));
    }
    Ok(header.replace("\n\n\n", "\n\n").replace("{\n\n", "{\n"))
}

/// A constant of an enumeration, of the text of a `#define`.
fn constant(text: &str) -> String {
    let lines = text.trim().lines().map(|line| match line.strip_prefix("#define ") {
        Some(define) => format!("  {},", define.replacen(' ', " = ", 1)),
        None => format!("  {line}"),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// One declaration, with the comment before it.
struct Item<'a> {
    name: &'a str,
    comment: Vec<&'a str>,
    code: &'a str,
}

impl<'a> Item<'a> {
    /// A declaration of cbindgen; `None` for a guard or another line of the preprocessor.
    fn read(item: &'a str) -> Option<Self> {
        let item = item.trim();
        let (comment, code) = match item.strip_prefix("/**\n") {
            Some(rest) => rest.split_once("\n */\n")?,
            None => return None,
        };
        let comment = comment.lines().map(|line| line.trim_start_matches(" *").trim()).collect();
        let words = |c: char| !c.is_ascii_alphanumeric() && c != '_';
        let name = match code.strip_prefix("#define ") {
            Some(rest) => rest.split(' ').next()?,
            None => code.split(words).find(|word| word.starts_with("oneiri_"))?,
        };
        Some(Self { name, comment, code })
    }

    fn is(&self, name: &str) -> bool {
        self.name == name || name.ends_with('_') && self.name.starts_with(name)
    }

    /// The declaration as the header has it.
    fn text(&self) -> String {
        let mut lines = self.comment.clone();
        // What Rust calls safety is what every function of C requires.
        if let Some(place) = lines.iter().position(|line| *line == "# Safety") {
            lines.splice(place..place + 2, ["Requirements:"]);
        }
        let code = self.code.replace(" -1", " (-1)");
        let code = members(&code);
        match lines[..] {
            [line] => format!("/** {line} */\n{code}"),
            _ => {
                let lines: String = lines.iter().map(|line| format!(" * {line}\n")).collect();
                let lines = lines.replace(" * \n", " *\n");
                format!("\n/**\n{lines} */\n{code}\n")
            }
        }
    }
}

/// The code, with each comment of a member on one line if it has one.
fn members(code: &str) -> String {
    let mut text = String::new();
    for line in code.split("\n  /**\n   * ") {
        let Some((comment, rest)) = line.split_once("\n   */\n").filter(|_| !text.is_empty()) else {
            text.push_str(line);
            continue;
        };
        text.push_str("\n  /** ");
        text.push_str(comment);
        text.push_str(" */\n");
        text.push_str(rest);
    }
    text
}
