//! The law that fuzzing tries as well (`fuzz/`): what holds for every parser and every text.

use oneiri::{Component, IriRef};
use oneiri_parsers::agreement::{Form, Readings, moves};
use oneiri_parsers::{ALL, AppendixB, Parser, Reading, Rfc3986, Rfc3987, Whatwg};
use oneiri_whatwg::Url;

/// Bytes that are UTF-8 are a text, and after its first line feed a base.
pub(crate) fn readings(data: &[u8]) {
    let Ok(data) = core::str::from_utf8(data) else { return };
    let (text, base) = data.split_once('\n').unwrap_or((data, "http://h/a/b?q#f"));
    for parser in ALL {
        for reading in [parser.read(text), parser.read_with_base(text, base)] {
            match reading {
                Ok(reading) => ranges(text, &reading),
                Err(refusal) => {
                    assert!(text.get(refusal.range()).is_some(), "{parser:?} {refusal:?} {text:?}");
                }
            }
        }
    }
    grammar(text);
    whatwg(text, base);
    reasons(text);
    let read = |parser: &&'static dyn Parser| parser.read(text).ok();
    agreement(&ALL.iter().filter_map(read).collect::<Vec<_>>());
    let resolve = |parser: &&'static dyn Parser| parser.read_with_base(text, base).ok();
    agreement(&ALL.iter().filter_map(resolve).collect::<Vec<_>>());
}

/// If nothing moves between two readings, the same request is sent for both. The form of a reading is a fixed point.
fn agreement(readings: &[Reading<'_>]) {
    let forms: Vec<_> = readings.iter().map(|reading| (reading, Form::of(reading).ok())).collect();
    for (reading, form) in &forms {
        let Some(form) = form else { continue };
        let again = Rfc3986.read(form.uri().as_str()).unwrap();
        let own = Form::of(&again).unwrap();
        assert_eq!((own.uri(), own.port()), (form.uri(), form.port()), "{reading:?}");
        assert!(form.is_of(&again), "{form:?}");
        for (other, other_form) in &forms {
            let Some(other_form) = other_form else { continue };
            let differs = form.differs(other_form);
            assert!(!form.is_of(other) || differs.is_none(), "{form:?} {other:?}");
            let connection = [Component::Scheme, Component::Host, Component::Port];
            let moves = connection.into_iter().any(|it| moves(it, &[reading, other]));
            // No host and an empty one lead nowhere, so nothing moves between them.
            let leads = |form: &Form| form.host().is_some_and(|host| !host.is_empty());
            let leads = leads(form) || leads(other_form);
            let differs = differs.filter(|it| leads && connection.contains(it));
            assert!(moves || differs.is_none(), "{differs:?}: {reading:?} {other:?}");
        }
    }
}

/// Nothing moves between parsers that agree, and each component that a parser reads differently from the generic syntax has
/// a reason.
fn reasons(text: &str) {
    let readings = Readings::of(text, &[&Whatwg, &oneiri_parsers::Java], None);
    assert!(!readings.agree() || readings.moves().is_empty(), "{readings:?}");
    let (generic, reasons) = (AppendixB.read(text).unwrap(), readings.reasons());
    for (parser, reading) in readings.all() {
        let own = reasons.iter().filter(|reason| reason.parser == *parser);
        let mut components: Vec<_> = own.map(|reason| reason.component).collect();
        components.dedup();
        let expected: Vec<_> = match reading {
            Err(_) => vec![None],
            Ok(seen) => Component::ALL.into_iter().filter(|it| seen.get(*it) != generic.get(*it)).map(Some).collect(),
        };
        assert_eq!(components, expected, "{readings:?}");
    }
}

/// Ranges lie in the text, at characters, and in the order of the components.
fn ranges(text: &str, reading: &Reading<'_>) {
    let mut end = 0;
    for component in Component::ALL {
        let Some(range) = reading.range(component) else { continue };
        assert!(reading.get(component).is_some(), "{text:?} {component}");
        assert!(end <= range.start && range.start <= range.end, "{text:?} {component} {range:?}");
        assert!(text.get(range.clone()).is_some(), "{text:?} {component} {range:?}");
        end = range.end;
    }
}

/// The parser of RFC 3987 is the library.
fn grammar(text: &str) {
    let (reading, parsed) = (Parser::read(&Rfc3987, text), IriRef::parse(text));
    assert_eq!(reading.is_ok(), parsed.is_ok(), "{text:?}");
    if let (Ok(reading), Ok(parsed)) = (reading, parsed) {
        assert_eq!(reading, Reading::of_parts(text, parsed.parts()));
    }
}

/// The parser of the URL Standard is `oneiri-whatwg`, and what stands at the range of a host is that host.
fn whatwg(text: &str, base: &str) {
    let parsed = Url::parse(text);
    assert_eq!(Parser::read(&Whatwg, text).is_ok(), parsed.is_ok(), "{text:?}");
    let base = Url::parse(base).ok();
    let resolved = base.as_ref().map(|base| (Url::parse_with_base(text, base), Some(base)));
    for (url, base) in [(parsed, None)].into_iter().chain(resolved) {
        let Ok(url) = url else { continue };
        let reading = Whatwg::reading_of(text, base, &url);
        assert_eq!(reading.scheme(), Some(url.scheme()));
        assert_eq!(reading.host().unwrap_or_default(), url.hostname());
        assert_eq!(reading.port().unwrap_or_default(), url.port());
        assert_eq!(reading.port_or_known_default(), url.host_kind().and(url.port_or_known_default()));
        assert_eq!(reading.path(), Some(url.pathname()));
        assert_eq!((reading.query(), reading.fragment()), (url.query(), url.fragment()));
        let host = reading.range(Component::Host).filter(|_| url.is_special());
        if let Some(host) = host.map(|range| &text[range]).filter(|host| !host.is_empty()) {
            let alone = Url::parse(&format!("http://{host}"));
            let local = url.scheme() == "file" && url.hostname().is_empty();
            assert!(local || alone.is_ok_and(|it| it.hostname() == url.hostname()), "{text:?}");
        }
    }
}
