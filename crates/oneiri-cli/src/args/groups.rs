//! The groups of options in the help of each command: what is read, what it means, what is written.

use clap::Arg;

const INPUT: &str = "Input";
const MEANING: &str = "Meaning";
pub(crate) const OUTPUT: &str = "Output";

/// The options that say what is read.
const OF_INPUT: [&str; 10] = [
    "column",
    "delimiter",
    "field",
    "files",
    "format",
    "max_line",
    "more",
    "null",
    "threads",
    "trim",
];

/// The options that say what is written, and how.
const OF_OUTPUT: [&str; 30] = [
    "all",
    "any_order",
    "codes",
    "count",
    "dry_run",
    "duplicates",
    "explain",
    "fix",
    "in_place",
    "into",
    "keep",
    "map",
    "max_errors",
    "memory",
    "not_a",
    "not_b",
    "not_both",
    "only_disagreements",
    "only_moving",
    "out",
    "output",
    "output_delimiter",
    "quiet",
    "rejects",
    "sarif",
    "summary",
    "table",
    "tag",
    "temp_dir",
    "unique",
];

/// Puts an option of a command into its group. Those in no list say what identifiers mean, and what
/// is done to them. Arguments without a name have a group of their own. The help of `--format` names
/// only what the command reads.
pub(crate) fn group(command: &str, option: Arg) -> Arg {
    if option.is_positional() {
        return option;
    }
    let id = option.get_id().as_str();
    let heading = match id {
        _ if OF_INPUT.contains(&id) => INPUT,
        _ if OF_OUTPUT.contains(&id) => OUTPUT,
        _ => MEANING,
    };
    let option = option.help_heading(heading);
    // Documents are for the others that have this option.
    let tables = matches!(
        command,
        "convert" | "dedupe" | "edit" | "key" | "parsers" | "relativize" | "resolve"
    );
    match option.get_id().as_str() {
        "format" if tables => option.help("text, csv, tsv, ndjson or parquet; else by the name"),
        "format" if command == "normalize" => option.help(
            "text, csv, tsv, ndjson, parquet, nt, nq, sitemap, and\nwith --lenient turtle and trig; else by the name",
        ),
        _ => option,
    }
}
