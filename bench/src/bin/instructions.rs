//! `instructions`: how many instructions each task costs oneiri, counted by callgrind.
//!
//! Counts do not depend on what else the machine does, so they are kept beside the code and a change
//! is seen in review. This program runs itself under callgrind, once for each task and corpus, and
//! collects what is executed in `oneiri_bench_measured` and below.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use oneiri_bench::corpus::{Corpus, Lines};
use oneiri_bench::generate;
use oneiri_bench::machine;
use oneiri_bench::sink::Tally;
use oneiri_bench::tasks::{ALL, Task};

const USAGE: &str = "\
instructions [--check | --write] [--task NAME]

Counts the instructions that oneiri takes per identifier, and sets them beside those on record.

  --check      fail where one is more than 3 % above its record, or has none
  --write      put what was counted on record
  --task NAME  count for this task alone

It needs valgrind. What callgrind wrote stays in the folder it names, for callgrind_annotate.
";

/// What is counted is counted on these, and on no others: another seed has other counts.
const SEED: u64 = 3986;
const LINES: usize = 2000;

/// How far above its record a count may be.
const TOLERANCE: f64 = 0.03;

/// Instructions per identifier, by task and corpus.
type Counts = BTreeMap<(String, String), f64>;

fn record() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instructions.tsv")
}

fn input(task: &Task, corpus: &str) -> Option<Lines> {
    let corpora = generate::corpora(SEED, LINES);
    let corpus = corpora.iter().find(|it| it.name == corpus)?;
    Some((task.input)(&corpus.lines))
}

/// What is run under callgrind: the work of oneiri, once.
fn work(task: &str, corpus: &str) -> Result<(), String> {
    let task = ALL.iter().find(|it| it.name == task).ok_or("no such task")?;
    let input = input(task, corpus).ok_or("no such corpus")?;
    let ours = task.contenders.iter().find(|it| it.name == "oneiri").ok_or("no oneiri in it")?;
    let mut tally = Tally::default();
    (ours.time)(&input, &mut tally);
    println!("{} accepted, {} bytes", tally.accepted, tally.bytes);
    Ok(())
}

/// Counts the instructions of a task on a corpus.
fn count(task: &Task, corpus: &Corpus, folder: &Path) -> Result<f64, String> {
    let out = folder.join(format!("{}-{}.callgrind", task.name, corpus.name));
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .args(["--quiet", "--tool=callgrind", "--toggle-collect=oneiri_bench_measured"])
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(program)
        .args(["--work", task.name, &corpus.name])
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let profile = std::fs::read_to_string(&out).map_err(|error| error.to_string())?;
    let totals = profile.lines().filter_map(|line| line.strip_prefix("totals: "));
    let total = totals.filter_map(|total| total.trim().parse::<u64>().ok()).max().unwrap_or(0);
    if total == 0 {
        return Err(format!("{}: nothing was counted", out.display()));
    }
    let identifiers = (task.input)(&corpus.lines).len() / task.lines_each;
    Ok(total as f64 / identifiers as f64)
}

fn read_record() -> Counts {
    let text = std::fs::read_to_string(record()).unwrap_or_default();
    let mut rows = text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect::<Vec<_>>());
    let corpora = rows.next().unwrap_or_default();
    let rows = rows.flat_map(|row| {
        let task = row[0].to_owned();
        let counts = corpora.iter().zip(row).skip(1);
        let counts =
            counts.filter_map(|(corpus, count)| Some(((task.clone(), (*corpus).to_owned()), count.parse().ok()?)));
        counts.collect::<Vec<_>>()
    });
    rows.collect()
}

fn write_record(counts: &Counts) -> Result<(), String> {
    let mut text = format!(
        "# Instructions per identifier: cargo run --release --bin instructions -- --write\n# {}, {}\n",
        machine::RUSTC,
        std::env::consts::ARCH
    );
    let corpora: BTreeSet<&str> = counts.keys().map(|(_, corpus)| corpus.as_str()).collect();
    text += "task";
    corpora.iter().for_each(|corpus| text = format!("{text}\t{corpus}"));
    // In the order in which they are run.
    for task in ALL {
        let _ = write!(text, "\n{}", task.name);
        for corpus in &corpora {
            let count = counts.get(&(task.name.to_owned(), (*corpus).to_owned()));
            let _ = write!(text, "\t{}", count.map_or(String::new(), |count| format!("{count:.1}")));
        }
    }
    text.push('\n');
    std::fs::write(record(), text).map_err(|error| error.to_string())
}

/// Counts, tells, and says whether nothing has become dearer.
fn run(write: bool, only: Option<&str>) -> Result<bool, String> {
    let folder = std::env::temp_dir().join("oneiri-instructions");
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    println!("{}\n{}", machine::RUSTC, folder.display());
    let was_with = std::fs::read_to_string(record()).unwrap_or_default();
    if !was_with.is_empty() && !was_with.contains(machine::RUSTC) {
        println!("the record is of another compiler: some change is to be expected");
    }
    let mut counts = read_record();
    let mut fine = true;
    println!("{:<14} {:<16} {:>10} {:>10} {:>8}", "task", "corpus", "counted", "record", "change");
    let corpora = generate::corpora(SEED, LINES);
    for task in ALL.iter().filter(|task| only.is_none_or(|only| only == task.name)) {
        for corpus in &corpora {
            let counted = count(task, corpus, &folder)?;
            let before = counts.insert((task.name.to_owned(), corpus.name.clone()), counted);
            let dearer = before.is_some_and(|before| counted > before * (1.0 + TOLERANCE));
            fine &= before.is_some() && !dearer;
            let (was, change) = match before {
                Some(before) => (format!("{before:.1}"), format!("{:+.1} %", 100.0 * (counted / before - 1.0))),
                None => ("-".to_owned(), "new".to_owned()),
            };
            println!(
                "{:<14} {:<16} {counted:>10.1} {was:>10} {change:>8}{}",
                task.name,
                corpus.name,
                if dearer { "  <<" } else { "" }
            );
        }
    }
    if write {
        write_record(&counts)?;
    }
    Ok(fine)
}

fn main() -> ExitCode {
    let arguments = std::env::args().skip(1).collect::<Vec<_>>();
    let arguments = arguments.iter().map(String::as_str).collect::<Vec<_>>();
    let outcome = match arguments[..] {
        ["--work", task, corpus] => work(task, corpus).map(|()| true),
        [] => run(false, None).map(|_| true),
        ["--task", task] => run(false, Some(task)).map(|_| true),
        ["--check"] => run(false, None),
        ["--check", "--task", task] => run(false, Some(task)),
        ["--write"] => run(true, None).map(|_| true),
        ["--write", "--task", task] => run(true, Some(task)).map(|_| true),
        _ => {
            print!("{USAGE}");
            Ok(arguments == ["--help"])
        }
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("instructions: {message}");
            ExitCode::from(2)
        }
    }
}
