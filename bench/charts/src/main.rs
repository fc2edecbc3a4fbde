//! `oneiri-charts`: writes the charts and the tables of the documentation from the measured figures in
//! `bench/figures/`. With `--check` it writes nothing, and fails if a file is not what it would write.

mod bars;
mod figures;
mod growth;
mod tables;
mod words;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bars::{Bar, Chart, Group};
use figures::Run;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Files to write, with their contents.
type Files = Vec<(PathBuf, String)>;

fn main() -> ExitCode {
    let check = match std::env::args().nth(1).as_deref() {
        None => false,
        Some("--check") => true,
        Some(other) => {
            eprintln!("oneiri-charts [--check], not {other}");
            return ExitCode::from(2);
        }
    };
    let done = files().and_then(|files| if check { compare(&files) } else { write(&files) });
    done.map_or_else(
        |error| {
            eprintln!("oneiri-charts: {error}");
            ExitCode::FAILURE
        },
        |()| ExitCode::SUCCESS,
    )
}

fn files() -> Result<Files, String> {
    let root = Path::new(ROOT);
    let figures = root.join("bench/figures");
    let run = Run::read(&figures.join("times.json"))?;
    let charts = root.join("docs/charts");
    let mut files = vec![(charts.join("growth.svg"), growth::chart(&figures.join("growth.txt"))?)];
    // The default rung.
    for (task, name) in [("parse", "parse"), ("normalize-scheme", "normalize")] {
        let chart = task_chart(&run, task).ok_or(format!("no other library does {task}"))?;
        files.push((charts.join(format!("{name}.svg")), chart.svg()));
    }

    let whatwg = Run::read(&figures.join("whatwg.json"))?;
    let whatwg_portable = Run::read(&figures.join("whatwg-portable.json"))?;
    let blocks = [
        ("whatwg", tables::whatwg(&whatwg, &whatwg_portable, "ada")),
        ("whatwg-url", tables::whatwg(&whatwg, &whatwg_portable, "url")),
        ("whatwg-goals", tables::whatwg_goals(&whatwg, &whatwg_portable)),
        ("policies", tables::policies(&Run::read(&figures.join("policy.json"))?)),
        ("overview", tables::overview(&run)),
        ("others", tables::others(&run)),
        ("headline", tables::headline(&run)),
        ("many", tables::many(&run)),
        ("conditions", tables::conditions(&run)),
        ("growth", growth::table(&figures.join("growth.txt"))?),
        ("changes", growth::changes(&figures.join("growth.txt"))?),
    ];
    for page in ["README.md", "docs/compare.md", "docs/performance.md"] {
        let path = root.join(page);
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{page}: {error}"))?;
        files.push((path, filled(page, &text, &blocks)?));
    }
    Ok(files)
}

/// A page whose blocks between `<!-- made: NAME -->` and `<!-- /made -->` are made anew.
fn filled(page: &str, text: &str, blocks: &[(&str, String)]) -> Result<String, String> {
    const CLOSING: &str = "<!-- /made -->";
    let mut parts = text.split("<!-- made: ");
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(" -->").ok_or(format!("{page}: a block without a name"))?;
        let (_, after) = rest.split_once(CLOSING).ok_or(format!("{page}: {name} has no end"))?;
        let block = blocks.iter().find(|block| block.0 == name).ok_or(format!("{page}: no block is called {name}"))?;
        filled += &format!("<!-- made: {name} -->\n\n{}\n\n{CLOSING}{after}", block.1);
    }
    Ok(filled)
}

/// The bars of a task, for each list; `None` if no other library does it.
fn task_chart(run: &Run, task: &str) -> Option<Chart> {
    let groups = run.lists().into_iter().filter_map(|corpus| {
        let ours = run.row(task, corpus, "oneiri")?;
        let others = run.others(task, corpus);
        if others.is_empty() {
            return None;
        }
        let mut bars = others
            .iter()
            .map(|row| Bar { name: format!("{} {}", row.contender, row.version), value: row.median_ns, ours: false })
            .collect::<Vec<_>>();
        bars.push(Bar { name: "oneiri".to_owned(), value: ours.median_ns, ours: true });
        bars.sort_by(|one, other| one.value.total_cmp(&other.value));
        Some(Group { name: words::list(corpus).to_owned(), bars })
    });
    let groups = groups.collect::<Vec<_>>();
    let unit = "nanoseconds for each identifier: a shorter bar is faster".to_owned();
    (!groups.is_empty()).then_some(Chart { title: words::title(task)?.to_owned(), unit, groups })
}

fn write(files: &Files) -> Result<(), String> {
    for (path, text) in files {
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        std::fs::create_dir_all(path.parent().unwrap_or(path)).map_err(failed)?;
        std::fs::write(path, text).map_err(failed)?;
    }
    println!("{} files written", files.len());
    Ok(())
}

fn compare(files: &Files) -> Result<(), String> {
    let stale = files.iter().filter(|(path, text)| std::fs::read_to_string(path).ok().as_ref() != Some(text));
    let stale = stale.map(|(path, _)| path.display().to_string()).collect::<Vec<_>>();
    if stale.is_empty() {
        println!("{} charts and pages are those of the figures", files.len());
        return Ok(());
    }
    Err(format!("not made from the figures (cargo run --manifest-path bench/charts/Cargo.toml):\n{}", stale.join("\n")))
}
