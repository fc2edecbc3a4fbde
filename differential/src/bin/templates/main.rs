//! `templates [--count N] [--seed S] [--python PROGRAM]`: compares the expansions of oneiri-template with those of
//! iri-string and uritemplate-next, and of the package uritemplate if a Python is named that has it, on N random
//! templates with values. It also holds the tables of hard cases in the guide to what the implementations answer. Ends
//! with 1 if a difference is not known, a known one is not found, or a cell of the guide is wrong.

mod cases;
mod deviations;
mod hard;
mod rivals;

use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;

use cases::{Case, Dice};
use deviations::{Found, KNOWN};

/// How many cases are asked at once: Python answers while the others do.
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
    fn compare(&mut self, found: &Found<'_>) {
        self.compared += 1;
        if found.ours == found.theirs {
            return;
        }
        match KNOWN.iter().position(|row| row.0 == found.rival && (row.1)(found)) {
            Some(row) => self.known[row] += 1,
            None if self.unknown.len() < MOST => self.unknown.push(format!(
                "{}, {:?} with {:?}:\n  {:?}\n  {:?}",
                found.rival, found.case.template, found.case.values, found.ours, found.theirs
            )),
            None => {}
        }
    }
}

fn main() -> ExitCode {
    let (mut count, mut seed, mut python) = (1_000_000_u64, 1, None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|it| it.parse().ok()).expect("a number");
        match argument.as_str() {
            "--count" => count = number(),
            "--seed" => seed = number(),
            "--python" => python = arguments.next(),
            _ => panic!("--count, --seed or --python, not {argument}"),
        }
    }
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !rivals::QUIET.load(Relaxed) {
            print(panic);
        }
    }));
    let mut tally = Tally { known: vec![0; KNOWN.len()], ..Tally::default() };
    let (mut dice, mut rivals) = (Dice(seed), rivals::all(python.as_deref()));
    tally.unknown = hard::wrong_cells(&mut rivals);
    let mut left = count;
    while left > 0 && tally.unknown.len() < MOST {
        let block = BLOCK.min(usize::try_from(left).unwrap_or(BLOCK));
        left -= block as u64;
        let cases: Vec<Case> = (0..block).map(|_| cases::any(&mut dice)).collect();
        for rival in &mut rivals {
            rival.ask(&cases);
            for case in &cases {
                let (ours, theirs) = (rivals::oneiri(case), rival.answer(case));
                let (ours, theirs) = (ours.as_deref(), theirs.as_deref());
                tally.compare(&Found { rival: rival.name(), case, ours, theirs });
            }
        }
    }
    println!("{count:>12}  cases\n{:>12}  answers compared", tally.compared);
    for (count, (rival, _, reason)) in tally.known.iter().zip(KNOWN) {
        println!("{count:>12}  {rival}, known: {reason}");
    }
    tally.unknown.iter().for_each(|it| println!("UNKNOWN  {it}"));
    let asked = |rival: &str| rivals.iter().any(|it| it.name() == rival);
    let unseen = tally.known.iter().zip(KNOWN).any(|(&count, row)| count == 0 && asked(row.0));
    match tally.unknown.is_empty() && tally.compared > 0 && !unseen {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}
