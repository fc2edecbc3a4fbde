//! What all parsers of a policy agree on, or what each of them saw. The fast path in `plain/` proves its decisions for
//! the three parsers that `is_plain` names, so another one may be added there only with a proof. `repaired` changes
//! together with `encoded` in `plain/respelled.rs`. No reason shows a userinfo.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use oneiri::percent::unescape;
use oneiri::{Component, IriRef, Split};
use oneiri_parsers::agreement::{Form, Host, default_port};
use oneiri_parsers::{ALL, Parser, Reading, Refusal, Rfc3987, Whatwg, by_name};

use crate::base::Base;
use crate::error::PolicyError;
use crate::index::Target;
use crate::reason::{Code, Reason, Seen, listed};

/// The parsers that must agree.
#[derive(Clone, Debug)]
pub(crate) struct Parsers {
    all: Vec<&'static dyn Parser>,
    /// Those of them that resolve references.
    resolving: Vec<&'static dyn Parser>,
    /// Whether the fast path may be taken with these parsers.
    pub(crate) is_plain: bool,
    /// Whether all of them read characters beyond ASCII, which RFC 3986 does not have.
    pub(crate) reads_iris: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Parsed<'t> {
    pub(crate) parser: &'static str,
    pub(crate) reading: Result<Reading<'t>, Refusal>,
}

#[derive(Clone, Debug)]
pub(crate) struct Agreed {
    pub(crate) form: Form,
    /// Whether the text is on the origin of the base.
    pub(crate) same_origin: bool,
    /// Whether the base is the own origin, so that the canonical text has no origin.
    pub(crate) relative: bool,
}

impl Default for Parsers {
    fn default() -> Self {
        Self::of([&Rfc3987 as &'static dyn Parser, &Whatwg].into())
    }
}

impl Parsers {
    fn of(all: Vec<&'static dyn Parser>) -> Self {
        // Any other refusal would be one of a base or of a text.
        let resolves = |parser: &&'static dyn Parser| parser.read_with_base("", "http://base.invalid/").is_ok();
        // What the fast path proves, it proves for these grammars.
        let is_plain = |name| matches!(name, "rfc3986" | "rfc3987" | "whatwg");
        Self {
            resolving: all.iter().copied().filter(resolves).collect(),
            is_plain: all.iter().all(|parser| is_plain(parser.name())),
            reads_iris: all.iter().all(|parser| parser.name() != "rfc3986"),
            all,
        }
    }

    pub(crate) fn named(names: &[String]) -> Result<Self, PolicyError> {
        let parser = |name: &String| {
            by_name(name).ok_or_else(|| {
                let names: Vec<_> = ALL.iter().map(|parser| parser.name()).collect();
                let names = names.join(", ");
                PolicyError::of("parsers", format!("expected some of {names}, found '{name}'"))
            })
        };
        let all = names.iter().map(parser).collect::<Result<Vec<_>, _>>()?;
        if all.is_empty() {
            return Err(PolicyError::of("parsers", "expected at least one parser"));
        }
        Ok(Self::of(all))
    }

    /// Whether a parser does not resolve references, so that a program may give it the canonical text.
    pub(crate) fn has_absolute(&self) -> bool {
        self.resolving.len() < self.all.len()
    }

    /// What each parser finds in a text. With a base, the parsers are those that resolve references.
    pub(crate) fn read<'t>(&self, text: &'t str, base: Option<&Base>) -> Vec<Parsed<'t>> {
        let parsers = if base.is_some() { &self.resolving } else { &self.all };
        let read = |parser: &&'static dyn Parser| Parsed {
            parser: parser.name(),
            reading: match base {
                None => parser.read(text),
                Some(base) => parser.read_with_base(text, base.as_str()),
            },
        };
        parsers.iter().map(read).collect()
    }

    /// What the parsers agree on. `length` is that of the text which a reason shows.
    pub(crate) fn agree(
        &self,
        readings: &[Parsed<'_>],
        base: Option<&Base>,
        length: usize,
    ) -> Result<Agreed, Vec<Reason>> {
        let mut forms: Vec<Form> = Vec::with_capacity(1);
        let mut faults: Vec<Fault> = Vec::new();
        for parsed in readings {
            match &parsed.reading {
                Err(refusal) => Fault::refused(parsed.parser, refusal).join(&mut faults),
                Ok(reading) if forms.first().is_some_and(|form| form.is_of(reading)) => {}
                Ok(reading) => match Form::of(reading) {
                    Ok(form) => forms.push(form),
                    Err(fault) => {
                        let range = reading.range(fault.component()).unwrap_or(0..length);
                        Fault::read(parsed.parser, range, fault.reason()).join(&mut faults);
                    }
                },
            }
        }
        if !faults.is_empty() {
            if base.is_none() && is_relative(readings) {
                let message = "the text has no scheme: begin it with one, such as https://, or give a base that completes it (--base in the command)";
                return Err([Reason::new(Code::Invalid, 0..length, message)].into());
            }
            return Err(reasons_of(&faults, readings));
        }
        let Some(first) = forms.first() else {
            let message = "no parser of the policy resolves references";
            return Err([Reason::new(Code::Invalid, 0..length, message)].into());
        };
        if let Some(component) = forms.iter().find_map(|form| first.differs(form)) {
            return Err([disagreement(component, readings, length)].into());
        }
        let same_origin = base.is_some_and(|base| base.is_origin_of(first));
        let form = forms.swap_remove(0);
        Ok(Agreed { form, same_origin, relative: false })
    }

    /// What the parsers agree on in the repaired form of a text. A parser that reads the text as it is has to see the
    /// same there.
    pub(crate) fn agree_on_repaired(&self, text: &str, readings: &[Parsed<'_>], base: Option<&Base>) -> Option<Agreed> {
        let repaired = repaired(text)?;
        let agreed = self.agree(&self.read(&repaired, base), base, text.len()).ok()?;
        let same = readings.iter().all(|parsed| match &parsed.reading {
            Err(_) => true,
            Ok(reading) => Form::of(reading).is_ok_and(|form| agreed.form.differs(&form).is_none()),
        });
        same.then_some(agreed)
    }
}

/// The text with the characters encoded that a URI must not have. `None` if there is none. `encoded` in
/// `plain/respelled.rs` does the same for the fast path, so the two change together.
fn repaired(text: &str) -> Option<String> {
    // Brackets are valid in hosts alone; the URL Standard leaves them in a path and in a query.
    let path = Split::of(text).range(Component::Path).unwrap_or_default();
    let (head, tail) = text.split_at(path.start);
    let tail = tail.replace('[', "%5B").replace(']', "%5D");
    // A fragment has no second number sign; the URL Standard leaves it.
    let tail = match tail.split_once('#') {
        Some((before, fragment)) => [before, "#", &fragment.replace('#', "%23")].concat(),
        None => tail,
    };
    // In a query, a percent sign that begins no escape is read as the sign.
    let after = tail.find(['?', '#']).unwrap_or(tail.len());
    let (path, rest) = tail.split_at(after);
    let without = [head, path, &with_percent_signs(rest)].concat();
    let repaired = IriRef::parse_lenient(&without).ok()?;
    (repaired.as_str() != text).then(|| repaired.as_str().to_string())
}

/// Writes each percent sign that begins no escape as `%25`.
fn with_percent_signs(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        encoded.push(c);
        if c == '%' && unescape(text.as_bytes(), at).is_none() {
            encoded.push_str("25");
        }
    }
    encoded
}

/// Whether a parser reads the text, and no parser finds a scheme in it.
fn is_relative(readings: &[Parsed<'_>]) -> bool {
    let mut read = readings.iter().filter_map(|parsed| parsed.reading.as_ref().ok()).peekable();
    read.peek().is_some() && read.all(|reading| reading.scheme().is_none())
}

fn disagreement(component: Component, readings: &[Parsed<'_>], length: usize) -> Reason {
    let first = readings.first().and_then(|parsed| parsed.reading.as_ref().ok());
    let range = first.and_then(|reading| reading.range(component)).unwrap_or(0..length);
    let message = format!("parsers find another {}", component.name());
    let mut reason = Reason::new(Code::Disagreement, range, message);
    reason.component = component;
    reason.seen = seen(readings);
    reason
}

pub(crate) fn seen(readings: &[Parsed<'_>]) -> Vec<Seen> {
    readings.iter().map(|parsed| Seen::of(parsed.parser, &parsed.reading)).collect()
}

/// Why parsers do not read a text.
struct Fault {
    range: Range<usize>,
    kind: FaultKind,
    message: String,
    parsers: Vec<&'static str>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FaultKind {
    /// The parser refuses the text.
    Refused,
    /// The parser reads what is in no URL.
    Read,
}

impl Fault {
    fn refused(parser: &'static str, refusal: &Refusal) -> Self {
        let (range, message) = (refusal.range(), refusal.reason().to_string());
        Self { range, kind: FaultKind::Refused, message, parsers: [parser].into() }
    }

    fn read(parser: &'static str, range: Range<usize>, message: &str) -> Self {
        Self { range, kind: FaultKind::Read, message: message.into(), parsers: [parser].into() }
    }

    /// Adds the fault to others. Parsers that object to the same place have one reason, with the words of the first.
    fn join(self, faults: &mut Vec<Self>) {
        let same = |fault: &&mut Self| fault.range == self.range && fault.kind == self.kind;
        match faults.iter_mut().find(same) {
            Some(fault) => fault.parsers.extend(self.parsers),
            None => faults.push(self),
        }
    }

    fn reason(&self) -> Reason {
        let Self { range, kind, message, parsers } = self;
        let (names, s) = (listed(parsers), if parsers.len() == 1 { "s" } else { "" });
        let message = match kind {
            FaultKind::Refused => format!("{names} refuse{s} the text: {message}"),
            FaultKind::Read => format!("as {names} read{s} the text, {message}"),
        };
        Reason::new(Code::Invalid, range.clone(), message)
    }
}

/// The reasons of faults. The first has what all parsers saw, each other one what its own parsers saw.
fn reasons_of(faults: &[Fault], readings: &[Parsed<'_>]) -> Vec<Reason> {
    let seen = seen(readings);
    let reason = |(nth, fault): (usize, &Fault)| {
        let own = |seen: &&Seen| nth == 0 || fault.parsers.contains(&seen.parser);
        let mut reason = fault.reason();
        reason.seen = seen.iter().filter(own).cloned().collect();
        reason
    };
    faults.iter().enumerate().map(reason).collect()
}

impl Agreed {
    /// The text that may be forwarded.
    pub(crate) fn canonical(&self) -> &str {
        let text = self.form.uri().as_str();
        if !self.relative {
            return text;
        }
        let start = self.form.uri().range(Component::Path).map_or(0, |range| range.start);
        text.get(start..).unwrap_or_default()
    }

    /// What rules look at. `given` is the text that was checked, and `path` the normal form of the path.
    pub(crate) fn target<'a>(&'a self, given: &'a str, path: &'a str) -> Target<'a> {
        let Self { form, same_origin, relative } = self;
        Target {
            given,
            scheme: form.uri().scheme(),
            host: self.host().map(Host::text),
            address: form.host().and_then(Host::address),
            port: form.port().filter(|_| !relative),
            default_port: default_port(form.uri().scheme()).filter(|_| !relative),
            path,
            query: form.uri().parts().query,
            same_origin: *same_origin,
        }
    }

    pub(crate) fn path(&self) -> &str {
        self.form.uri().parts().path
    }

    /// The host, unless it is that of the base.
    pub(crate) fn host(&self) -> Option<&Host> {
        self.form.host().filter(|_| !self.relative)
    }
}
