//! `oneiri parse`: splits identifiers into components.

use std::borrow::Cow;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::ValueEnum;
use oneiri::component::HostKind;
use oneiri::{Alphabet, MaybeScheme};
use oneiri_whatwg::Url;
use serde::Serialize;

use crate::args::{Records, UsageError, Writes, Written};
use crate::commands::{Command, Job};
use crate::comparison::{self, Grammar};
use crate::output::{Answers, Fault, Ink, Painter, escape, json::Chosen, json::Components, picture};
use crate::pipeline::Item;

/// Split each URL into its components
///
/// On a terminal, the names of the components are below the identifier, with
/// their decoded text. Otherwise each component is a line, and an empty line is
/// between identifiers. An absent component is not printed, but a component that is
/// present and empty is "". Control characters are printed like \u{202E}.
///
/// With --only, each identifier is a line with the text of these components alone,
/// and TABs between them. An absent component gives no text, like an empty one,
/// but --json tells them apart.
///
/// --get prints one text for each identifier: a component, such as host, or a text
/// with components in braces. In tables it replaces the column, or with --into it
/// becomes a new one. If URLs of a list lack one of the components, so that their
/// answers lack a part, a line on standard error says how many.
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_help = include_str!("help/parse.txt"))]
pub(crate) struct Args {
    #[command(flatten)]
    input: Records,

    /// Print only these components, separated by commas
    ///
    /// scheme, authority, userinfo, host, port, path, query, fragment
    #[arg(long, value_name = "NAMES", value_delimiter = ',', hide_possible_values = true)]
    only: Vec<Name>,

    /// Print a component, or a text with components: '{host}{path}'
    #[arg(long, value_name = "TEXT", conflicts_with = "only", value_parser = Pattern::parse)]
    get: Option<Pattern>,

    /// Read by the URL Standard, and print its validation errors
    #[arg(long, conflicts_with_all = ["only", "get", "iri", "uri", "lenient"])]
    whatwg: bool,

    #[command(flatten)]
    grammar: Grammar,

    #[command(flatten)]
    written: Written,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Name {
    Scheme,
    Authority,
    Userinfo,
    Host,
    Port,
    Path,
    Query,
    Fragment,
}

impl Name {
    fn of<'c>(self, components: &Components<'c>) -> (&'static str, Option<&'c str>) {
        match self {
            Self::Scheme => ("scheme", components.scheme),
            Self::Authority => ("authority", components.authority),
            Self::Userinfo => ("userinfo", components.userinfo),
            Self::Host => ("host", components.host),
            Self::Port => ("port", components.port),
            Self::Path => ("path", Some(components.path)),
            Self::Query => ("query", components.query),
            Self::Fragment => ("fragment", components.fragment),
        }
    }
}

/// What `--get` prints: texts, and the components after them.
#[derive(Clone)]
struct Pattern(Vec<(String, Option<Name>)>);

impl Pattern {
    /// The name of a component, or a text with such names in braces.
    fn parse(text: &str) -> Result<Self, String> {
        let named = |name: &str| {
            Name::from_str(name, false).map_err(|_| {
                let names = "scheme, authority, userinfo, host, port, path, query or fragment";
                format!("expected {names}, found '{name}'; in a longer text, write {{host}}")
            })
        };
        if !text.contains(['{', '}']) {
            return Ok(Self(vec![(String::new(), Some(named(text)?))]));
        }
        let (mut pieces, mut rest) = (Vec::new(), text);
        while let Some((before, after)) = rest.split_once('{') {
            let Some((name, end)) = after.split_once('}') else {
                return Err("expected a } after each {, as in {host}".to_owned());
            };
            pieces.push((before.to_owned(), Some(named(name)?)));
            rest = end;
        }
        pieces.push((rest.to_owned(), None));
        if pieces.iter().any(|(text, _)| text.contains('}')) {
            return Err("expected a { before each }, as in {host}".to_owned());
        }
        Ok(Self(pieces))
    }

    fn names(&self) -> impl Iterator<Item = Name> {
        self.0.iter().filter_map(|(_, name)| *name)
    }

    /// Appends the text. An absent component gives none.
    fn push(&self, components: &Components<'_>, out: &mut String) {
        for (text, name) in &self.0 {
            out.push_str(text);
            out.push_str(name.and_then(|name| name.of(components).1).unwrap_or_default());
        }
    }
}

impl Command for Args {
    fn job<A: Alphabet + Send + Sync + 'static>(self, json: bool) -> Result<Job, UsageError> {
        let how = self.grammar.how;
        if let Some(pattern) = self.get {
            let mut names: Vec<_> = pattern.names().map(|name| format!("{name:?}").to_lowercase()).collect();
            names.dedup();
            let is_list = !self.input.identifiers.has_urls();
            let plan = self.input.plan(self.written, Writes::Answers, json)?;
            // How many lack a component, so that their answers lack a part.
            let lacking = Arc::new(AtomicU64::new(0));
            let lacks = Arc::clone(&lacking);
            let job = plan.transform(move |text, output| {
                let reference = comparison::parse::<A, MaybeScheme>(text, how)?;
                let components = Components::of(&reference);
                if pattern.names().any(|name| name.of(&components).1.is_none()) {
                    lacks.fetch_add(1, Ordering::Relaxed);
                }
                pattern.push(&components, output);
                Ok(())
            });
            return Ok(Box::new(move |session| {
                job(session)?;
                let lacking = Some(lacking.load(Ordering::Relaxed)).filter(|count| is_list && *count > 0);
                let have = if lacking == Some(1) { "URL has" } else { "URLs have" };
                let told = lacking.map(|count| format!("{count} {have} no {}", names.join(" or no ")));
                told.into_iter().for_each(|it| session.sum_up_at_the_end(it));
                Ok(())
            }));
        }
        if self.written.adds() {
            return Err(UsageError::conflict("--into and --tag need --get, such as --get host"));
        }
        if !self.only.is_empty() && self.written.invalid.is_some() {
            return Err(UsageError::conflict(
                "--only prints parts of valid URLs, and no records that --invalid could keep; see --get and --into",
            ));
        }
        let mut only = Vec::new();
        for name in self.only {
            if !only.contains(&name) {
                only.push(name);
            }
        }
        let painter = Painter::for_stdout();
        let columns = terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0));
        let plan = self.input.plan(self.written, Writes::Findings, json)?;
        let whatwg = self.whatwg;
        let each = move |item: &Item<'_>, answers: &mut Answers| {
            if whatwg {
                return item.with_text(answers, |text, answers| by_whatwg(item, text, answers));
            }
            if item.is_gap() && only.is_empty() {
                return answers.gap(item);
            }
            let parsed = item
                .text()
                .and_then(|text| comparison::parse::<A, MaybeScheme>(text, how).map(|reference| (text, reference)));
            match parsed {
                Err(fault) => answers.refuse(item, &fault),
                Ok((text, reference)) if !only.is_empty() => {
                    let components = Components::of(&reference);
                    let only = only.iter().map(|name| name.of(&components));
                    if answers.style.json {
                        answers.record(item, text, Chosen(only.collect()));
                    } else {
                        let texts: Vec<&str> = only.map(|(_, text)| text.unwrap_or("")).collect();
                        let line = if answers.style.terminal { escape::tabbed(&texts) } else { texts.join("\t") };
                        answers.line(line.as_bytes());
                    }
                }
                Ok((text, reference)) if answers.style.json => {
                    answers.record(item, text, Components::of(&reference));
                }
                Ok((_, reference)) => {
                    let mut block = String::new();
                    answers.separate("\n");
                    let kind = reference.host().map(|host| host.kind());
                    if answers.style.terminal {
                        picture::push(reference.as_str(), kind, columns, painter, &mut block);
                    } else {
                        describe(&Components::of(&reference), kind, painter, &mut block);
                    }
                    answers.block(&block);
                }
            }
        };
        Ok(Box::new(move |session| plan.each(session, each)))
    }
}

/// The body of `parse --whatwg --json`.
#[derive(Serialize)]
struct Read<'a> {
    output: &'a str,
    #[serde(flatten)]
    components: Components<'a>,
    validation_errors: Vec<ValidationError>,
}

/// A validation error, at bytes of the input.
#[derive(Serialize)]
struct ValidationError {
    name: &'static str,
    start: usize,
    end: usize,
}

fn by_whatwg(item: &Item<'_>, text: &str, answers: &mut Answers) -> Result<(), Fault> {
    let (url, errors) = Url::parse_with_errors(text, None);
    let url = url.map_err(|error| {
        let (range, name) = (error.range(), error.kind().name());
        let mut message = format!("not a URL of the URL Standard: {name}");
        // The last error is the one that fails.
        for (nth, error) in errors.iter().rev().skip(1).rev().enumerate() {
            let (range, name) = (error.range(), error.kind().name());
            let before = if nth == 0 { "; before that:" } else { "," };
            let _ = write!(message, "{before} {name} at {}-{}", range.start, range.end);
        }
        Fault::plain(range.start, range.end, message)
    })?;
    let password = Some(url.password()).filter(|it| !it.is_empty());
    let userinfo = password.map_or(url.username().into(), |it| format!("{}:{it}", url.username()));
    let at = if userinfo.is_empty() { "" } else { "@" };
    let authority = format!("{userinfo}{at}{}", url.host());
    let has_host = url.host_kind().is_some();
    let components = Components {
        scheme: Some(url.scheme()),
        authority: has_host.then_some(&authority),
        userinfo: Some(userinfo.as_str()).filter(|it| !it.is_empty()),
        host: has_host.then(|| url.hostname()),
        port: Some(url.port()).filter(|it| !it.is_empty()),
        path: url.pathname(),
        query: url.query(),
        fragment: url.fragment(),
    };
    if answers.style.json {
        let shown = |error: &oneiri_whatwg::Error| {
            let (name, range) = (error.kind().name(), error.range());
            ValidationError { name, start: range.start, end: range.end }
        };
        let validation_errors = errors.iter().map(shown).collect();
        answers.record(item, text, Read { output: url.href(), components, validation_errors });
        return Ok(());
    }
    let mut block = String::new();
    answers.separate("\n");
    describe(&components, None, Painter::for_stdout(), &mut block);
    for error in &errors {
        let (range, name) = (error.range(), error.kind().name());
        // Writing to a String cannot fail.
        let _ = writeln!(block, "invalid    {}-{}: {name}", range.start, range.end);
    }
    answers.block(&block);
    Ok(())
}

fn describe(components: &Components<'_>, kind: Option<HostKind<'_>>, painter: Painter, out: &mut String) {
    let kind = match kind {
        Some(HostKind::Ipv4(_)) => " (IPv4)",
        Some(HostKind::Ipv6(_)) => " (IPv6)",
        Some(HostKind::IpvFuture { .. }) => " (IP of a later version)",
        _ => "",
    };
    for component in Name::value_variants() {
        let (name, Some(text)) = component.of(components) else { continue };
        let remark = if *component == Name::Host { kind } else { "" };
        let shown = if text.is_empty() { Cow::Borrowed("\"\"") } else { escape::visible(text) };
        painter.put(out, Ink::Faint, format_args!("{name:<9}"));
        // Writing to a String cannot fail.
        let _ = writeln!(out, "  {shown}{remark}");
    }
}
