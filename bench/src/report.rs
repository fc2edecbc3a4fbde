//! What is printed: a table per task, the differences, and all of it as JSON.

use std::fmt::Write as _;

use crate::compare::Comparison;
use crate::machine;
use crate::measure::{Row, Table};
use crate::tasks::Compares;

/// How many examples of each kind of difference are shown.
const EXAMPLES: usize = 4;

const LEGEND: &str = "\
ns: nanoseconds per identifier; /oneiri, /utf8: medians as ratios to oneiri and to utf8-simd.
A ratio in brackets says little, for more than a tenth of the identifiers was refused.
means: beside oneiri, how many identifiers it accepts more (+) and less (-), and how many it makes
something else of (!). See examples with --explain.";

/// What the figures were measured on.
pub fn heading() -> String {
    let mut text = format!("{}\n{}\n", machine::processor(), machine::RUSTC);
    if let Some(load) = machine::load() {
        let _ = writeln!(text, "load of the last minute: {load:.2}");
        if load > 0.5 {
            text.push_str("  the machine is busy with other things: trust ratios, not times\n");
        }
    }
    text.push_str(LEGEND);
    text
}

/// The table of a task.
pub fn table(table: &Table) -> String {
    let task = table.task;
    let mean = table.input.bytes() as f64 / table.identifiers as f64;
    let mut text = format!(
        "\n{}: {}\n{}: {} identifiers of {mean:.1} bytes, {} rounds\n",
        task.name, task.about, table.corpus, table.identifiers, table.rounds
    );
    let _ = writeln!(
        text,
        "  {:<24} {:>8} {:>8} {:>8} {:>7} {:>9}  {:<20} note",
        "contender", "ns", "min ns", "/oneiri", "/utf8", "accepted", "means"
    );
    for row in &table.rows {
        let version = machine::version(row.contender.package);
        let name = format!("{} {version}", row.contender.name);
        let ratio = |name| match table.ratio_to(name, row) {
            Some(ratio) if refuses_much(table, row) => format!("({ratio:.2})"),
            Some(ratio) => format!("{ratio:.2}"),
            None => "-".to_owned(),
        };
        let means = row.comparison.as_ref().map_or_else(String::new, |it| it.words());
        let mut note = row.contender.note.to_owned();
        if let (Compares::Law(law, _), false) = (task.compares, is_baseline(table, row)) {
            let lawful = row.accepted - row.lawless.len();
            let mean = row.bytes as f64 / row.accepted.max(1) as f64;
            let gap = if note.is_empty() { "" } else { "; " };
            let _ = write!(note, "{gap}{lawful} {law}, of {mean:.1} bytes");
        }
        let _ = writeln!(
            text,
            "  {name:<24} {:>8.1} {:>8.1} {:>8} {:>7} {:>9}  {means:<20} {note}",
            row.median,
            row.min,
            ratio("oneiri"),
            ratio("utf8-simd"),
            row.accepted,
        );
    }
    text
}

fn is_baseline(table: &Table, row: &Row) -> bool {
    !table.task.contenders.iter().any(|it| it.name == row.contender.name)
}

/// Whether a contender refuses so much that its time says little: to refuse is quick.
fn refuses_much(table: &Table, row: &Row) -> bool {
    !is_baseline(table, row) && row.accepted * 10 < table.identifiers * 9
}

/// Where results are not equal in meaning, with some examples of each kind.
pub fn differences(table: &Table) -> String {
    let mut text = String::new();
    let Some(ours) = table.rows.iter().find(|row| row.contender.name == "oneiri") else {
        return text;
    };
    for row in &table.rows {
        let none = Comparison::default();
        let comparison = row.comparison.as_ref().unwrap_or(&none);
        let kinds = [
            ("accepted by it alone", &comparison.more),
            ("accepted by oneiri alone", &comparison.less),
            ("different results", &comparison.different),
            ("results against the law", &row.lawless),
        ];
        for (kind, numbers) in kinds {
            if numbers.is_empty() {
                continue;
            }
            let _ = writeln!(text, "  {}: {kind}: {}", row.contender.name, numbers.len());
            // From all over the corpus, not from its beginning alone.
            for &number in numbers.iter().step_by(numbers.len().div_ceil(EXAMPLES)) {
                example(&mut text, table, number, ours, row);
            }
        }
    }
    text
}

fn example(text: &mut String, table: &Table, number: usize, ours: &Row, theirs: &Row) {
    for nth in 0..table.task.lines_each {
        let line = table.input.get(number * table.task.lines_each + nth);
        let _ = writeln!(text, "      {}{line}", if nth == 0 { "- " } else { "  " });
    }
    // Of results in parts, those that differ are enough.
    let name = theirs.contender.name;
    let (ours, theirs) = (&ours.outcomes[number], &theirs.outcomes[number]);
    let parts = |of: &Option<String>, beside: &Option<String>| {
        let Some(of) = of else { return "refused".to_owned() };
        let beside = beside.as_deref().unwrap_or_default();
        let parts = of.split('\n').filter(|part| !beside.split('\n').any(|it| it == *part));
        parts.collect::<Vec<_>>().join(" ")
    };
    if let (Some(our_parts), Some(_)) = (ours, theirs) {
        let named = our_parts.contains('\n');
        let (ours, theirs) = match ours == theirs {
            true => (our_parts.clone(), our_parts.clone()),
            false => (parts(ours, theirs), parts(theirs, ours)),
        };
        let ours = if named { relevant(&ours, &theirs) } else { ours };
        let _ = writeln!(text, "          {:<16} {ours}", "oneiri");
        if name != "oneiri" {
            let _ = writeln!(text, "          {name:<16} {theirs}");
        }
    }
}

/// Of our parts that differ, those that they name as well.
fn relevant(ours: &str, theirs: &str) -> String {
    let names = theirs.split(' ').filter_map(|part| part.split('=').next()).collect::<Vec<_>>();
    let kept = ours.split(' ').filter(|part| part.split('=').next().is_some_and(|it| names.contains(&it)));
    kept.collect::<Vec<_>>().join(" ")
}

/// All tables as one JSON text.
pub fn json(tables: &[Table]) -> String {
    let mut text = String::from("{\n");
    let load = machine::load().map_or("null".to_owned(), |load| load.to_string());
    let _ = writeln!(text, "  \"processor\": {},", quoted(&machine::processor()));
    let _ = writeln!(text, "  \"rustc\": {},", quoted(machine::RUSTC));
    let _ = writeln!(text, "  \"load\": {load},");
    text.push_str("  \"results\": [");
    let mut first = true;
    for table in tables {
        for row in &table.rows {
            text.push_str(if first { "\n" } else { ",\n" });
            first = false;
            text.push_str("    ");
            json_row(&mut text, table, row);
        }
    }
    text.push_str("\n  ]\n}\n");
    text
}

fn json_row(text: &mut String, table: &Table, row: &Row) {
    let ratio = |name| table.ratio_to(name, row).map_or("null".to_owned(), |it| format!("{it:.4}"));
    let count = |numbers: Option<&Vec<usize>>| numbers.map_or("null".to_owned(), |numbers| numbers.len().to_string());
    let comparison = row.comparison.as_ref();
    let fields = [
        ("task", quoted(table.task.name)),
        ("corpus", quoted(&table.corpus)),
        ("identifiers", table.identifiers.to_string()),
        ("input_bytes", table.input.bytes().to_string()),
        ("rounds", table.rounds.to_string()),
        ("contender", quoted(row.contender.name)),
        ("version", quoted(machine::version(row.contender.package))),
        ("median_ns", format!("{:.3}", row.median)),
        ("min_ns", format!("{:.3}", row.min)),
        ("ratio_to_oneiri", ratio("oneiri")),
        ("ratio_to_utf8", ratio("utf8-simd")),
        ("accepted", row.accepted.to_string()),
        ("output_bytes", row.bytes.to_string()),
        ("accepted_more", count(comparison.map(|it| &it.more))),
        ("accepted_less", count(comparison.map(|it| &it.less))),
        ("different", count(comparison.map(|it| &it.different))),
        ("lawless", row.lawless.len().to_string()),
        ("note", quoted(row.contender.note)),
    ];
    let fields = fields.map(|(name, value)| format!("\"{name}\": {value}"));
    let _ = write!(text, "{{{}}}", fields.join(", "));
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            '\0'..' ' => {
                let _ = write!(out, "\\u{:04x}", character as u32);
            }
            _ => out.push(character),
        }
    }
    out + "\""
}
