//! What all readers of a policy agree on, or what each of them saw.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use oneiri::{Component, IriRef};
use oneiri_readers::{Reader, Reading, Refusal};

use crate::decision::{NO_URL, Reason, Reasons, Seen, listed};
use crate::detect::range;
use crate::host::Host;
use crate::index::Target;
use crate::policy::Policy;
use crate::view::{View, default_port};

/// The base of texts that begin with a slash if none is given. No text is on this origin but relative ones:
/// RFC 6761 section 6.4.
const SELF: &str = "https://self.invalid";

/// What the readers agree on.
pub(crate) struct Agreed {
    pub(crate) view: View,
    /// The origin of the base, if the text is on it.
    pub(crate) same_origin: bool,
    /// Whether the base is `SELF`, so that the canonical text has no origin.
    pub(crate) relative: bool,
}

impl Policy {
    /// What all readers agree on.
    pub(crate) fn agreed(&self, text: &str, base: Option<&str>) -> Result<Agreed, Reasons> {
        let rooted = text.starts_with('/') && !text.starts_with("//") && !text.starts_with("/\\");
        let relative = base.is_none() && self.relative && rooted;
        let base = if relative { Some(SELF) } else { base };
        match self.agree(text, text, base) {
            Err(mut reasons) => match (self.repaired(text, base), reasons.first_mut()) {
                (Some(agreed), _) if self.repair => Ok(agreed),
                (Some(_), Some(reason)) => {
                    reason.message += "; repair = true reads it in its encoded form";
                    Err(reasons)
                }
                _ => Err(reasons),
            },
            agreed => agreed,
        }
        .map(|agreed| Agreed { relative, ..agreed })
        .and_then(|agreed| match agreed.relative && !agreed.same_origin {
            true => {
                Err([Reason::new("disagreement", 0..text.len(), "the text leaves the origin")]
                    .into())
            }
            false => Ok(agreed),
        })
    }

    /// The readers of a text: with a base, those that resolve references.
    pub(crate) fn readers_for(&self, base: Option<&str>) -> &[&'static dyn Reader] {
        if base.is_some() { &self.resolvers } else { &self.readers }
    }

    /// Reads `text` by every reader; each has to agree with the others.
    pub(crate) fn agree(
        &self,
        text: &str,
        shown: &str,
        base: Option<&str>,
    ) -> Result<Agreed, Reasons> {
        let readers = self.readers_for(base);
        let readings: Vec<_> =
            readers.iter().map(|reader| (*reader, read(*reader, text, base))).collect();
        let mut views: Vec<View> = Vec::with_capacity(1);
        // The view of each reader, as an index.
        let mut nth = Vec::with_capacity(readings.len());
        // Readers that say the same at the same place have one reason.
        let mut faults: Vec<Fault> = Vec::new();
        for (reader, reading) in &readings {
            let (range, refused, message) = match reading {
                Err(refusal) => (refusal.range(), true, refusal.reason().to_string()),
                Ok(reading) if views.first().is_some_and(|view| view.is_of(reading)) => {
                    nth.push(0);
                    continue;
                }
                Ok(reading) => match View::of(reading) {
                    Ok(view) => {
                        nth.push(views.len());
                        views.push(view);
                        continue;
                    }
                    Err((component, message)) => {
                        let range = reading.range(component).unwrap_or(0..shown.len());
                        (range, false, message.to_string())
                    }
                },
            };
            // The grammars differ in the section that they name.
            let head = |text: &str| text.rsplit_once(" (").map_or(text, |it| it.0).to_string();
            let is_same =
                |it: &&mut Fault| it.range == range && head(&it.message) == head(&message);
            match faults.iter_mut().find(is_same) {
                Some(fault) => fault.readers.push(reader.name()),
                None => {
                    let readers = [reader.name()].into();
                    faults.push(Fault { range, refused, message, readers });
                }
            }
        }
        if !faults.is_empty() {
            // The first reason has what all readers saw, each other one what its own readers saw.
            let seen = Self::seen(&readings);
            let reason = |(nth, fault): (usize, Fault)| {
                let own = |it: &&Seen| nth == 0 || fault.readers.contains(&it.reader);
                Reason { readers: seen.iter().filter(own).cloned().collect(), ..fault.reason() }
            };
            return Err(faults.into_iter().enumerate().map(reason).collect());
        }
        let Some(first) = views.first() else {
            let message = "no reader of the policy resolves references";
            return Err([Reason::new("refused", 0..text.len(), message)].into());
        };
        if let Some(component) = views.iter().find_map(|view| first.differs(view)) {
            let range =
                readings.first().and_then(|(_, reading)| reading.as_ref().ok()?.range(component));
            let name = component.name();
            let mut reason = Reason::new(
                "disagreement",
                range.unwrap_or(0..shown.len()),
                format!("readers find another {name}"),
            );
            let saw = |view: &View| shown_component(view, component);
            let seen = readers.iter().zip(nth);
            reason.readers = seen
                .map(|(reader, nth)| Seen { reader: reader.name(), saw: saw(&views[nth]) })
                .collect();
            return Err([reason].into());
        }
        let same_origin = match base {
            None => false,
            Some(base) => self.is_origin(base, first),
        };
        let view = views.swap_remove(0);
        Ok(Agreed { view, same_origin, relative: false })
    }

    /// Whether a base has the origin of a view.
    fn is_origin(&self, base: &str, view: &View) -> bool {
        let Some(base) = self.readers.first().and_then(|reader| reader.read(base).ok()) else {
            return false;
        };
        View::of(&base).is_ok_and(|base| {
            base.uri.scheme() == view.uri.scheme()
                && base.host == view.host
                && base.port == view.port
        })
    }

    /// What the readers agree on in the repaired form of the text. A reader that reads the text as it stands
    /// has to see the same there.
    fn repaired(&self, text: &str, base: Option<&str>) -> Option<Agreed> {
        // Brackets stand in hosts alone; the URL Standard leaves them in a path and in a query.
        let (head, tail) = text.split_at(range(text, oneiri::split(text).path).start);
        let without = [head, &tail.replace('[', "%5B").replace(']', "%5D")].concat();
        let repaired = IriRef::parse_lenient(&without).ok()?;
        if repaired.as_str() == text {
            return None;
        }
        let agreed = self.agree(repaired.as_str(), text, base).ok()?;
        let same = self.readers_for(base).iter().all(|reader| match read(*reader, text, base) {
            Err(_) => true,
            Ok(reading) => {
                View::of(&reading).is_ok_and(|view| agreed.view.differs(&view).is_none())
            }
        });
        same.then_some(agreed)
    }

    /// What each reader found: the host, because that is what matters most, or the reason of its refusal.
    fn seen(readings: &[(&'static dyn Reader, Result<Reading<'_>, Refusal>)]) -> Vec<Seen> {
        let saw = |reading: &Result<Reading<'_>, Refusal>| match reading {
            Ok(reading) => match reading.host() {
                Some(host) if SELF.strip_prefix("https://") == Some(host) => {
                    "the own origin".to_string()
                }
                Some(host) => format!("the host '{host}'"),
                None => "no host".to_string(),
            },
            // The message of the reason says why.
            Err(_) => NO_URL.to_string(),
        };
        let seen = |(reader, reading): &(&'static dyn Reader, _)| Seen {
            reader: reader.name(),
            saw: saw(reading),
        };
        readings.iter().map(seen).collect()
    }
}

/// Why readers do not read a text.
struct Fault {
    range: Range<usize>,
    /// Whether a reader refuses the text, or reads what is in no URL.
    refused: bool,
    message: String,
    readers: Vec<&'static str>,
}

impl Fault {
    fn reason(&self) -> Reason {
        let Self { range, refused, message, readers } = self;
        let (names, s) = (listed(readers), if readers.len() == 1 { "s" } else { "" });
        let message = match refused {
            true => format!("{names} refuse{s} the text: {message}"),
            false => format!("as {names} read{s} the text, {message}"),
        };
        Reason::new("refused", range.clone(), message)
    }
}

pub(crate) fn read<'t>(
    reader: &dyn Reader,
    text: &'t str,
    base: Option<&str>,
) -> Result<Reading<'t>, Refusal> {
    match base {
        None => reader.read(text),
        Some(base) => reader.read_with_base(text, base),
    }
}

impl Agreed {
    /// The text that may be forwarded.
    pub(crate) fn canonical(&self) -> String {
        let text = self.view.uri.as_str();
        if !self.relative {
            return text.to_string();
        }
        let start = self.view.uri.range(Component::Path).map_or(0, |range| range.start);
        text.get(start..).unwrap_or_default().to_string()
    }

    /// What rules look at. `given` is the text that was checked.
    pub(crate) fn target<'a>(&'a self, given: &'a str) -> Target<'a> {
        let Self { view, same_origin, relative } = self;
        let parts = view.uri.parts();
        Target {
            given,
            scheme: view.uri.scheme(),
            host: self.host().map(|host| host.text.as_str()),
            address: view.host.as_ref().and_then(|host| host.address),
            port: view.port.filter(|_| !relative),
            default_port: default_port(view.uri.scheme()).filter(|_| !relative),
            path: parts.path,
            query: parts.query,
            same_origin: *same_origin,
        }
    }

    /// The host, unless it is that of the base.
    pub(crate) fn host(&self) -> Option<&Host> {
        self.view.host.as_ref().filter(|_| !self.relative)
    }
}

fn shown_component(view: &View, component: Component) -> String {
    let parts = view.uri.parts();
    let value = match component {
        Component::Scheme => parts.scheme,
        Component::Host => parts.host,
        Component::Path => Some(parts.path),
        Component::Query => parts.query,
        Component::Port => {
            return view.port.map_or("no port".to_string(), |port| port.to_string());
        }
        _ => None,
    };
    value.map_or_else(|| format!("no {}", component.name()), |value| format!("'{value}'"))
}
