//! `oneiri compare`: says whether two URLs are equal, and shows why or why not.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt::Write;

use barrier::Barrier;
use oneiri::compare::{Difference, Observation, Rule, Step};
use oneiri::{Alphabet, Component, MaybeScheme, Ri, Rung, Verdict};

use crate::args::{UsageError, arguments, input::Files};
use crate::assume;
use crate::assume::Assume;
use crate::commands::{Command, Job};
use crate::comparison::{Comparison, ComparisonArgs};
use crate::output::{
    Answers, Fault, Flow, Ink, Painter, Session, escape, json, json::Compared, layout, layout::Layout, layout::Mark,
};
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
/// them, and is answered by one line: the verdict, a TAB and the pair.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  oneiri compare http://example.com HTTP://example.com:80/
  oneiri compare --json http://example.com/a%2Fb http://example.com/a/b
  oneiri compare -f pairs.tsv | grep ^different"
)]
pub(crate) struct Args {
    #[command(flatten)]
    comparison: ComparisonArgs,

    #[command(flatten)]
    assume: Assume,

    #[command(flatten)]
    pairs: Pairs,
}

impl Command for Args {
    const EXIT_CODES: Option<&'static str> = Some("  1  the two differ at --rung; in a list, some pair does\n");
    const TROUBLE: &'static str = ",\n     or one of the two is invalid";

    fn job<A: Alphabet + Send + Sync + 'static>(self, _: bool) -> Result<Job, UsageError> {
        let unread = self.assume.comparison::<A>(&self.comparison)?;
        let (painter, is_list, htu) = (Painter::for_stdout(), self.pairs.is_list(), self.pairs.htu);
        let each = move |comparison: &Comparison<A>, pair: &Pair<'_, A>, answers: &mut Answers| {
            let ladder = comparison.ladder();
            // At the string rung, the normal form is the text, but without the fragment if fragments
            // are ignored.
            let [a, b] = [&pair.a, &pair.b].map(|given| ladder.normalize(given, Rung::String));
            let verdict = ladder.compare(&a, &b);
            let barriers = barrier::all(ladder, [a.as_borrowed(), b.as_borrowed()], &verdict);
            let compared = pair.compared(answers, &verdict, comparison.rung);
            let texts = if htu { [pair.a.as_str(), pair.b.as_str()] } else { [pair.input, pair.other] };
            let options = verdict.rung().map(|rung| comparison.merging(texts, rung)).unwrap_or_default();
            if answers.style.json {
                let steps = verdict.steps().into_iter().map(step).collect();
                let (a, b) = (a.as_str(), b.as_str());
                let difference = verdict.difference().map(difference);
                let links = verdict.chain();
                let observations = links.iter().flat_map(|link| &link.observations);
                let chain = observations.map(observed).collect();
                let assumed = comparison.assumptions.is_some().then(|| {
                    let needed = comparison.needed(&pair.a, &pair.b);
                    needed.map(|needed| needed.iter().map(|&it| comparison.versioned(it)).collect())
                });
                let options = options.iter().map(|it| it.name()).collect();
                let body = json::Explained {
                    compared,
                    a,
                    b,
                    options,
                    steps,
                    difference,
                    differences: &barriers,
                    chain,
                    assumed,
                };
                return answers.record(pair.item, pair.input, body);
            }
            if is_list {
                let mut verdict_in_words = in_words(&verdict, comparison.rung, &barriers);
                // On a terminal, control characters are spelled out, so a TAB is blanks there.
                let gap = if answers.style.terminal { "  " } else { "\t" };
                let _ = write!(verdict_in_words, "{gap}{}{gap}{}", pair.input, pair.other);
                return answers.line(verdict_in_words.as_bytes());
            }
            let mut block = String::new();
            let ink = if verdict.rung().is_some() { Ink::Equal } else { Ink::Different };
            painter.put(&mut block, ink, format_args!("{}", in_words(&verdict, comparison.rung, &barriers)));
            block.push('\n');
            show([a.as_borrowed(), b.as_borrowed()], &verdict, &barriers, painter, &mut block);
            for option in options {
                // Writing to a String cannot fail.
                let _ = writeln!(block, "\nequal only with {}: {}", option.name(), option.says());
            }
            assume::explain(comparison, &pair.a, &pair.b, &mut block);
            answers.block(&block);
        };
        Ok(Box::new(move |session| {
            let comparison = unread.read(session)?;
            self.pairs.each(session, comparison, each)
        }))
    }
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
    for (note, Barrier { component, a, b, .. }) in barriers.iter().enumerate() {
        marks.push(Mark { component: *component, a: a.clone(), b: b.clone(), note });
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
        let (cures, says, section) = (barrier.cures(), barrier.says, barrier.section);
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
    let mut means = Vec::new();
    if has(barrier::EVIDENCE) {
        means.push("evidence: an observed redirect or canonical link would make them equal (--evidence)");
    }
    if has(barrier::BASE) {
        means.push("--base: resolved against the right base, they may be equal");
    }
    if barriers.iter().any(|it| it.cures.is_empty()) {
        means.push("nothing: no rung, option or evidence makes them equal");
    }
    if !means.is_empty() {
        out.push('\n');
    }
    for line in means {
        out.push_str(line);
        out.push('\n');
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
    let places: Vec<&str> = barriers.iter().map(|barrier| with_article(barrier.component)).collect();
    let places = match places.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => places.concat(),
    };
    format!("different in {places}")
}

/// Prints the code points of a short difference, because different letters can look alike.
fn code_points([a, b]: [&str; 2], barrier: &Barrier, out: &mut String) {
    const MOST: usize = 8;
    let a = a.get(barrier.a.clone()).unwrap_or_default();
    let b = b.get(barrier.b.clone()).unwrap_or_default();
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

fn difference(Difference { component, a, b, reason, .. }: Difference) -> json::Difference {
    json::Difference {
        component: component.name(),
        a,
        b,
        reason: reason.name(),
        section: reason.section(),
        description: reason.describe(),
    }
}

fn with_article(component: Component) -> &'static str {
    match component {
        Component::Scheme => "the scheme",
        Component::Userinfo => "the userinfo",
        Component::Host => "the host",
        Component::Port => "the port",
        Component::Path => "the path",
        Component::Query => "the query",
        Component::Fragment => "the fragment",
    }
}

#[derive(clap::Args)]
pub(crate) struct Pairs {
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

pub(crate) struct Pair<'p, A> {
    pub(crate) item: &'p Item<'p>,
    pub(crate) input: &'p str,
    pub(crate) other: &'p str,
    pub(crate) a: Ri<Cow<'p, str>, A, MaybeScheme>,
    pub(crate) b: Ri<Cow<'p, str>, A, MaybeScheme>,
}

impl Pairs {
    /// Whether the pairs are lines, and not two arguments.
    pub(crate) fn is_list(&self) -> bool {
        self.a.is_none()
    }

    /// Calls `each` for every pair. A pair with an invalid identifier is refused.
    pub(crate) fn each<A: Alphabet + Send + Sync + 'static>(
        self,
        session: &mut Session,
        comparison: Comparison<A>,
        each: impl Fn(&Comparison<A>, &Pair<'_, A>, &mut Answers) + Send + Sync + 'static,
    ) -> Flow {
        if let (Some(a), Some(b)) = (&self.a, &self.b) {
            arguments::hint(&[a.clone(), b.clone()]).iter().for_each(|it| session.sum_up(it));
            let (a, b) = (Item::argument(1, a), Item::argument(2, b));
            let mut answers = session.answers();
            read(&comparison, &a, &b, 0, self.htu, &mut answers, &each);
            return session.give(&mut answers);
        }
        let htu = self.htu;
        self.files.source().each(session, move |item, answers| {
            let mut tabs = item.bytes.iter().enumerate().filter(|&(_, &byte)| byte == b'\t');
            let (first, second) = (tabs.next().map(|(at, _)| at), tabs.next().map(|(at, _)| at));
            match (first, second) {
                (Some(at), None) => {
                    let a = Item { bytes: &item.bytes[..at], ..*item };
                    let b = Item { bytes: &item.bytes[at + 1..], ..*item };
                    read(&comparison, &a, &b, at + 1, htu, answers, &each);
                }
                (_, second) => {
                    let start = second.unwrap_or(item.bytes.len());
                    let end = if second.is_some() { start + 1 } else { start };
                    let found = if second.is_some() { "another TAB" } else { "the end" };
                    let expected = "expected two identifiers and one TAB between them";
                    let fault = Fault::plain(start, end, format!("{expected}, found {found}"));
                    answers.tally.incomparable = true;
                    answers.refuse(item, &fault);
                }
            }
        })
    }
}

/// Parses a pair. `offset` is the position of the second identifier in its line.
fn read<A: Alphabet>(
    comparison: &Comparison<A>,
    a: &Item<'_>,
    b: &Item<'_>,
    offset: usize,
    htu: bool,
    answers: &mut Answers,
    each: impl Fn(&Comparison<A>, &Pair<'_, A>, &mut Answers),
) {
    let (mut ours, mut theirs) = (String::new(), String::new());
    let left = a.text().and_then(|text| Ok((text, comparison.read(text, &mut ours)?)));
    let right = b.text().and_then(|text| Ok((text, comparison.read(text, &mut theirs)?)));
    if left.is_err() || right.is_err() {
        answers.tally.incomparable = true;
    }
    let (of, fault, offset) = match (left, right) {
        (Ok((input, left)), Ok((other, right))) => {
            let [left, right] = if htu { [left, right].map(for_htu) } else { [left, right] };
            return each(comparison, &Pair { item: a, input, other, a: left, b: right }, answers);
        }
        (Err(fault), _) => ("input", fault, 0),
        (_, Err(fault)) => ("other", fault, offset),
    };
    if answers.style.json {
        let (input, other) = (String::from_utf8_lossy(a.bytes), String::from_utf8_lossy(b.bytes));
        return answers.refuse_json(a, &input, Some(&other), Some(of), &fault);
    }
    let refused = if of == "input" { a } else { b };
    answers.tally.refuse();
    answers.report(refused, offset, &fault);
}

/// What of an identifier counts for `htu`.
fn for_htu<A: Alphabet>(given: Ri<Cow<'_, str>, A, MaybeScheme>) -> Ri<Cow<'_, str>, A, MaybeScheme> {
    let bare = given.with_query(None).and_then(|it| it.with_fragment(None));
    // Without them, it is an identifier nevertheless.
    bare.map_or(given, Ri::into)
}

impl<A: Alphabet> Pair<'_, A> {
    /// The JSON of a verdict. If the two are not equal at the rung that was asked for, the exit
    /// code becomes 1.
    pub(crate) fn compared(&self, answers: &mut Answers, verdict: &Verdict<'_>, asked: Rung) -> Compared<'_> {
        let equal = verdict.rung().is_some_and(|rung| rung <= asked);
        if !equal {
            answers.tally.different = true;
        }
        Compared { other: self.other, rung: verdict.rung().map(Rung::name), equal }
    }
}
