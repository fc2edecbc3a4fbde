//! `oneiri parse`: splits identifiers into components.

use oneiri::{Alphabet, Ascii, HostKind, MaybeScheme, Unicode};
use std::borrow::Cow;
use std::fmt::Write;

use crate::commands::shared::grammar::Grammar;
use crate::commands::shared::sources::Identifiers;
use crate::input::identifier;
use crate::output::json::Components;
use crate::output::paint::Painter;
use crate::output::session::Session;
use crate::output::stop::Flow;
use crate::output::{escape, picture};

/// Split each identifier into its components
///
/// On a terminal, the names of the components stand below the identifier, with
/// their decoded text. Otherwise each component is a line, and an empty line stands
/// between identifiers. An absent component is not printed; a component that is
/// present and empty is "". Control characters are printed like \u{202E}.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  oneiri parse 'http://ada@[2001:db8::7]:8080/a/b?q#f'
  oneiri parse --json -f links.txt"
)]
pub(crate) struct Args {
    #[command(flatten)]
    input: Identifiers,

    #[command(flatten)]
    grammar: Grammar,
}

pub(crate) fn run(args: Args, session: &mut Session) -> Flow {
    if args.grammar.is_uri() {
        run_in::<Ascii>(args, session)
    } else {
        run_in::<Unicode>(args, session)
    }
}

fn run_in<A: Alphabet + Send + Sync + 'static>(args: Args, session: &mut Session) -> Flow {
    let lenient = args.grammar.lenient;
    let painter = Painter::for_stdout();
    let columns = terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0));
    args.input.source().each(session, move |item, answers| {
        let parsed = item.text().and_then(|text| {
            identifier::parse::<A, MaybeScheme>(text, lenient).map(|reference| (text, reference))
        });
        match parsed {
            Err(fault) => answers.refuse(item, &fault),
            Ok((text, reference)) if answers.json() => {
                answers.record(item, text, Components::of(&reference));
            }
            Ok((_, reference)) => {
                let mut block = String::new();
                answers.separate("\n");
                let kind = reference.host().map(|host| host.kind());
                if answers.terminal() {
                    let (text, parts) = (reference.as_str(), reference.parts());
                    picture::push(text, &parts, kind, columns, painter, &mut block);
                } else {
                    describe(&Components::of(&reference), kind, &mut block);
                }
                answers.block(&block);
            }
        }
    })
}

fn describe(components: &Components<'_>, kind: Option<HostKind<'_>>, out: &mut String) {
    let kind = match kind {
        Some(HostKind::Ipv4(_)) => " (IPv4)",
        Some(HostKind::Ipv6(_)) => " (IPv6)",
        Some(HostKind::IpvFuture { .. }) => " (IP of a later version)",
        _ => "",
    };
    let rows = [
        ("scheme", components.scheme, ""),
        ("authority", components.authority, ""),
        ("userinfo", components.userinfo, ""),
        ("host", components.host, kind),
        ("port", components.port, ""),
        ("path", Some(components.path), ""),
        ("query", components.query, ""),
        ("fragment", components.fragment, ""),
    ];
    for (name, text, remark) in rows {
        let Some(text) = text else { continue };
        let shown = if text.is_empty() { Cow::Borrowed("\"\"") } else { escape::visible(text) };
        // Writing to a String cannot fail.
        let _ = writeln!(out, "{name:<9}  {shown}{remark}");
    }
}
