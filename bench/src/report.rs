//! What is printed: a table per task, the differences, and all of it as JSON.

use std::fmt::Write as _;

use crate::compare::Comparison;
use crate::machine;
use crate::measure::{Row, Table};
use crate::tasks::{Compares, Contender};

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

/// All tables as one JSON text: a line for each contender in each task, with a figure for each list.
pub fn json(tables: &[Table]) -> String {
    let load = machine::load().map_or("null".to_owned(), |load| load.to_string());
    let tasks: Vec<&[Table]> = tables.chunk_by(|one, other| one.task.name == other.task.name).collect();
    let lists = tasks.first().copied().unwrap_or_default();
    let list = |table: &Table| {
        let name = quoted(&table.corpus);
        format!("    {{\"name\": {name}, \"identifiers\": {}, \"bytes\": {}}}", table.identifiers, table.bytes)
    };
    let rows = tasks.iter().flat_map(|tables| (0..tables[0].rows.len()).map(|nth| json_row(tables, nth)));
    format!(
        "{{\n  \"processor\": {},\n  \"rustc\": {},\n  \"load\": {load},\n  \"rounds\": {},\n  \"lists\": [\n{}\n  ],\n  \
         \"results\": [\n{}\n  ]\n}}\n",
        quoted(&machine::processor()),
        quoted(machine::RUSTC),
        lists.first().map_or(0, |table| table.rounds),
        lists.iter().map(list).collect::<Vec<_>>().join(",\n"),
        rows.collect::<Vec<_>>().join(",\n"),
    )
}

/// The figures of the nth contender of a task. Counts that are zero on each list are left out.
fn json_row(tables: &[Table], nth: usize) -> String {
    let Contender { name, package, note, .. } = tables[0].rows[nth].contender;
    let times = |time: fn(&Row) -> f64| tables.iter().map(|table| format!("{:.3}", time(&table.rows[nth]))).collect();
    let counts = |count: fn(&Row) -> usize| tables.iter().map(|table| count(&table.rows[nth]).to_string()).collect();
    let figures: [(&str, Vec<String>); 7] = [
        ("median_ns", times(|row| row.median)),
        ("min_ns", times(|row| row.min)),
        ("accepted", counts(|row| row.accepted)),
        ("more", counts(|row| row.comparison.as_ref().map_or(0, |it| it.more.len()))),
        ("less", counts(|row| row.comparison.as_ref().map_or(0, |it| it.less.len()))),
        ("different", counts(|row| row.comparison.as_ref().map_or(0, |it| it.different.len()))),
        ("lawless", counts(|row| row.lawless.len())),
    ];
    let texts =
        [("task", tables[0].task.name), ("contender", name), ("version", machine::version(package)), ("note", note)];
    let texts = texts.into_iter().filter(|(name, text)| *name != "note" || !text.is_empty());
    let texts = texts.map(|(name, text)| format!("\"{name}\": {}", quoted(text)));
    let said = |(name, all): &(&str, Vec<String>)| *name == "accepted" || all.iter().any(|figure| figure != "0");
    let figures = figures.into_iter().filter(said).map(|(name, all)| format!("\"{name}\": [{}]", all.join(", ")));
    format!("    {{{}}}", texts.chain(figures).collect::<Vec<_>>().join(", "))
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
