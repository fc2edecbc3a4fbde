//! `oneiri compare`: says whether two URLs are equal, and shows why or why not.

use std::ffi::OsString;
use std::fmt::Write;

use barrier::Barrier;
use oneiri::compare::{Observation, Rule, Step};
use oneiri::{Alphabet, Component, MaybeScheme, Ri, Rung, Verdict};

use crate::args::{Plan, UsageError, arguments, input::Files};
use crate::assume::{self, Assume};
use crate::commands::{Command, Job};
use crate::comparison::{Comparison, Given};
use crate::output::{Answers, Fault, Ink, Painter, escape, json, layout, layout::Layout, layout::Mark};
use crate::pipeline::Item;

mod barrier;

/// Say whether two URLs are equal, and show why or why not
///
/// The first line is the verdict: the lowest rung of the ladder at which the two
/// are equal (string, case, escape, path, scheme or protocol), or the components
/// in which they differ. The exit code says whether that is enough for --rung.
///
/// Below it, both are shown component by component. Where they differ, the first is
/// above the second, aligned by blanks that belong to neither. A mark points at
/// each difference, and a note names the rule and the rung that remove it. If no
/// rung makes the two equal, each note begins with what would: an option, or
/// evidence. With --assume, it also says which assumptions would make the two
/// equal, but assumptions are guesses, so they do not change the exit code.
///
/// With -f, and without arguments, each line holds two URLs with one TAB between
/// them, and is answered by one line: the verdict, a TAB and the pair. Where one of
/// the two is invalid, the verdict is the word invalid.
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_help = include_str!("../help/compare.txt"))]
pub(crate) struct Args {
    #[command(flatten)]
    comparison: Assume,

    /// A URL
    #[arg(value_name = "A", requires = "b", conflicts_with = "files")]
    a: Option<OsString>,

    /// The URL to compare it with
    #[arg(value_name = "B")]
    b: Option<OsString>,

    /// As DPoP compares (RFC 9449): without query and fragment
    #[arg(long)]
    htu: bool,

    #[command(flatten)]
    files: Files,
}

impl Command for Args {
    const EXIT_CODES: Option<&'static str> = Some("  1  the two differ at --rung; in a list, some pair does\n");
    const TROUBLE: &'static str = ",\n     or one of the two is invalid";

    fn job<A: Alphabet + Send + Sync + 'static>(self, _: bool) -> Result<Job, UsageError> {
        let unread = self.comparison.comparison::<A>()?;
        Ok(Box::new(move |session| {
            let (comparison, painter) = (unread.read(session)?, Painter::for_stdout());
            let comparing = Comparing { comparison, painter, is_list: self.a.is_none(), htu: self.htu };
            if let (Some(a), Some(b)) = (&self.a, &self.b) {
                arguments::hint(&[a.clone(), b.clone()]).iter().for_each(|it| session.sum_up(it));
                let mut answers = session.answers();
                comparing.pair(&Item::argument(1, a), &Item::argument(2, b), 0, &mut answers);
                return session.give(&mut answers);
            }
            let plan = Plan::of(self.files.source(), None, Vec::new());
            plan.each(session, move |item, answers| comparing.line(item, answers))
        }))
    }
}

/// How pairs are compared, and how the verdicts are shown.
struct Comparing<A> {
    comparison: Comparison<A>,
    painter: Painter,
    /// Whether the pairs are lines, and not two arguments.
    is_list: bool,
    htu: bool,
}

impl<A: Alphabet> Comparing<A> {
    fn line(&self, item: &Item<'_>, answers: &mut Answers) {
        let mut tabs = memchr::memchr_iter(b'\t', item.bytes);
        let (place, found) = match (tabs.next(), tabs.next()) {
            (Some(at), None) => {
                let [a, b] = [&item.bytes[..at], &item.bytes[at + 1..]].map(|bytes| Item { bytes, ..*item });
                return self.pair(&a, &b, at + 1, answers);
            }
            (_, Some(second)) => (second..second + 1, "another TAB"),
            (None, None) => (item.bytes.len()..item.bytes.len(), "the end"),
        };
        let message = format!("expected two identifiers and one TAB between them, found {found}");
        answers.tally.incomparable = true;
        answers.refuse(item, &Fault::plain(place.start, place.end, message));
        self.invalid(item.bytes, answers);
    }

    /// The line of a pair that cannot be compared, so that each line of a list has one.
    fn invalid(&self, pair: &[u8], answers: &mut Answers) {
        if self.is_list && !answers.style.json {
            answers.copy(&[b"invalid", gap(answers).as_bytes(), pair].concat());
        }
    }

    /// Answers a pair, or refuses it if one of the two is invalid. `offset` is the position of the second identifier in
    /// its line.
    fn pair(&self, a: &Item<'_>, b: &Item<'_>, offset: usize, answers: &mut Answers) {
        let (mut ours, mut theirs) = (String::new(), String::new());
        let left = a.text().and_then(|text| Ok((text, self.comparison.read(text, &mut ours)?)));
        let right = b.text().and_then(|text| Ok((text, self.comparison.read(text, &mut theirs)?)));
        let (of, refused, fault, offset) = match (left, right) {
            (Ok((input, left)), Ok((other, right))) => {
                let given = if self.htu { [left, right].map(for_htu) } else { [left, right] };
                return self.answer(a, [input, other], &given, answers);
            }
            (Err(fault), _) => ("input", a, fault, 0),
            (_, Err(fault)) => ("other", b, fault, offset),
        };
        answers.tally.incomparable = true;
        if answers.style.json {
            let (input, other) = (String::from_utf8_lossy(a.bytes), String::from_utf8_lossy(b.bytes));
            return answers.refuse_json(a, &input, Some(&other), Some(of), &fault);
        }
        answers.tally.refuse();
        answers.report(refused, offset, &fault);
        self.invalid(a.record, answers);
    }

    fn answer(&self, item: &Item<'_>, [input, other]: [&str; 2], given: &[Given<'_, A>; 2], answers: &mut Answers) {
        let (comparison, painter) = (&self.comparison, self.painter);
        let ladder = comparison.ladder();
        // At the string rung, the normal form is the text, but without the fragment if fragments
        // are ignored.
        let [a, b] = given.each_ref().map(|given| ladder.normalize(given, Rung::String));
        let verdict = ladder.compare(&a, &b);
        let rung = verdict.rung();
        let barriers = barrier::all(ladder, [a.as_borrowed(), b.as_borrowed()], &verdict);
        let equal = rung.is_some_and(|rung| rung <= comparison.rung);
        answers.tally.different |= !equal;
        let texts = if self.htu { given.each_ref().map(|given| given.as_str()) } else { [input, other] };
        let options = rung.map(|rung| comparison.merging(texts, rung)).unwrap_or_default();
        if answers.style.json {
            let observations = verdict.chain().into_iter().flat_map(|link| &link.observations);
            let assumed = comparison.assumptions.as_ref().map(|all| {
                let needed = comparison.needed(all, given.each_ref())?;
                Some(needed.into_iter().map(|it| all.versioned(it)).collect())
            });
            let body = json::Explained {
                other,
                rung: rung.map(Rung::name),
                equal,
                a: a.as_str(),
                b: b.as_str(),
                options: options.iter().map(|(name, _)| *name).collect(),
                steps: verdict.steps().into_iter().map(step).collect(),
                difference: verdict.difference().as_ref().map(json::Difference::of),
                differences: &barriers,
                chain: observations.map(observed).collect(),
                assumed,
            };
            return answers.record(item, input, body);
        }
        let in_words = in_words(&verdict, comparison.rung, &barriers);
        if self.is_list {
            return answers.line([&in_words, input, other].join(gap(answers)).as_bytes());
        }
        let mut block = String::new();
        painter.put(&mut block, if rung.is_some() { Ink::Equal } else { Ink::Different }, in_words);
        block.push('\n');
        show([a.as_borrowed(), b.as_borrowed()], &verdict, &barriers, painter, &mut block);
        for (name, says) in options {
            // Writing to a String cannot fail.
            let _ = writeln!(block, "\nequal only with {name}: {says}");
        }
        assume::explain(comparison, given, &mut block);
        answers.block(&block);
    }
}

/// What stands between the fields of a line. On a terminal, control characters are spelled out, so a TAB is blanks there.
fn gap(answers: &Answers) -> &'static str {
    if answers.style.terminal { "  " } else { "\t" }
}

/// Shows two URLs component by component, and the notes on their differences.
fn show<A: Alphabet>(
    [a, b]: [Ri<&str, A, MaybeScheme>; 2],
    verdict: &Verdict<'_>,
    barriers: &[Barrier],
    painter: Painter,
    out: &mut String,
) {
    out.push('\n');
    // Steps by the same rule share a note.
    let mut notes: Vec<(Rule, &str)> = Vec::new();
    let mut marks = Vec::new();
    for Step { component, a, b, rule, source, .. } in verdict.steps() {
        let note = notes.iter().position(|&noted| noted == (rule, source)).unwrap_or_else(|| {
            notes.push((rule, source));
            notes.len() - 1
        });
        // Evidence is about whole identifiers, so no part of the text is marked.
        if let Some(component) = component {
            marks.push(Mark { component, a, b, note });
        }
    }
    for (note, Barrier { difference, .. }) in barriers.iter().enumerate() {
        let (a, b) = (difference.a.clone(), difference.b.clone());
        marks.push(Mark { component: difference.component, a, b, note });
    }
    let numbered = notes.len().max(barriers.len()) > 1;
    let ink = if barriers.is_empty() { Ink::Joined } else { Ink::Different };
    let layout = Layout { painter, ink, numbered };
    for row in layout::rows(a, b, &marks) {
        layout.push_row(&row, out);
    }
    barriers.iter().for_each(|barrier| code_points([a.as_str(), b.as_str()], barrier, out));
    if !notes.is_empty() || !barriers.is_empty() {
        out.push('\n');
    }
    // Writing to a String cannot fail.
    let number = |number: usize, out: &mut String| {
        if numbered {
            let _ = write!(out, "{number}  ");
        }
    };
    for (nth, (rule, source)) in (1..).zip(notes) {
        number(nth, out);
        let (rung, says) = (rule.rung(), rule.describe());
        let _ = writeln!(out, "{rung:<8}  {says} ({source})");
    }
    let width = barriers.iter().map(|it| it.cures().len()).max().unwrap_or_default();
    for (nth, barrier) in (1..).zip(barriers) {
        number(nth, out);
        let (cures, json::Difference { description: says, section, .. }) = (barrier.cures(), &barrier.difference);
        let _ = writeln!(out, "{cures:<width$}  {says} ({section})");
    }
    legend(barriers, out);
    for Observation { kind, from, to, source, .. } in verdict.chain().iter().flat_map(|link| &link.observations) {
        let [from, to, source] = [from, to, source].map(|text| escape::visible(text));
        let _ = write!(out, "          {from} -> {to}  {}", kind.name());
        let _ = if source.is_empty() { writeln!(out) } else { writeln!(out, ", {source}") };
    }
}

/// Says what the first words of the notes on barriers mean.
fn legend(barriers: &[Barrier], out: &mut String) {
    let has = |cure: &str| barriers.iter().any(|it| it.cures.contains(&cure));
    let meanings = [
        (
            has(barrier::EVIDENCE),
            "evidence: an observed redirect or canonical link would make them equal (--evidence)\n",
        ),
        (has(barrier::BASE), "--base: resolved against the right base, they may be equal\n"),
        (barriers.iter().any(|it| it.cures.is_empty()), "nothing: no rung, option or evidence makes them equal\n"),
    ];
    let shown: String = meanings.iter().filter(|(is_used, _)| *is_used).map(|(_, meaning)| *meaning).collect();
    if !shown.is_empty() {
        out.extend(["\n", &shown]);
    }
}

fn observed(observation: &Observation) -> json::Observed<'_> {
    let Observation { kind, from, to, source, .. } = observation;
    json::Observed { kind: kind.name(), from, to, source }
}

/// The verdict, for somebody who asked for equality at `asked`.
fn in_words(verdict: &Verdict<'_>, asked: Rung, barriers: &[Barrier]) -> String {
    if let Some(rung) = verdict.rung() {
        let only = if rung <= asked { String::new() } else { format!(", not at the {asked} rung") };
        return format!("equal at the {rung} rung{only}");
    }
    let places: Vec<String> = barriers.iter().map(|barrier| format!("the {}", barrier.difference.component)).collect();
    let places = match places.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => places.concat(),
    };
    format!("different in {places}")
}

/// Prints the code points of a short difference, because different letters can look alike.
fn code_points([a, b]: [&str; 2], barrier: &Barrier, out: &mut String) {
    const MOST: usize = 8;
    let a = a.get(barrier.difference.a.clone()).unwrap_or_default();
    let b = b.get(barrier.difference.b.clone()).unwrap_or_default();
    if a.is_ascii() && b.is_ascii() || a.chars().count().max(b.chars().count()) > MOST {
        return;
    }
    let numbers = |text: &str| {
        let numbers: Vec<_> = text.chars().map(|c| format!("U+{:04X}", u32::from(c))).collect();
        if numbers.is_empty() { "nothing".to_owned() } else { numbers.join(" ") }
    };
    let _ = writeln!(out, "\n{} above, {} below", numbers(a), numbers(b));
}

fn step(Step { component, a, b, rule, source, .. }: Step) -> json::Step {
    json::Step {
        component: component.map_or("text", Component::name),
        a,
        b,
        rule: rule.name(),
        rung: rule.rung().name(),
        section: rule.section(),
        source,
        description: rule.describe(),
    }
}

/// What of an identifier counts for `htu`.
fn for_htu<A: Alphabet>(given: Given<'_, A>) -> Given<'_, A> {
    let bare = given.with_query(None).and_then(|it| it.with_fragment(None));
    // Without them, it is an identifier nevertheless.
    bare.map_or(given, Ri::into)
}
