//! `oneiri-bench`: the same work for oneiri and for every rival, in one run. See the README.

use std::collections::HashSet;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;

use oneiri_bench::corpus::Corpus;
use oneiri_bench::measure::measure;
use oneiri_bench::tasks::{ALL, BASELINES, Contender, Task};
use oneiri_bench::{generate, report, respell, urls};

const USAGE: &str = "\
oneiri-bench [options] [FILE...]

FILE: a corpus, one identifier a line; without any, four are made.

  --task NAME        run this task alone (may be given again)
  --contender NAME   run this contender alone (may be given again)
  --rounds N         how often each contender does all the work (default 31)
  --respell FILE     two more corpora: the lines of FILE, all of them respelled, and one in eight
  --urls FILE        more corpora, made of the paths of FILE, for the URL Standard: queries, addresses, domains, ...
  --lines N          how many lines to make or to read of each corpus (default 40000; 0: all)
  --seed N           what to make them from (default 275)
  --json FILE        write all figures to a new file as well
  --explain          show examples where results are not equal in meaning
  --list             name the tasks and their contenders, and do nothing
";

struct Options {
    tasks: Vec<String>,
    contenders: Vec<String>,
    rounds: usize,
    lines: Option<usize>,
    seed: u64,
    json: Option<PathBuf>,
    explain: bool,
    list: bool,
    help: bool,
    files: Vec<PathBuf>,
    respell: Vec<PathBuf>,
    urls: Vec<PathBuf>,
}

impl Options {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self {
            tasks: Vec::new(),
            contenders: Vec::new(),
            rounds: 31,
            lines: None,
            seed: 275,
            json: None,
            explain: false,
            list: false,
            help: false,
            files: Vec::new(),
            respell: Vec::new(),
            urls: Vec::new(),
        };
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument}: a value is missing"));
            match argument.as_str() {
                "--task" => options.tasks.push(value()?),
                "--contender" => options.contenders.push(value()?),
                "--respell" => options.respell.push(value()?.into()),
                "--urls" => options.urls.push(value()?.into()),
                "--rounds" => options.rounds = number(&argument, &value()?)?.max(1) as usize,
                "--lines" => options.lines = Some(number(&argument, &value()?)? as usize),
                "--seed" => options.seed = number(&argument, &value()?)?,
                "--json" => options.json = Some(value()?.into()),
                "--explain" => options.explain = true,
                "--list" => options.list = true,
                "--help" | "-h" => options.help = true,
                _ if argument.starts_with('-') => {
                    return Err(format!("{argument}: no such option"));
                }
                _ => options.files.push(argument.into()),
            }
        }
        Ok(options)
    }

    fn tasks(&self) -> Result<Vec<&'static Task>, String> {
        for name in &self.tasks {
            if !ALL.iter().any(|task| task.name == name) {
                return Err(format!("{name}: no such task (see --list)"));
            }
        }
        let wanted = |task: &&Task| self.tasks.is_empty() || self.tasks.iter().any(|it| it == task.name);
        Ok(ALL.iter().filter(wanted).collect())
    }

    /// Those that take part in a task: all of its own, and the baselines.
    fn contenders(&self, task: &'static Task) -> Vec<&'static Contender> {
        let all = task.contenders.iter().chain(BASELINES);
        let wanted = |name: &str| self.contenders.is_empty() || self.contenders.iter().any(|it| it == name);
        all.filter(|contender| wanted(contender.name)).collect()
    }

    fn corpora(&self) -> Result<Vec<Corpus>, String> {
        if [&self.files, &self.respell, &self.urls].iter().all(|files| files.is_empty()) {
            let lines = self.lines.filter(|&lines| lines > 0).unwrap_or(40_000);
            return Ok(generate::corpora(self.seed, lines));
        }
        let read = |path: &PathBuf| -> Result<Corpus, String> {
            let mut corpus = Corpus::read(path)?;
            if let Some(lines) = self.lines.filter(|&lines| lines > 0) {
                corpus.lines = corpus.lines.iter().take(lines).collect();
            }
            Ok(corpus)
        };
        let mut corpora = self.files.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        for path in &self.respell {
            let Corpus { name, lines } = read(path)?;
            corpora.extend(respell::corpora(&format!("{name}-"), &lines));
        }
        for path in &self.urls {
            corpora.extend(urls::corpora(&read(path)?.lines));
        }
        Ok(corpora)
    }
}

fn number(option: &str, text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("{option} {text}: not a number"))
}

/// Some rivals panic on some lines, which is caught and counted as refused; each is told of once.
fn tell_of_panics_once() {
    let reported = Mutex::new(HashSet::new());
    std::panic::set_hook(Box::new(move |panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        if reported.lock().is_ok_and(|mut reported| reported.insert(place)) {
            eprintln!("{panic}");
        }
    }));
}

fn run(options: &Options) -> Result<(), String> {
    let tasks = options.tasks()?;
    if options.list {
        for task in tasks {
            let names = options.contenders(task).iter().map(|it| it.name).collect::<Vec<_>>();
            println!("{}: {}\n  {}", task.name, task.about, names.join(", "));
        }
        return Ok(());
    }
    let corpora = options.corpora()?;
    // A corpus whose name was meant to be read is not to be written over.
    let new = |path: &PathBuf| File::create_new(path).map_err(|error| format!("--json {}: {error}", path.display()));
    let json = options.json.as_ref().map(new).transpose()?;
    println!("{}", report::heading());
    let mut tables = Vec::new();
    for task in tasks {
        for corpus in &corpora {
            let contenders = options.contenders(task);
            if contenders.is_empty() {
                continue;
            }
            let mut table = measure(task, corpus, &contenders, options.rounds);
            print!("{}", report::table(&table));
            if options.explain {
                print!("{}", report::differences(&table));
            }
            // They have been told of, and take more room than all the rest.
            table.rows.iter_mut().for_each(|row| row.outcomes = Vec::new());
            tables.push(table);
        }
    }
    if let Some(mut file) = json {
        let written = file.write_all(report::json(&tables).as_bytes());
        written.map_err(|error| format!("--json: {error}"))?;
    }
    Ok(())
}

fn main() -> ExitCode {
    tell_of_panics_once();
    let outcome = Options::read(std::env::args().skip(1)).and_then(|options| {
        if options.help {
            print!("{USAGE}");
            return Ok(());
        }
        run(&options)
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("oneiri-bench: {message}");
            ExitCode::from(2)
        }
    }
}
