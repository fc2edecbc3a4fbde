//! The tables of the documentation, in Markdown.

use std::fmt::Write as _;

use crate::bars::number;
use crate::figures::{Row, Run};
use crate::words::list;

/// Every task on every list: our time, and in brackets the fastest other library and how many times as long it takes.
pub fn overview(run: &Run) -> String {
    // A list that is respelled in part lies between the two others.
    let lists = run.lists().into_iter().filter(|it| list(it) != "mixed").collect::<Vec<_>>();
    let mut text = String::from("| task |");
    for name in &lists {
        let _ = write!(text, " {} |", list(name));
    }
    text += "\n|---|";
    text += &"---|".repeat(lists.len());
    for task in run.tasks() {
        let _ = write!(text, "\n| `{task}` |");
        for corpus in lists.iter().copied() {
            let ours = run.row(task, corpus, "oneiri").map(|row| row.median_ns);
            let other = run.others(task, corpus).first().copied();
            let _ = match (ours, other) {
                (Some(ours), Some(other)) => {
                    write!(text, " {} ({} {:.1}×) |", number(ours), other.contender, other.median_ns / ours)
                }
                (Some(ours), None) => write!(text, " {} |", number(ours)),
                _ => write!(text, " |"),
            };
        }
    }
    text
}

/// The speed of normalization in words, for a list that is mostly normal already and for one that is not.
pub fn headline(run: &Run) -> String {
    let times = |list| {
        let ours = run.row("normalize-scheme", list, "oneiri")?;
        let other = *run.others("normalize-scheme", list).first()?;
        Some([number(ours.median_ns), number(other.median_ns), other.contender.clone()])
    };
    let (Some([web, other_web, best_web]), Some([respelled, other_respelled, best_respelled])) =
        (times("web.txt"), times("web.txt-respelled"))
    else {
        return String::new();
    };
    wrapped(&format!(
        "Parsing and normalizing a URL that was found on the web takes {web} ns, because most of these are normal already \
         ({best_web}, the next fastest library, takes {other_web} ns). When every URL needs a change, it takes {respelled} ns \
         ({best_respelled}: {other_respelled} ns)."
    ))
}

/// The libraries that a reader may come from, on the list `web`: nanoseconds for each identifier.
pub fn others(run: &Run) -> String {
    const OTHERS: [&str; 5] = ["url", "ada", "fluent-uri", "iri-string", "oxiri"];
    const TASKS: [&str; 5] = ["parse", "normalize-scheme", "resolve", "set-host", "equal-parsed"];
    let mut text = format!("| ns for each URL | oneiri | {} |\n|---|--:|", OTHERS.join(" | "));
    text += &"--:|".repeat(OTHERS.len());
    for task in TASKS {
        let _ = write!(text, "\n| {} |", crate::words::title(task).unwrap_or(task));
        for name in ["oneiri"].into_iter().chain(OTHERS) {
            let row = run.row(task, "web.txt", name);
            let _ = write!(text, " {} |", row.map_or("–".to_owned(), |row| number(row.median_ns)));
        }
    }
    text
}

/// Many at once, beside one by one.
pub fn many(run: &Run) -> String {
    let lists = run.lists();
    let mut text = String::from("| |");
    lists.iter().for_each(|name| text += &format!(" {} |", list(name)));
    text += "\n|---|";
    text += &"--:|".repeat(lists.len());
    let rows = [
        ("`Iri::parse`, one by one", "oneiri"),
        ("`Batch::parse`: offsets", "oneiri-batch"),
        ("`validity`: a bit for each", "oneiri-validity"),
    ];
    for (name, contender) in rows {
        let _ = write!(text, "\n| {name} |");
        for corpus in &lists {
            let cell = run.row("parse", corpus, contender).map_or(String::new(), |row| number(row.median_ns));
            let _ = write!(text, " {cell} |");
        }
    }
    text
}

/// What was measured, on what, and with which versions.
pub fn conditions(run: &Run) -> String {
    let mut versions: Vec<String> = Vec::new();
    for row in run.results.iter().filter(|row| !row.version.is_empty() && !row.contender.starts_with("oneiri")) {
        // A contender has the name of its crate, but for the one that only checks UTF-8.
        let name = if row.contender == "utf8-simd" { "simdutf8" } else { &row.contender };
        let version = format!("{name} {}", row.version);
        if !versions.contains(&version) {
            versions.push(version);
        }
    }
    let lists = run.lists().into_iter().filter_map(|corpus| {
        let row = run.rows("parse", corpus).next()?;
        let Row { identifiers, bytes, .. } = row;
        let bytes = *bytes as f64 / *identifiers as f64;
        Some(format!("`{}` {identifiers} of {bytes:.1} bytes", list(corpus)))
    });
    wrapped(&format!(
        "{}; {}; {} rounds. Lists: {}. Versions: {}.",
        run.processor,
        run.rustc,
        run.rounds,
        lists.collect::<Vec<_>>().join(", "),
        versions.join(", "),
    ))
}

/// Lines of at most 130 characters.
fn wrapped(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < 130 => *line += &format!(" {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}

/// The tasks of the URL Standard, and how a table calls them.
const WHATWG: [(&str, &str); 7] = [
    ("whatwg", "parse"),
    ("whatwg-can-parse", "`can_parse`"),
    ("whatwg-join", "parse with a base"),
    ("whatwg-set-host", "`set_host`"),
    ("whatwg-set-pathname", "`set_pathname`"),
    ("whatwg-set-search", "`set_search`"),
    ("whatwg-set-hash", "`set_hash`"),
];

/// Our time as a part of the time of another library.
fn part(run: &Run, task: &str, corpus: &str, other: &str) -> Option<f64> {
    Some(run.row(task, corpus, "oneiri")?.median_ns / run.row(task, corpus, other)?.median_ns)
}

/// The URL Standard: our time on each list as a part of another library's, with the scanner of this machine and
/// without vectors.
pub fn whatwg(run: &Run, portable: &Run, other: &str) -> String {
    let lists = run.lists();
    let mut text = String::from("| |");
    lists.iter().for_each(|name| text += &format!(" {} |", list(name)));
    text += "\n|---|";
    text += &"--:|".repeat(lists.len());
    let rows = WHATWG.iter().map(|row| (run, *row));
    let without = (portable, ("whatwg", "parse, without vectors"));
    for (run, (task, name)) in rows.chain([without]) {
        // `url` has no `can_parse`.
        if lists.iter().all(|corpus| part(run, task, corpus, other).is_none()) {
            continue;
        }
        let _ = write!(text, "\n| {name} |");
        for corpus in &lists {
            let _ = match part(run, task, corpus, other) {
                Some(part) => write!(text, " {part:.2} |"),
                None => write!(text, " |"),
            };
        }
    }
    text
}

/// The goals beside ada, and the list that came to most.
pub fn whatwg_goals(run: &Run, portable: &Run) -> String {
    let tasks = WHATWG.map(|(task, _)| task);
    let rows = [
        ("parse", 0.35, run, &tasks[..1]),
        ("`can_parse`", 0.25, run, &tasks[1..2]),
        ("setters", 0.5, run, &tasks[3..]),
        ("parse with a base", 0.6, run, &tasks[2..3]),
        ("parse, without vectors", 0.6, portable, &tasks[..1]),
    ];
    let mut text = String::from(
        "| | goal, at most | measured, at most | on the list | figures above the goal |\n|---|--:|--:|---|--:|",
    );
    for (name, goal, run, tasks) in rows {
        let parts = run
            .lists()
            .into_iter()
            .flat_map(|corpus| tasks.iter().filter_map(move |task| Some((part(run, task, corpus, "ada")?, corpus))));
        let mut parts: Vec<_> = parts.collect();
        parts.sort_by(|one, other| other.0.total_cmp(&one.0));
        let Some((most, corpus)) = parts.first().copied() else { continue };
        let above = parts.iter().filter(|(part, _)| *part > goal).count();
        let _ = write!(text, "\n| {name} | {goal} | {most:.2} | `{}` | {above} of {} |", list(corpus), parts.len());
    }
    text
}

/// The checks of policies: nanoseconds, and as a part of what `urlpattern` takes.
pub fn policies(run: &Run) -> String {
    let other = run.results.iter().find(|row| row.contender == "urlpattern");
    let other = other.map_or(f64::NAN, |row| row.median_ns);
    let mut text = String::from("| text | nanoseconds | by urlpattern |\n|---|--:|--:|");
    for Row { task, median_ns, .. } in &run.results {
        let _ = write!(text, "\n| {task} | {median_ns:.0} | {:.2} |", median_ns / other);
    }
    text
}
