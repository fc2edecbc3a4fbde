//! The laws that hold for every input. The fuzz target calls them, too.

use oneiri::{IriRef, Rung};
use oneiri_template::{Template, covers, overlap};

/// The input is a template, another one, and texts, with bytes 0xFF between them, which no text in UTF-8 has.
pub(crate) fn any(input: &[u8]) {
    let mut parts = input.split(|byte| *byte == 0xFF).map(String::from_utf8_lossy);
    let mut template = || parts.next().and_then(|text| Template::parse(text).ok());
    let Some(one) = template() else { return };
    assert_eq!(Template::parse(one.to_string()).as_ref(), Ok(&one), "a template prints as it was given");
    if let Some(two) = template() {
        // The shortest text that both match, which both match.
        if let Ok(Some(text)) = overlap(&one, &two) {
            for template in [&one, &two] {
                if let Ok(matcher) = template.matcher() {
                    assert!(matcher.matches(&text).is_ok(), "{one} and {two}: {text}");
                }
            }
        }
        if let (Ok(true), Ok(wide), Ok(narrow)) = (covers(&one, &two), one.matcher(), two.matcher()) {
            for text in input.split(|byte| *byte == 0xFF).skip(2) {
                let text = String::from_utf8_lossy(text);
                assert!(narrow.matches(&text).is_err() || wide.matches(&text).is_ok(), "{one} {two} {text}");
            }
        }
    }
    let (strict, by_rule) = (one.matcher(), one.matcher_shortest_first());
    assert!(strict.is_err() || by_rule.is_ok());
    let Ok(matcher) = by_rule else { return };
    for text in parts {
        if let Ok(found) = matcher.matches(&text) {
            assert_eq!(one.expand(&found).as_deref(), Ok(&*text), "{one}: {found}");
            if let Ok(strict) = &strict {
                assert_eq!(strict.matches(&text).as_ref(), Ok(&found), "{one} has one reading");
            }
        }
        for rung in [Rung::Escape, Rung::Scheme] {
            let Ok(matcher) = matcher.clone().at(rung) else { continue };
            let Ok(found) = matcher.matches(&text) else { continue };
            let Ok(expansion) = one.expand(&found) else { panic!("{one}: {found}") };
            if let (Ok(a), Ok(b)) = (IriRef::parse(&text), IriRef::parse(&expansion)) {
                assert!(a.equivalent_at(&b, rung), "{one}: {text} and {expansion} at {rung:?}");
            }
        }
        if let Ok(found) = matcher.clone().lenient_query().matches(&text) {
            let Ok(expansion) = one.expand(&found) else { panic!("{one}: {found}") };
            let path = |text: &str| text.split(['?', '#']).next().map(str::to_owned);
            assert_eq!(path(&text), path(&expansion), "{one}: {text} and {expansion}");
        }
    }
}
