//! The groups of options in the help of each command: what is read, what it means, what is written.

use clap::Arg;
use clap::builder::Resettable;

const INPUT: &str = "Input";
const MEANING: &str = "Meaning";
pub(crate) const OUTPUT: &str = "Output";

/// The commands for lists and documents whose arguments may also be URLs.
const LISTS: [&str; 7] = ["check", "dedupe", "fix", "key", "lint", "normalize", "report"];

/// The options that say what is read.
const OF_INPUT: [&str; 9] = ["column", "delimiter", "files", "format", "max_line", "more", "null", "threads", "trim"];

/// The options that say what is written, and how.
const OF_OUTPUT: [&str; 30] = [
    "all", "any_order", "codes", "count", "dry_run", "duplicates", "explain", "in_place", "into", "invalid", "keep",
    "map", "max_errors", "memory", "not_a", "not_b", "not_both", "only_disagreements", "only_moving", "out", "output",
    "output_delimiter", "quiet", "rejects", "sarif", "summary", "table", "tag", "temp_dir", "unique",
];

/// Puts an option of a command into its group. Those in no list say what identifiers mean, and what
/// is done to them. Arguments without a name have a group of their own. The help of `--format` names
/// only what the command reads.
pub(crate) fn group(command: &str, option: Arg) -> Arg {
    if option.is_positional() {
        let is_input = option.get_id() == "arguments";
        return if is_input && LISTS.contains(&command) {
            let help = "Files, folders or patterns, or URLs [default: stdin, also for -]";
            option.value_name("FILE|URL").help(help).conflicts_with(Resettable::<clap::Id>::Reset)
        } else {
            option
        };
    }
    let id = option.get_id().as_str();
    let heading = match id {
        _ if OF_INPUT.contains(&id) => INPUT,
        _ if OF_OUTPUT.contains(&id) => OUTPUT,
        _ => MEANING,
    };
    let option = option.help_heading(heading);
    // Documents are for the others that have this option.
    let tables = matches!(command, "convert" | "dedupe" | "edit" | "key" | "parsers" | "relativize" | "resolve");
    match option.get_id().as_str() {
        "format" if tables => option.help("text, csv, tsv, ndjson or parquet [default: by the name]"),
        "format" if command == "fix" => {
            option.help("text, csv, tsv, ndjson, parquet, nt, nq, turtle, trig\nor sitemap [default: by the name]")
        }
        "format" if command == "normalize" => {
            option.help("text, csv, tsv, ndjson, parquet, nt, nq or sitemap\n[default: by the name]")
        }
        _ => option,
    }
}
