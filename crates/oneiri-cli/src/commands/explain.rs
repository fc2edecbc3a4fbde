//! `oneiri explain`: shows why two identifiers are equal, or why they are not.

use std::fmt::Write;

use oneiri::{
    Alphabet, Ascii, Component, MaybeScheme, Observation, Reason, Ri, Rule, Rung, Step, Unicode,
    Verdict, Wall,
};

use crate::commands::shared::ladder::Ladders;
use crate::commands::shared::pairs::Pairs;
use crate::output::align::{self, Mark};
use crate::output::layout::Layout;
use crate::output::paint::{Ink, Painter};
use crate::output::session::Session;
use crate::output::stop::Flow;
use crate::output::{escape, json};

/// Show why two identifiers are equal, or why they are not
///
/// Shows both component by component. Where they differ, the first stands above the
/// second, aligned by blanks that belong to neither. A mark points at each
/// difference, and a note names the rule and the rung that remove it. If no rung
/// makes the two equal, the mark points at the first difference that no rule
/// removes.
///
/// Input lines and exit codes are those of `oneiri compare`.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  oneiri explain http://example.com HTTP://example.com:80/
  oneiri explain --json http://example.com/a%2Fb http://example.com/a/b"
)]
pub(crate) struct Args {
    #[command(flatten)]
    pairs: Pairs,

    #[command(flatten)]
    ladders: Ladders,
}

pub(crate) fn run(args: Args, session: &mut Session) -> Flow {
    if args.ladders.is_uri() {
        run_in::<Ascii>(args, session)
    } else {
        run_in::<Unicode>(args, session)
    }
}

fn run_in<A: Alphabet + Send + Sync + 'static>(args: Args, session: &mut Session) -> Flow {
    let judge = args.ladders.judge::<A>(session)?;
    let painter = Painter::for_stdout();
    args.pairs.each(session, judge, move |judge, pair, answers| {
        let ladder = judge.ladder();
        // At the string rung, the normal form is the text, but without the fragment if fragments
        // are ignored.
        let [a, b] = [&pair.a, &pair.b].map(|given| ladder.normalize(given, Rung::String));
        let verdict = ladder.compare(&a, &b);
        let compared = pair.compared(answers, &verdict, judge.rung);
        if answers.json() {
            let steps = verdict.steps().into_iter().map(step).collect();
            let (a, b) = (a.as_str(), b.as_str());
            let wall = verdict.wall().map(wall);
            let links = verdict.chain();
            let observations = links.iter().flat_map(|link| &link.observations);
            let chain = observations.map(observed).collect();
            let body = json::Explained { compared, a, b, steps, wall, chain };
            return answers.record(pair.item, pair.input, body);
        }
        answers.separate("\n");
        let mut block = String::new();
        explain([a.as_borrowed(), b.as_borrowed()], &verdict, painter, &mut block);
        answers.block(&block);
    })
}

fn explain<A: Alphabet>(
    [a, b]: [Ri<&str, A, MaybeScheme>; 2],
    verdict: &Verdict<'_>,
    painter: Painter,
    out: &mut String,
) {
    let (steps, wall) = (verdict.steps(), verdict.wall());
    headline(verdict, wall.as_ref(), painter, out);
    out.push('\n');
    // Steps by the same rule share a note.
    let mut notes: Vec<(Rule, &str)> = Vec::new();
    let mut marks = Vec::new();
    for Step { component, a, b, rule, source, .. } in steps {
        let note = notes.iter().position(|&noted| noted == (rule, source)).unwrap_or_else(|| {
            notes.push((rule, source));
            notes.len() - 1
        });
        // Evidence is about whole identifiers, so no part of the text is marked.
        if rule != Rule::Evidence {
            marks.push(Mark { component, a, b, note });
        }
    }
    if let Some(Wall { component, a, b, .. }) = wall.clone() {
        marks.push(Mark { component, a, b, note: 0 });
    }
    let (numbered, ink) =
        (notes.len() > 1, if wall.is_some() { Ink::Different } else { Ink::Joined });
    let layout = Layout { painter, ink, numbered };
    for row in align::rows(a, b, &marks) {
        layout.push_row(&row, out);
    }
    if let Some(wall) = wall {
        code_points([a.as_str(), b.as_str()], &wall, out);
    } else if !notes.is_empty() {
        out.push('\n');
    }
    for (number, (rule, source)) in (1..).zip(notes) {
        // Writing to a String cannot fail.
        if numbered {
            let _ = write!(out, "{number}  ");
        }
        let (rung, says) = (rule.rung(), rule.describe());
        let _ = writeln!(out, "{rung:<8}  {says} ({source})");
    }
    for Observation { kind, from, to, source, .. } in
        verdict.chain().iter().flat_map(|link| &link.observations)
    {
        let [from, to, source] = [from, to, source].map(|text| escape::visible(text));
        let _ = write!(out, "          {from} -> {to}  {}", kind.name());
        let _ = if source.is_empty() { writeln!(out) } else { writeln!(out, ", {source}") };
    }
}

fn observed(observation: &Observation) -> json::Observed<'_> {
    let Observation { kind, from, to, source, .. } = observation;
    json::Observed { kind: kind.name(), from, to, source }
}

fn headline(verdict: &Verdict<'_>, wall: Option<&Wall>, painter: Painter, out: &mut String) {
    match (verdict.rung(), wall) {
        (Some(rung), _) => {
            painter.put(out, Ink::Equal, format_args!("equal at the {rung} rung"));
        }
        (None, None) => painter.put(out, Ink::Different, "different"),
        (None, Some(wall)) => {
            let place = in_words(wall.component);
            painter.put(out, Ink::Different, format_args!("different in {place}"));
            if wall.reason != Reason::Text {
                let _ = write!(out, ": {}", wall.reason.describe());
            }
            let _ = write!(out, " ({})", wall.reason.section());
        }
    }
    out.push('\n');
}

/// Prints the code points of a short difference, because different letters can look alike.
fn code_points([a, b]: [&str; 2], wall: &Wall, out: &mut String) {
    const MOST: usize = 8;
    let a = a.get(wall.a.clone()).unwrap_or_default();
    let b = b.get(wall.b.clone()).unwrap_or_default();
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
        component: component.name(),
        a,
        b,
        rule: json::kebab(&format!("{rule:?}")),
        rung: rule.rung().name(),
        section: rule.section(),
        source,
        description: rule.describe(),
    }
}

fn wall(Wall { component, a, b, reason, .. }: Wall) -> json::Wall {
    json::Wall {
        component: component.name(),
        a,
        b,
        reason: json::kebab(&format!("{reason:?}")),
        section: reason.section(),
        description: reason.describe(),
    }
}

/// The name of a component in a sentence.
fn in_words(component: Component) -> &'static str {
    match component {
        Component::Text => "the text",
        Component::Scheme => "the scheme",
        Component::Userinfo => "the userinfo",
        Component::Host => "the host",
        Component::Port => "the port",
        Component::Path => "the path",
        Component::Query => "the query",
        Component::Fragment => "the fragment",
        _ => "it",
    }
}
