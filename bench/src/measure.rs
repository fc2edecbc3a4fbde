//! Runs the contenders of a task in turn, round after round.

use crate::compare::{Comparison, compare, lawless};
use crate::corpus::{Corpus, Lines};
use crate::sink::{Record, Tally};
use crate::tasks::{Contender, Task};

/// The figures of one contender in one task.
pub struct Row {
    pub contender: &'static Contender,
    /// Nanoseconds per identifier, of all rounds.
    pub median: f64,
    pub min: f64,
    /// Identifiers accepted, and bytes of output, in one round.
    pub accepted: usize,
    pub bytes: usize,
    /// `None` for oneiri itself, for baselines, and where oneiri did not run.
    pub comparison: Option<Comparison>,
    /// The identifiers whose results break the law of the task.
    pub lawless: Vec<usize>,
    /// What became of each identifier.
    pub outcomes: Vec<Option<String>>,
}

/// The table of one task on one corpus.
pub struct Table {
    pub task: &'static Task,
    pub corpus: String,
    pub input: Lines,
    /// Of the lines that the input was made of.
    pub bytes: usize,
    pub identifiers: usize,
    pub rounds: usize,
    pub rows: Vec<Row>,
}

impl Table {
    fn median_of(&self, name: &str) -> Option<f64> {
        self.rows.iter().find(|row| row.contender.name == name).map(|row| row.median)
    }

    pub fn ratio_to(&self, name: &str, row: &Row) -> Option<f64> {
        self.median_of(name).map(|median| row.median / median)
    }
}

/// How many identifiers a contender does in one turn: few, so that a turn is seldom interrupted, and
/// enough for the branch predictor not to learn them.
const TURN: usize = 1000;

/// Measures a task on a corpus.
///
/// The input is cut into stretches. In every round, each contender has a turn on each stretch, and on
/// a stretch all contenders have their turns at once, one after the other. The order moves on by one
/// place from stretch to stretch and runs backwards every other time, so that no one always follows
/// the same one. What a stretch takes is the median (or the least) of all rounds; what an identifier
/// takes is the sum of that over all stretches. A first round is for warming up, and does not count.
pub fn measure(task: &'static Task, corpus: &Corpus, contenders: &[&'static Contender], rounds: usize) -> Table {
    let input = (task.input)(&corpus.lines);
    let identifiers = input.len() / task.lines_each;
    let stretches = input.cut(TURN * task.lines_each);
    let mut times = vec![vec![Vec::with_capacity(rounds); stretches.len()]; contenders.len()];
    let mut totals = vec![(0, 0); contenders.len()];
    let mut step = 0;
    for round in 0..=rounds {
        for (nth, stretch) in stretches.iter().enumerate() {
            for place in 0..contenders.len() {
                let turn = (place + step) % contenders.len();
                let turn = if step % 2 == 0 { turn } else { contenders.len() - 1 - turn };
                let mut tally = Tally::default();
                (contenders[turn].time)(stretch, &mut tally);
                if round > 0 {
                    times[turn][nth].push(tally.time.as_nanos() as f64);
                } else {
                    totals[turn].0 += tally.accepted;
                    totals[turn].1 += tally.bytes;
                }
            }
            step += 1;
        }
    }

    let outcomes = contenders.iter().map(|contender| outcomes(contender, &input));
    let outcomes = outcomes.collect::<Vec<_>>();
    let is_baseline = |contender: &Contender| !task.contenders.iter().any(|it| it.name == contender.name);
    let ours = contenders.iter().position(|contender| contender.name == "oneiri");
    let comparisons = contenders.iter().zip(&outcomes).map(|(contender, theirs)| {
        let ours = ours.filter(|_| contender.name != "oneiri" && !is_baseline(contender))?;
        Some(compare(task, &outcomes[ours], theirs))
    });
    let comparisons = comparisons.collect::<Vec<_>>();

    let rows = contenders.iter().zip(times).zip(totals).zip(outcomes).zip(comparisons);
    let rows = rows.map(|((((contender, mut times), total), outcomes), comparison)| {
        times.iter_mut().for_each(|times| times.sort_by(f64::total_cmp));
        let each =
            |figure: fn(&[f64]) -> f64| times.iter().map(|times| figure(times)).sum::<f64>() / identifiers as f64;
        Row {
            contender,
            median: each(median),
            min: each(|times| times[0]),
            accepted: total.0,
            bytes: total.1,
            lawless: match is_baseline(contender) {
                true => Vec::new(),
                false => lawless(task, &input, &outcomes),
            },
            comparison,
            outcomes,
        }
    });
    let rows = rows.collect();
    Table { task, corpus: corpus.name.clone(), bytes: corpus.lines.bytes(), input, identifiers, rounds, rows }
}

fn outcomes(contender: &Contender, input: &Lines) -> Vec<Option<String>> {
    let mut record = Record::default();
    (contender.record)(input, &mut record);
    record.outcomes
}

/// The middle of sorted figures.
fn median(sorted: &[f64]) -> f64 {
    match sorted.len() {
        0 => 0.0,
        odd if odd % 2 == 1 => sorted[odd / 2],
        even => (sorted[even / 2 - 1] + sorted[even / 2]) / 2.0,
    }
}
