//! The input of `compare`: two arguments, or lines with two identifiers each.

use std::borrow::Cow;
use std::ffi::OsString;

use oneiri::{Alphabet, MaybeScheme, Ri, Rung, Verdict};

use crate::args::{arguments, input::Files};
use crate::comparison::Comparison;
use crate::output::{Answers, Fault, Flow, Item, Session, json::Compared};

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

/// Two identifiers, as given and as parsed.
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
    if answers.json() {
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
