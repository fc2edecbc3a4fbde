//! `whatwg [--count N] [--seed S] [--threads T] [--npm FOLDER] [--validity] [FILE...]`: compares oneiri-whatwg with ada (feature
//! `ada`) and with the package whatwg-url in a folder, by Node, on N cases: random texts, and the lines of the files
//! with changes. A case is a text, perhaps a base, and values for setters. With `--validity` it
//! compares the validation errors, and whether a text is a valid URL string. Ends with 1 if a difference is not known.

mod cases;
mod deviations;
mod rivals;

use std::process::ExitCode;

use cases::{Case, Dice};
use deviations::{Found, KNOWN};
use rivals::{Oneiri, Rival};

/// How many cases are asked at once: Node answers while the others do.
const BLOCK: usize = 4096;

/// How many differences are printed.
const MOST: usize = 40;

#[derive(Default)]
struct Tally {
    compared: u64,
    known: Vec<u64>,
    unknown: Vec<String>,
}

impl Tally {
    /// Compares the answers to a case up to the first that differs: after it the two have different URLs.
    fn compare(&mut self, rival: &'static str, case: &Case, ours: &[String], theirs: &[String]) {
        for step in 0..ours.len().max(theirs.len()) {
            self.compared += 1;
            let (Some(mine), Some(other)) = (ours.get(step), theirs.get(step)) else { return };
            if mine == other {
                continue;
            }
            let (attribute, value) = match step.checked_sub(1) {
                Some(set) => (case.sets[set].0, case.sets[set].1.as_str()),
                None => ("href", case.text.as_str()),
            };
            let before = step.checked_sub(1).map_or("", |before| ours[before].as_str());
            let base = case.base.as_deref().unwrap_or_default();
            let found = Found { rival, attribute, value, base, before, ours: mine, theirs: other };
            match KNOWN.iter().position(|row| row.0 == found.rival && (row.1)(&found)) {
                Some(row) => self.known[row] += 1,
                None if self.unknown.len() < MOST => self.unknown.push(format!(
                    "{rival}, {attribute} = {value:?} on {before:?}, base {:?}:\n  {mine:?}\n  {other:?}",
                    case.base
                )),
                None => {}
            }
            return;
        }
    }

    fn run(mut self, seed: u64, count: u64, lines: &[String], npm: Option<&str>, validity: bool) -> Self {
        self.known = vec![0; KNOWN.len()];
        let mut dice = Dice(seed);
        let mut rivals = rivals::all(npm, validity);
        let mut left = count;
        while left > 0 && self.unknown.len() < MOST {
            let block = BLOCK.min(usize::try_from(left).unwrap_or(BLOCK));
            left -= block as u64;
            let mut cases: Vec<Case> = (0..block).map(|_| cases::any(&mut dice, lines)).collect();
            if validity {
                cases.iter_mut().for_each(|case| case.sets.clear());
            }
            for rival in &mut rivals {
                rival.ask(&cases);
            }
            let ours = |case| if validity { rivals::validity(case) } else { Oneiri.answer(case) };
            let ours: Vec<_> = cases.iter().map(ours).collect();
            for rival in &mut rivals {
                for (case, ours) in cases.iter().zip(&ours) {
                    let theirs = rival.answer(case);
                    self.compare(rival.name(), case, ours, &theirs);
                }
            }
        }
        self
    }
}

fn main() -> ExitCode {
    let (mut count, mut seed, mut threads, mut npm) = (1_000_000_u64, 1, 1, None);
    let mut validity = false;
    let mut lines = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|it| it.parse().ok()).expect("a number");
        match argument.as_str() {
            "--count" => count = number(),
            "--seed" => seed = number(),
            "--threads" => threads = number(),
            "--npm" => npm = arguments.next(),
            "--validity" => validity = true,
            file => {
                let text = String::from_utf8_lossy(&std::fs::read(file).expect(file)).into_owned();
                lines.extend(text.lines().map(String::from));
            }
        }
    }
    let (share, lines, npm) = (count.div_ceil(threads), &lines, npm.as_deref());
    let tallies: Vec<Tally> = std::thread::scope(|scope| {
        let start =
            |nth: u64| scope.spawn(move || Tally::default().run(seed ^ (nth << 40), share, lines, npm, validity));
        let all: Vec<_> = (0..threads).map(start).collect();
        all.into_iter().map(|it| it.join().expect("no panic in any library")).collect()
    });
    report(&tallies, share * threads)
}

fn report(tallies: &[Tally], count: u64) -> ExitCode {
    let compared: u64 = tallies.iter().map(|it| it.compared).sum();
    println!("{count:>12}  cases\n{compared:>12}  answers compared");
    for (row, (rival, _, reason)) in KNOWN.iter().enumerate() {
        let count: u64 = tallies.iter().map(|it| it.known[row]).sum();
        println!("{count:>12}  {rival}, known: {reason}");
    }
    let unknown: Vec<_> = tallies.iter().flat_map(|it| &it.unknown).collect();
    unknown.iter().for_each(|it| println!("UNKNOWN  {it}"));
    if unknown.is_empty() && compared > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
