//! The HTML page: a section for each kind of count.

use std::collections::HashMap;
use std::fmt::Write;
use std::ops::Range;

use oneiri::{Rung, percent};
use oneiri_lint::Code;

use super::tally::{Class, Example, Examples, Tally, most, rung};
use crate::comparison::DEFAULT_RUNG;
use crate::output::{counted, escape, glyphs::floor, redact, redact::HIDDEN};

/// The greatest number of rows in a table of hosts, and of classes that are shown.
const HOSTS: usize = 50;
const CLASSES: usize = 20;

/// The greatest number of kinds of refusals that are shown.
const REASONS: usize = 50;

const HEAD: &str = include_str!("head.txt");
const STYLE: &str = include_str!("page.css");

pub(super) fn page(tally: &Tally, files: &[String], missing: &[String]) -> String {
    let of = match files {
        [] => "stdin".to_owned(),
        [one] => one.clone(),
        [first, rest @ ..] => format!("{first} and {} more", rest.len()),
    };
    let of = escaped(&redact::message(&of));
    let mut out = HEAD.replace("{version}", env!("CARGO_PKG_VERSION")).replace("{style}", STYLE).replace("{of}", &of);
    if !missing.is_empty() {
        section("Not read", &mut out);
        out.push_str("<p>No count on this page has these files.</p>\n<ul>\n");
        missing.iter().for_each(|it| out.extend(["<li>", &escaped(it), "</li>\n"]));
        out.push_str("</ul>\n</section>\n");
    }
    overview(tally, &mut out);
    classes(tally, &mut out);
    refused(tally, &mut out);
    disagreements(tally, &mut out);
    lints(tally, &mut out);
    let none = "none: a relative reference";
    names(["Schemes", "scheme", none], &tally.schemes, tally.lines, &mut out);
    names(["Hosts", "host", "the empty host"], &tally.hosts, tally.lines, &mut out);
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

fn overview(tally: &Tally, out: &mut String) {
    let classes = tally.classes.len() as u64;
    let merged: u64 = tally.merged.values().sum();
    let parts = [("unique", classes), ("duplicates", merged), ("invalid", tally.refused)];
    stack(&parts, out);
    out.push_str("<dl>\n");
    for (name, count) in [("lines", tally.lines)].iter().chain(&parts) {
        // The color of its stretch of the bar.
        let color = if *name == "lines" { String::new() } else { format!("<i class=\"{name}\"></i>") };
        let _ = writeln!(out, "<div>{color}<dt>{name}</dt><dd>{count}</dd></div>");
    }
    out.push_str("</dl>\n");
    section("Duplicates", out);
    let _ = writeln!(
        out,
        "<p>The first line of a URL is unique, and each further line, in any spelling, is a duplicate, which is counted at the \
         lowest rung at which it equals the first one. No rung above \
         {DEFAULT_RUNG} was looked at, and names in RDF are compared by their text.</p>"
    );
    let rows = [Rung::String, Rung::Case, Rung::Escape, Rung::Path, Rung::Scheme]
        .map(|rung| (rung.name().to_owned(), tally.merged.get(&rung).copied().unwrap_or_default()));
    table(["rung", "lines"], &rows, tally.lines, out);
    out.push_str("</section>\n");
}

fn classes(tally: &Tally, out: &mut String) {
    let several = tally.classes.iter().filter(|class| class.spellings.len() > 1);
    let several = several.map(|class| (&class.normal, class));
    let largest = most(several, |class: &&Class| class.lines);
    section("URLs with several spellings", out);
    if largest.is_empty() {
        out.push_str("<p>No identifier has more than one spelling.</p>\n");
    } else {
        let count = counted(largest.len() as u64, "URL");
        let _ = writeln!(out, "<p>{count} with more than one spelling, those with the most lines first.</p>");
    }
    for (normal, class) in largest.iter().take(CLASSES) {
        let spelled: u64 = class.spellings.iter().map(|(_, count)| count).sum();
        let _ = writeln!(out, "<details><summary><b>{}</b> {}</summary>\n<table>", class.lines, identifier(normal));
        let first = class.spellings.first().map_or("", |(first, _)| first);
        out.push_str("<tr><th class=\"n\">lines</th><th>spelling</th><th>equal to the first at</th></tr>\n");
        for (nth, (text, count)) in class.spellings.iter().enumerate() {
            let rung = if nth == 0 { None } else { rung(first, text) };
            let (text, rung) = (identifier(text), rung.map_or("", Rung::name));
            let _ = writeln!(out, "<tr><td class=\"n\">{count}</td><td>{text}</td><td>{rung}</td></tr>");
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
    section("Invalid", out);
    if tally.refused == 0 {
        out.push_str("<p>No line is invalid.</p>\n");
    }
    let kinds = most(&tally.reasons, |reason| reason.examples.count);
    for ((component, found), reason) in kinds.iter().take(REASONS) {
        let title = format!("{component}: found {found}");
        let expected = format!("expected {} ({})", reason.expected, reason.section);
        let shown = |it: &Example<Range<usize>>| marked(&it.text, &it.detail);
        examples([&title, &expected], &reason.examples, shown, out);
    }
    if kinds.len() > REASONS {
        let rest: u64 = kinds[REASONS..].iter().map(|(_, reason)| reason.examples.count).sum();
        let _ = writeln!(out, "<p>and {} more kinds, with {rest} lines</p>", kinds.len() - REASONS);
    }
    out.push_str("</section>\n");
}

fn disagreements(tally: &Tally, out: &mut String) {
    section("Disagreements", out);
    let _ = writeln!(
        out,
        "<p>How RFC 3986, RFC 3987, the WHATWG URL Standard and java.net.URI read the same text. If a component \
         moves, one program may check one place while another program requests a different one.</p>"
    );
    let mut rows: Vec<(String, u64)> =
        tally.moved.iter().map(|(name, it)| (format!("the {name} moves"), it.count)).collect();
    rows.push(("they differ, and nothing moves".to_owned(), tally.spelled.count));
    rows.push(("all agree".to_owned(), tally.agreed));
    rows.push(("all refuse it".to_owned(), tally.refused_by_all));
    table(["verdict", "lines"], &rows, tally.lines, out);
    for (name, moved) in &tally.moved {
        let shown = |it: &Example<Vec<(String, String)>>| {
            let mut cell = identifier(&it.text);
            for (parsers, text) in &it.detail {
                let _ = write!(cell, "<br><small>{parsers}</small> {}", identifier(text));
            }
            cell
        };
        examples([&format!("the {name} moves"), ""], moved, shown, out);
    }
    if tally.spelled.count > 0 {
        let title = "they differ, and nothing moves";
        examples([title, ""], &tally.spelled, |it: &Example<()>| identifier(&it.text), out);
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
        // Names that look like others are told apart by their Punycode.
        let alike = matches!(code, Code::ConfusableHost | Code::MixedScriptHost);
        let shown = |it: &Example<Range<usize>>| {
            let host = oneiri::split(&it.text).host.filter(|_| alike);
            marked(&it.text, &it.detail) + &host.map(punycode).unwrap_or_default()
        };
        examples([&title, code.section()], found, shown, out);
    }
    out.push_str("</section>\n");
}

/// The Punycode of a name that is not ASCII, to come after the name. Mapping can make it invalid:
/// `a／b` becomes `a/b`.
fn punycode(name: &str) -> String {
    let name = percent::decode_text(name).unwrap_or(name.into());
    match idna::domain_to_ascii(&name) {
        Ok(coded) if !name.is_ascii() => {
            let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
            let no = if coded.bytes().all(is_name) { "" } else { "no name of a host: " };
            format!("<br><small>{no}{}</small>", identifier(&coded))
        }
        _ => String::new(),
    }
}

fn names([title, what, none]: [&str; 3], counts: &HashMap<String, u64>, lines: u64, out: &mut String) {
    section(title, out);
    let all = most(counts, |count| **count);
    let shown = |name: &str| match name {
        "" => format!("<i>{none}</i>"),
        name => identifier(name) + &punycode(name),
    };
    let rows: Vec<_> = all.iter().take(HOSTS).map(|(name, count)| (shown(name), **count)).collect();
    table([what, "lines"], &rows, lines, out);
    if all.len() > rows.len() {
        let rest: u64 = all[rows.len()..].iter().map(|(_, count)| **count).sum();
        let _ = writeln!(out, "<p>and {} more, with {rest} lines</p>", all.len() - rows.len());
    }
    out.push_str("</section>\n");
}

fn section(title: &str, out: &mut String) {
    let _ = writeln!(out, "<section>\n<h2>{title}</h2>");
}

/// A `<details>` element: the count and the title, which are always shown, then a note, unless it is empty, and examples.
fn examples<D>([title, note]: [&str; 2], all: &Examples<D>, shown: impl Fn(&Example<D>) -> String, out: &mut String) {
    let _ = writeln!(out, "<details><summary><b>{}</b> {}</summary>", all.count, escaped(title));
    if !note.is_empty() {
        let _ = writeln!(out, "<p>{}</p>", escaped(note));
    }
    out.push_str("<ul>\n");
    for example in &all.kept {
        let place = escaped(&redact::message(&example.place));
        let _ = writeln!(out, "<li><small>{place}</small><br>{}</li>", shown(example));
    }
    out.push_str("</ul>\n");
    let rest = all.count - all.kept.len() as u64;
    if rest > 0 {
        let _ = writeln!(out, "<p>and {rest} more</p>");
    }
    out.push_str("</details>\n");
}

/// A bar of stretches, as long as their counts.
fn stack(parts: &[(&str, u64)], out: &mut String) {
    out.push_str("<div class=\"stack\">");
    for (name, count) in parts.iter().filter(|(_, count)| *count > 0) {
        let _ = write!(out, "<span class=\"{name}\" style=\"flex:{count}\"></span>");
    }
    out.push_str("</div>\n");
}

/// A table of names, which are HTML already, each with its count and a bar. All bars of the page
/// have the same scale: a whole bar stands for all lines.
fn table(head: [&str; 2], rows: &[(String, u64)], lines: u64, out: &mut String) {
    let [name, count] = head;
    let of = counted(lines, "line");
    let _ =
        writeln!(out, "<table>\n<tr><th>{name}</th><th class=\"n\">{count}</th><th class=\"bar\">of {of}</th></tr>");
    for (name, count) in rows {
        // A count above zero always has a visible bar.
        let bar = match (count * 1000).checked_div(lines) {
            Some(width) if *count > 0 => {
                format!("<span style=\"width:{}.{}%\"></span>", width / 10, width % 10)
            }
            _ => String::new(),
        };
        let _ = writeln!(out, "<tr><td>{name}</td><td class=\"n\">{count}</td><td class=\"bar\">{bar}</td></tr>");
    }
    out.push_str("</table>\n");
}

/// The greatest number of characters that are shown of an identifier.
const LONGEST: usize = 240;

/// Escapes a text, so that it can stand in HTML and in attributes between double quotes.
pub(super) fn escaped(text: &str) -> String {
    let text = escape::visible(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}

/// An identifier, valid or not, as HTML. It is set from left to right and isolated from the text
/// around it, as RFC 3987 section 4.1 asks.
pub(super) fn identifier(text: &str) -> String {
    marked(text, &(0..0))
}

/// Like [`identifier`], with a range marked.
pub(super) fn marked(text: &str, range: &Range<usize>) -> String {
    if text.is_empty() {
        return "<i>the empty reference</i>".to_owned();
    }
    // Of a long text, the part around the range is shown.
    let from = if text.len() > LONGEST { floor(text, range.start.saturating_sub(LONGEST / 2)) } else { 0 };
    let secrets = redact::secrets(text);
    // If the range touches a password, the whole password is marked, so that the mark does not
    // reveal its parts.
    let hit = secrets.iter().filter(|it| range.start < it.end && it.start < range.end);
    let range = hit.fold(range.clone(), |range, it| range.start.min(it.start)..range.end.max(it.end));
    let (mut out, mut shown) = (String::new(), 0);
    let (mut mark, mut is_cut) = (false, false);
    for (at, c) in text.char_indices().skip_while(|(at, _)| *at < from) {
        let marks = range.contains(&at);
        if marks != mark {
            out.push_str(if marks { "<mark>" } else { "</mark>" });
            mark = marks;
        }
        if shown == LONGEST {
            is_cut = true;
            break;
        }
        let secret = secrets.get(secrets.partition_point(|it| it.end <= at)).filter(|it| it.contains(&at));
        if secret.is_some_and(|it| at == it.start || at == from) {
            out.push_str(HIDDEN);
        }
        if secret.is_none() {
            out.push_str(&escaped(c.encode_utf8(&mut [0; 4])));
            shown += 1;
        }
    }
    if mark {
        out.push_str("</mark>");
    }
    let (before, behind) = (if from > 0 { "…" } else { "" }, if is_cut { "…" } else { "" });
    format!("<bdi dir=\"ltr\">{before}{out}{behind}</bdi>")
}

#[cfg(test)]
#[path = "../../../tests/laws/html.rs"]
mod tests;
