//! `oneiri diff`: how parsers read the same text, and whether it matters.

mod java;
mod reading;
mod table;
mod verdict;
mod whatwg;

use oneiri::Component;

use crate::input::Identifiers;
use crate::json;
use crate::paint::Painter;
use crate::session::{Flow, Session};

use reading::{COMPONENTS, Parser, Reading};

/// Show how parsers read the same text
///
/// The parsers: rfc3986 and rfc3987 (the grammars), whatwg (the URL Standard, by
/// the crate `url`), java (java.net.URI, as it is documented), and regex (RFC 3986
/// appendix B, which takes apart what the others refuse, as many programs do). Only
/// components that they read differently are shown, each with the reason.
///
/// A verdict says so if a difference moves the host, the port, the userinfo or the
/// path prefix: then one program may check what another does not ask for. The exit
/// code is 1 if any two of the four parsers disagree, be it on a spelling.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  oneiri diff 'http://good.example\\@evil.example/'
  oneiri diff --only-disagreements -f links.txt"
)]
pub(crate) struct Args {
    #[command(flatten)]
    input: Identifiers,

    /// Leave out what all of them read alike
    #[arg(long)]
    only_disagreements: bool,

    /// Show all components, not only those that differ
    #[arg(long)]
    all: bool,
}

/// What every parser makes of a text.
pub(crate) struct Diff<'t> {
    text: &'t str,
    readings: [Result<Reading<'t>, String>; 5],
}

/// Why a parser reads something else, or nothing.
struct Reason<'d> {
    parser: Parser,
    /// `None` where it refuses the whole.
    component: Option<Component>,
    why: &'d str,
}

pub(crate) fn run(args: Args, session: &mut Session) -> Flow {
    let painter = Painter::for_stdout();
    let (mut block, mut first) = (String::new(), true);
    args.input.source().each(session, |session, line| {
        let text = match line.text() {
            Ok(text) => text,
            Err(fault) => return session.refuse(line, &fault),
        };
        let diff = Diff::new(text);
        if diff.disagrees() {
            session.differ();
        } else if args.only_disagreements {
            session.pass();
            return Ok(());
        }
        if session.json() {
            return session.record(line, text, diff.record());
        }
        block.clear();
        if !first {
            block.push('\n');
        }
        first = false;
        table::push(&diff, args.all, painter, &mut block);
        session.block(&block)
    })
}

impl<'t> Diff<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, readings: Parser::ALL.map(|parser| parser.read(text)) }
    }

    /// The readings of those who took it. That the expression never refuses says nothing of a text,
    /// so it is heard only where another one took it as well.
    fn accepted(&self) -> Vec<(Parser, &Reading<'t>)> {
        let all = Parser::ALL.into_iter().zip(&self.readings);
        let accepted: Vec<_> =
            all.filter_map(|(parser, reading)| Some((parser, reading.as_ref().ok()?))).collect();
        if accepted.len() > 1 { accepted } else { Vec::new() }
    }

    fn refused(&self) -> impl Iterator<Item = (Parser, &str)> {
        let all = Parser::ALL.into_iter().zip(&self.readings);
        all.filter_map(|(parser, reading)| Some((parser, reading.as_ref().err()?.as_str())))
    }

    fn differs(&self, component: Component) -> bool {
        let accepted = self.accepted();
        accepted.windows(2).any(|pair| pair[0].1.get(component) != pair[1].1.get(component))
    }

    pub(crate) fn disagrees(&self) -> bool {
        let some_refused = self.refused().next().is_some() && !self.accepted().is_empty();
        some_refused || COMPONENTS.into_iter().any(|component| self.differs(component))
    }

    /// What differences move.
    pub(crate) fn moves(&self) -> Vec<&'static str> {
        let readings: Vec<_> = self.accepted().into_iter().map(|(_, reading)| reading).collect();
        let moved = verdict::MOVABLE.into_iter();
        moved
            .filter(|(component, _)| verdict::moves(*component, &readings))
            .map(|(_, name)| name)
            .collect()
    }

    pub(crate) fn refused_by_all(&self) -> bool {
        self.accepted().is_empty()
    }

    /// What each makes of a component that moves, without passwords; those who read the same together.
    pub(crate) fn seen(&self, moved: &str) -> Vec<(String, String)> {
        let named = verdict::MOVABLE.into_iter().find(|(_, name)| *name == moved);
        let Some((component, _)) = named else { return Vec::new() };
        let mut seen: Vec<(String, String)> = Vec::new();
        for (parser, reading) in self.accepted() {
            let text = table::shown(component, reading, self.text);
            match seen.iter_mut().find(|(_, other)| *other == text) {
                Some((names, _)) => names.push_str(&format!(", {}", parser.name())),
                None => seen.push((parser.name().to_owned(), text)),
            }
        }
        seen
    }

    /// Why, in the order of the parsers.
    fn reasons(&self) -> Vec<Reason<'_>> {
        let refusals = self.refused().map(|(parser, why)| Reason { parser, component: None, why });
        let departures = self.departures().into_iter().map(|(parser, component, why)| Reason {
            parser,
            component: Some(component),
            why,
        });
        let mut reasons: Vec<_> = refusals.chain(departures).collect();
        reasons.sort_by_key(|reason| reason.parser as usize);
        reasons
    }

    /// Where parsers depart from generic syntax, and why.
    fn departures(&self) -> Vec<(Parser, Component, &'static str)> {
        let given = Reading::from(oneiri::split(self.text));
        let mut departures = Vec::new();
        for (parser, seen) in self.accepted() {
            let reasons = match parser {
                Parser::Whatwg => whatwg::reasons(self.text, &given, seen),
                Parser::Java => java::reasons(&given, seen),
                _ => continue,
            };
            departures.extend(reasons.into_iter().map(|(component, why)| (parser, component, why)));
        }
        departures
    }

    fn record(&self) -> json::Diff<'_> {
        let readings = Parser::ALL.into_iter().zip(&self.readings);
        let departures = self.departures().into_iter();
        json::Diff {
            agree: !self.disagrees(),
            moves: self.moves(),
            readings: readings
                .map(|(parser, reading)| json::Reading {
                    parser: parser.name(),
                    ok: reading.is_ok(),
                    parts: reading.as_ref().ok().map(Reading::record),
                    reason: reading.as_ref().err().map(String::as_str),
                })
                .collect(),
            reasons: departures
                .map(|(parser, component, reason)| json::Departure {
                    parser: parser.name(),
                    component: component.name(),
                    reason,
                })
                .collect(),
        }
    }
}
