//! The HTML page: a section for each kind of count.

use std::fmt::Write;
use std::ops::Range;

use oneiri::Rung;

use crate::output::redact;

use super::html::{escaped, identifier, marked};
use super::line::RUNG;
use super::tally::{Class, Example, Examples, Tally, most};

/// The greatest number of rows in a table of hosts, and of classes that are shown.
const HOSTS: usize = 50;
const CLASSES: usize = 20;

const STYLE: &str = include_str!("page.css");

pub(super) fn page(tally: &Tally, files: &[String]) -> String {
    let mut out = String::new();
    let of = match files {
        [] => "stdin".to_owned(),
        [one] => one.clone(),
        [first, rest @ ..] => format!("{first} and {} more", rest.len()),
    };
    let of = escaped(&redact::message(&of));
    let _ = write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta name=\"generator\" content=\"oneiri {}\">\n\
         <title>oneiri: {of}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1><bdi>{of}</bdi></h1>\n",
        env!("CARGO_PKG_VERSION"),
    );
    overview(tally, &mut out);
    classes(tally, &mut out);
    refused(tally, &mut out);
    disagreements(tally, &mut out);
    lints(tally, &mut out);
    names("Schemes", "scheme", &tally.schemes, "none: a relative reference", &mut out);
    names("Hosts", "host", &tally.hosts, "the empty host", &mut out);
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

fn overview(tally: &Tally, out: &mut String) {
    let classes = tally.classes.len() as u64;
    let merged: u64 = tally.merged.values().sum();
    out.push_str("<dl>\n");
    for (name, count) in [
        ("lines", tally.lines),
        ("refused", tally.refused),
        ("classes", classes),
        ("merged", merged),
    ] {
        let _ = writeln!(out, "<div><dt>{name}</dt><dd>{count}</dd></div>");
    }
    out.push_str("</dl>\n");
    let most = tally.merged.values().max().copied().unwrap_or_default();
    section("Merged lines", out);
    let _ = writeln!(
        out,
        "<p>A class is the set of all spellings of one identifier. A line of a known class is merged; it is \
         counted at the lowest rung at which it equals the first spelling of its class. No rung above \
         {RUNG} was looked at.</p>"
    );
    let rows = [Rung::String, Rung::Case, Rung::Escape, Rung::Path, Rung::Scheme]
        .map(|rung| (rung.name().to_owned(), tally.merged.get(&rung).copied().unwrap_or_default()));
    table(["rung", "lines"], &rows, most, out);
    out.push_str("</section>\n");
}

fn classes(tally: &Tally, out: &mut String) {
    let several = tally.classes.iter().filter(|class| class.spellings.len() > 1);
    let several = several.map(|class| (&class.normal, class));
    let largest = most(several, |class: &&Class| class.lines);
    section("Largest classes", out);
    if largest.is_empty() {
        out.push_str("<p>No identifier has more than one spelling.</p>\n");
    } else {
        let (count, s) = (largest.len(), if largest.len() == 1 { "" } else { "es" });
        let _ = writeln!(out, "<p>{count} class{s} with more than one spelling.</p>");
    }
    for (normal, class) in largest.iter().take(CLASSES) {
        let spelled: u64 = class.spellings.iter().map(|(_, count)| count).sum();
        let _ = writeln!(
            out,
            "<details><summary><b>{}</b> {}</summary>\n<table>",
            class.lines,
            identifier(normal)
        );
        for (text, count) in &class.spellings {
            let _ =
                writeln!(out, "<tr><td class=\"n\">{count}</td><td>{}</td></tr>", identifier(text));
        }
        out.push_str("</table>\n");
        if spelled < class.lines {
            let _ = writeln!(out, "<p>and {} lines in other spellings</p>", class.lines - spelled);
        }
        out.push_str("</details>\n");
    }
    out.push_str("</section>\n");
}

fn refused(tally: &Tally, out: &mut String) {
    section("Refused", out);
    if tally.refused == 0 {
        out.push_str("<p>Nothing was refused.</p>\n");
    }
    for ((component, expected), reason) in most(&tally.reasons, |reason| reason.examples.count) {
        let title = format!("{component}: expected {expected}");
        open(reason.examples.count, &escaped(&title), out);
        let _ = writeln!(out, "<p>{}</p>", escaped(reason.section));
        examples(&reason.examples, |it: &Example<Range<usize>>| marked(&it.text, &it.detail), out);
    }
    out.push_str("</section>\n");
}

fn disagreements(tally: &Tally, out: &mut String) {
    section("Disagreements", out);
    out.push_str(
        "<p>How RFC 3986, RFC 3987, the WHATWG URL Standard and java.net.URI read the same text. If \
         a component moves, one program may check one place while another program requests a different one.</p>\n",
    );
    let mut rows: Vec<(String, u64)> =
        tally.moved.iter().map(|(name, it)| (format!("the {name} moves"), it.count)).collect();
    rows.push(("they differ, and nothing moves".to_owned(), tally.spelled.count));
    rows.push(("all agree".to_owned(), tally.agreed));
    rows.push(("all refuse it".to_owned(), tally.refused_by_all));
    table(["verdict", "lines"], &rows, tally.lines, out);
    for (name, moved) in &tally.moved {
        open(moved.count, &format!("the {name} moves"), out);
        let shown = |it: &Example<Vec<(String, String)>>| {
            let mut cell = identifier(&it.text);
            for (parsers, text) in &it.detail {
                let _ = write!(cell, "<br><small>{parsers}</small> {}", identifier(text));
            }
            cell
        };
        examples(moved, shown, out);
    }
    if tally.spelled.count > 0 {
        open(tally.spelled.count, "they differ, and nothing moves", out);
        examples(&tally.spelled, |it: &Example<()>| identifier(&it.text), out);
    }
    out.push_str("</section>\n");
}

fn lints(tally: &Tally, out: &mut String) {
    section("Valid, but unwise", out);
    if tally.lints.is_empty() {
        out.push_str("<p>Nothing was found.</p>\n");
    }
    for (id, (code, found)) in most(&tally.lints, |(_, found)| found.count) {
        let title = format!("{id} {}: {}", code.name(), code.summary());
        open(found.count, &escaped(&title), out);
        let _ = writeln!(out, "<p>{}</p>", escaped(code.section()));
        examples(found, |it: &Example<Range<usize>>| marked(&it.text, &it.detail), out);
    }
    out.push_str("</section>\n");
}

fn names(
    title: &str,
    what: &str,
    counts: &std::collections::HashMap<String, u64>,
    none: &str,
    out: &mut String,
) {
    section(title, out);
    let all = most(counts, |count| **count);
    let rows: Vec<(String, u64)> = all
        .iter()
        .take(HOSTS)
        .map(|(name, count)| {
            let shown = if name.is_empty() { format!("<i>{none}</i>") } else { identifier(name) };
            (shown, **count)
        })
        .collect();
    let top = rows.first().map_or(0, |(_, count)| *count);
    table([what, "lines"], &rows, top, out);
    if all.len() > rows.len() {
        let rest: u64 = all[rows.len()..].iter().map(|(_, count)| **count).sum();
        let _ = writeln!(out, "<p>and {} more, with {rest} lines</p>", all.len() - rows.len());
    }
    out.push_str("</section>\n");
}

fn section(title: &str, out: &mut String) {
    let _ = writeln!(out, "<section>\n<h2>{title}</h2>");
}

/// Opens a `<details>` element with a title; `examples` closes it.
fn open(count: u64, title: &str, out: &mut String) {
    let _ = writeln!(out, "<details><summary><b>{count}</b> {title}</summary>");
}

fn examples<D>(examples: &Examples<D>, shown: impl Fn(&Example<D>) -> String, out: &mut String) {
    out.push_str("<ul>\n");
    for example in &examples.kept {
        let place = escaped(&redact::message(&example.place));
        let _ = writeln!(out, "<li><small>{place}</small><br>{}</li>", shown(example));
    }
    out.push_str("</ul>\n");
    let rest = examples.count - examples.kept.len() as u64;
    if rest > 0 {
        let _ = writeln!(out, "<p>and {rest} more</p>");
    }
    out.push_str("</details>\n");
}

/// A table of names, which are HTML already, each with its count and a bar.
fn table(head: [&str; 2], rows: &[(String, u64)], most: u64, out: &mut String) {
    let [name, count] = head;
    let _ = writeln!(out, "<table>\n<tr><th>{name}</th><th class=\"n\">{count}</th><th></th></tr>");
    for (name, count) in rows {
        let width = (count * 100).checked_div(most).unwrap_or_default();
        // A count above zero always has a visible bar.
        let bar = match count {
            0 => String::new(),
            _ => format!("<span style=\"width:{width}%\"></span>"),
        };
        let _ = writeln!(
            out,
            "<tr><td>{name}</td><td class=\"n\">{count}</td><td class=\"bar\">{bar}</td></tr>"
        );
    }
    out.push_str("</table>\n");
}
