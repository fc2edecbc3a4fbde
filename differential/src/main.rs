//! `differential [--count N] [--seed S] [--threads T] [FILE...]`: compares oneiri with others on generated texts, on
//! the lines of the files, and on what becomes of those when something in them is broken, until N answers have been
//! compared. Ends with 1 if there was a difference that is not known.

mod deviations;
mod generate;
mod rivals;

use std::collections::BTreeMap;
use std::process::ExitCode;

use deviations::{Found, KNOWN};
use generate::Dice;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use rivals::{ONEIRI, RIVALS};

/// RFC 3986 section 2.3, by the tables of `url`.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// What a thread counts.
#[derive(Default)]
struct Tally {
    /// By rival and question.
    compared: BTreeMap<(&'static str, &'static str), u64>,
    known: Vec<u64>,
    unknown: Vec<String>,
    total: u64,
    ours: String,
    theirs: String,
}

impl Tally {
    fn compare(&mut self, rival: &'static str, what: &'static str, base: &str, text: &str, both: [bool; 2]) {
        self.total += 1;
        *self.compared.entry((rival, what)).or_default() += 1;
        let [ours, theirs] = [(&self.ours, both[0]), (&self.theirs, both[1])]
            .map(|(answer, accepted)| accepted.then_some(answer.as_str()));
        if ours == theirs {
            return;
        }
        let found = Found { rival, what, base, text, theirs };
        let row = KNOWN.iter().position(|it| it.explains(&found));
        match row {
            Some(row) => self.known[row] += 1,
            None if self.unknown.len() < 20 => {
                self.unknown.push(format!("{rival}, {what}: {base:?} {text:?}: {ours:?}, not {theirs:?}"));
            }
            None => {}
        }
    }

    fn text(&mut self, base: &str, text: &str) {
        for rival in &RIVALS {
            let ask = |question: fn(&str, &mut String) -> bool, out: &mut String| {
                out.clear();
                question(text, out)
            };
            if let (Some(ours), Some(theirs)) = (ONEIRI.is_uri, rival.is_uri) {
                self.ours.clear();
                self.theirs.clear();
                self.compare(rival.name, "uri", "", text, [ours(text), theirs(text)]);
            }
            let ours = ask(ONEIRI.components, &mut self.ours);
            let theirs = ask(rival.components, &mut self.theirs);
            if rival.name == "oxiri" {
                // It leaves the authority whole.
                let whole = |line: &&str| !["userinfo ", "host ", "port "].iter().any(|it| line.starts_with(it));
                self.ours = self.ours.lines().filter(whole).fold(String::new(), |all, line| all + line + "\n");
            }
            self.compare(rival.name, "components", "", text, [ours, theirs]);
            self.ours.clear();
            self.theirs.clear();
            let both = [ONEIRI.resolve, rival.resolve];
            let both = [both[0](base, text, &mut self.ours), both[1](base, text, &mut self.theirs)];
            self.compare(rival.name, "resolve", base, text, both);
            // What iri-string normalizes has a scheme.
            let absolute = rival.name != "iri-string" || oneiri::Iri::parse(text).is_ok();
            if let (true, Some(ours), Some(theirs)) = (absolute, ONEIRI.normalize, rival.normalize) {
                let both = [ask(ours, &mut self.ours), ask(theirs, &mut self.theirs)];
                self.compare(rival.name, "normalize", "", text, both);
            }
        }
        let table = |out: &mut String, answer: &str| {
            out.clear();
            out.push_str(answer);
        };
        table(&mut self.ours, &oneiri::percent::encode(text, oneiri::percent::SafeSet::UNRESERVED));
        table(&mut self.theirs, &utf8_percent_encode(text, RESERVED).to_string());
        self.compare("percent-encoding", "encode", "", text, [true, true]);
        table(&mut self.ours, &String::from_utf8_lossy(&oneiri::percent::decode(text)));
        table(&mut self.theirs, &percent_decode_str(text).decode_utf8_lossy());
        self.compare("percent-encoding", "decode", "", text, [true, true]);
    }

    fn run(mut self, seed: u64, count: u64, lines: &[String]) -> Self {
        self.known = vec![0; KNOWN.len()];
        let mut dice = Dice(seed);
        let (mut base, mut text) = (String::new(), String::new());
        while self.total < count && self.unknown.len() < 20 {
            if lines.is_empty() || dice.below(2) == 0 {
                generate::text(&mut dice, &mut text);
            } else {
                text.clone_from(&lines[dice.below(lines.len())]);
                for _ in 0..dice.below(3) {
                    generate::blow(&mut dice, &mut text);
                }
            }
            // A base with a scheme, mostly: of others there is nothing to say.
            for _ in 0..4 {
                generate::text(&mut dice, &mut base);
                // Section 5.1: a base is one without its fragment.
                let end = base.find('#').unwrap_or(base.len());
                base.truncate(end);
                if oneiri::Iri::parse(&base).is_ok() {
                    break;
                }
            }
            self.text(&base, &text);
        }
        self
    }
}

fn main() -> ExitCode {
    let (mut count, mut seed, mut threads, mut lines) = (1_000_000_u64, 1, 1, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|it| it.parse().ok()).expect("a number");
        match argument.as_str() {
            "--count" => count = number(),
            "--seed" => seed = number(),
            "--threads" => threads = number(),
            file => {
                let text = String::from_utf8_lossy(&std::fs::read(file).expect(file)).into_owned();
                lines.extend(text.lines().map(String::from));
            }
        }
    }
    let share = count.div_ceil(threads);
    let lines = &lines;
    let tallies: Vec<Tally> = std::thread::scope(|scope| {
        let start = |nth: u64| scope.spawn(move || Tally::default().run(seed ^ (nth << 40), share, lines));
        let all: Vec<_> = (0..threads).map(start).collect();
        all.into_iter().map(|it| it.join().expect("no panic in any library")).collect()
    });
    report(&tallies)
}

fn report(tallies: &[Tally]) -> ExitCode {
    let mut compared: BTreeMap<_, u64> = BTreeMap::new();
    for (question, count) in tallies.iter().flat_map(|it| &it.compared) {
        *compared.entry(question).or_default() += count;
    }
    for ((rival, what), count) in &compared {
        println!("{count:>12}  {rival}, {what}");
    }
    println!("{:>12}  in all", compared.values().sum::<u64>());
    let mut fine = true;
    for (row, deviation) in KNOWN.iter().enumerate() {
        let count: u64 = tallies.iter().map(|it| it.known[row]).sum();
        println!("{count:>12}  {}, {}, known: {}", deviation.rival, deviation.what, deviation.reason);
        fine &= count > 0;
    }
    for unknown in tallies.iter().flat_map(|it| &it.unknown) {
        println!("UNKNOWN  {unknown}");
        fine = false;
    }
    if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
