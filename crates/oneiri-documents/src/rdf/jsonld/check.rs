//! The errors of contexts and nodes (JSON-LD 1.1 API sections 4.1, 4.2 and 5.1). Each message ends with the name that the
//! specification has for the error.

use std::rc::Rc;

use super::context::{Context, Expanded, KEYWORDS, Names, is_keyword, joined};
use super::found::Finds;
use super::tape::{Kind, Tape};

/// Section 4.2.2, step 6 and what follows it: what an expanded definition may hold.
const PARTS: [&str; 11] = [
    "@id", "@reverse", "@container", "@context", "@direction", "@index", "@language", "@nest", "@prefix", "@protected",
    "@type",
];

const DIRECTIONS: &str = "\"ltr\", \"rtl\" or null";

pub(super) struct Check<'c, 'd> {
    pub(super) tape: &'c Tape<'d>,
    pub(super) found: &'c mut Finds,
}

impl Check<'_, '_> {
    fn refuse(&mut self, nth: usize, expected: &str, code: &str) {
        self.found.wrong_value(self.tape, nth, format!("expected {expected} (JSON-LD: {code})"));
    }

    /// Section 4.1: a member of a context, after which `context` holds.
    pub(super) fn definition(&mut self, key: usize, value: usize, context: &Context) {
        let (tape, kind) = (self.tape, self.tape.kind(value));
        let name = tape.text(key);
        let is_text = matches!(kind, Kind::String | Kind::Null);
        let redefined = (key, "no other meaning of a keyword", "keyword redefinition");
        let (nth, expected, code) = match &*name {
            "@version" if !(kind == Kind::Other && tape.begins(tape.range(value).start, "1.1")) => {
                (value, "the number 1.1", "invalid @version value")
            }
            "@base" if !is_text => (value, "a text or null", "invalid base IRI"),
            "@vocab" if !is_text => (value, "a text or null", "invalid vocab mapping"),
            "@language" if !is_text => (value, "a text or null", "invalid default language"),
            "@direction" if !is_direction(tape, value) => (value, DIRECTIONS, "invalid base direction"),
            "@propagate" if !is_boolean(tape, value) => (value, "true or false", "invalid @propagate value"),
            "@protected" if !is_boolean(tape, value) => (value, "true or false", "invalid @protected value"),
            "@import" if kind != Kind::String => (value, "a text", "invalid @import value"),
            "@version" | "@base" | "@vocab" | "@language" | "@direction" | "@propagate" | "@protected" | "@import" => {
                return;
            }
            "@type" => {
                let is_set = |(key, value): (usize, Option<usize>)| match &*tape.text(key) {
                    "@container" => value.is_some_and(|it| tape.text(it) == "@set" || tape.kind(it) == Kind::Array),
                    name => name == "@protected",
                };
                if kind == Kind::Object && tape.members(value).all(is_set) {
                    return;
                }
                redefined
            }
            name if KEYWORDS.contains(&name) => redefined,
            // A term that has the form of a keyword is left out.
            name if is_keyword(name) => return,
            "" => (key, "a term, which is not empty", "invalid term definition"),
            _ => return self.term(key, value, context),
        };
        self.refuse(nth, expected, code);
    }

    /// Section 4.2: the definition of a term.
    fn term(&mut self, key: usize, value: usize, context: &Context) {
        let tape = self.tape;
        let (name, kind) = (tape.text(key), tape.kind(value));
        // A later definition with the same name takes its place, so a loader never reads this one.
        if context.term(&name).is_some_and(|term| term.definition as usize > value) {
            return;
        }
        let part = |name: &str| tape.member(value, name).filter(|_| kind == Kind::Object);
        match kind {
            Kind::Null => return,
            Kind::String => {}
            Kind::Object => {
                for (part, value) in tape.members(value) {
                    let Some(value) = value else { continue };
                    self.part(part, value, context);
                }
            }
            Kind::Array | Kind::Other => {
                return self.refuse(value, "a text, an object or null", "invalid term definition");
            }
        }
        let containers = || part("@container").into_iter().flat_map(|it| tape.items(it)).map(|it| tape.text(it));
        if part("@reverse").is_some() {
            let may_be = |it: &str| matches!(it, "@set" | "@index" | "null" | "");
            if part("@id").is_some() || part("@nest").is_some() || !containers().all(|it| may_be(&it)) {
                self.refuse(key, "no @id, no @nest and no other container with @reverse", "invalid reverse property");
            }
        }
        if part("@index").is_some() && !containers().any(|it| it == "@index") {
            self.refuse(key, "a container with @index, because there is an @index", "invalid term definition");
        }
        if part("@prefix").is_some() && name.contains([':', '/']) {
            self.refuse(key, "a term without \":\" and \"/\", because there is a @prefix", "invalid term definition");
        }
        let id = if kind == Kind::String { Some(value) } else { part("@id").or_else(|| part("@reverse")) };
        let id = id.map(|id| (tape.kind(id), tape.text(id)));
        let is_left_out = match &id {
            Some((Kind::String, text)) => is_keyword(text) && !KEYWORDS.contains(&&**text),
            // Either null, or refused already.
            Some(_) => true,
            None => false,
        };
        let iri = context.term(&name).and_then(|term| term.iri.as_deref());
        // Step 14.2.5: a term that is an IRI itself represents that one.
        let inner = name.char_indices().skip(1).any(|(at, c)| c == ':' && at + 1 < name.len());
        let is_forward = part("@reverse").is_none() && matches!(&id, Some((Kind::String, text)) if *text != name);
        if let (true, Some(iri)) = (is_forward && inner && !context.is_unknown, iri) {
            let is_same = match context.expand(&name, Names::Own) {
                Expanded::Iri(prefix, rest) => *iri == *joined(prefix, rest),
                Expanded::Reference => *iri == *name,
                Expanded::Nothing => true,
            };
            if !is_same {
                self.refuse(key, "the IRI that the term itself spells", "invalid IRI mapping");
            }
        }
        if iri == Some("@context") {
            self.refuse(key, "an alias of another keyword", "invalid keyword alias");
        } else if iri.is_none() && !is_left_out && !context.is_unknown {
            let expected = "a term that stands for an IRI: @id with an IRI or a term above, or a @vocab";
            self.refuse(key, expected, "invalid IRI mapping");
        }
    }

    fn part(&mut self, key: usize, value: usize, context: &Context) {
        let (tape, kind) = (self.tape, self.tape.kind(value));
        let name = tape.text(key);
        let is_text = matches!(kind, Kind::String | Kind::Null);
        let (nth, expected, code) = match &*name {
            "@id" if !is_text => (value, "a text or null", "invalid IRI mapping"),
            "@reverse" if kind != Kind::String => (value, "a text", "invalid IRI mapping"),
            "@type" if kind != Kind::String => (value, "a text", "invalid type mapping"),
            "@type" => {
                let is_known = match context.name(&tape.text(value)) {
                    Some(it) if is_keyword(&it) => matches!(&*it, "@id" | "@vocab" | "@json" | "@none"),
                    name => name.is_some() || context.is_unknown,
                };
                if is_known {
                    return;
                }
                (value, "@id, @vocab, @json, @none or an IRI", "invalid type mapping")
            }
            "@container" if kind != Kind::Null && !is_container(tape, value) => {
                let expected = "@list, @set, @index, @language, @id, @type, @graph, or a combination that JSON-LD has";
                (value, expected, "invalid container mapping")
            }
            "@language" if !is_text => (value, "a text or null", "invalid language mapping"),
            "@direction" if !is_direction(tape, value) => (value, DIRECTIONS, "invalid base direction"),
            "@index" if kind != Kind::String => (value, "a text", "invalid term definition"),
            "@nest" if kind != Kind::String || is_keyword(&tape.text(value)) && tape.text(value) != "@nest" => {
                (value, "@nest or a term", "invalid @nest value")
            }
            "@prefix" if !is_boolean(tape, value) => (value, "true or false", "invalid @prefix value"),
            "@protected" if !is_boolean(tape, value) => (value, "true or false", "invalid @protected value"),
            "@context" if kind == Kind::Other => (value, "a context", "invalid scoped context"),
            name if !PARTS.contains(&name) => {
                (key, "a keyword that defines a term, such as @id or @type", "invalid term definition")
            }
            _ => return,
        };
        self.refuse(nth, expected, code);
    }

    /// Section 5.1.2, steps 13.4 and 15: the keywords of a node or of a value, in which `context` holds.
    pub(super) fn node(&mut self, nth: usize, context: &Rc<Context>) {
        let tape = self.tape;
        let mut seen: Vec<&'static str> = Vec::new();
        let mut refused = Vec::new();
        let mut is_json = false;
        for (key, value) in tape.members(nth) {
            let name = tape.text(key);
            let keyword = context.keyword(&name).and_then(|it| KEYWORDS.iter().find(|known| **known == it));
            let (Some(&keyword), Some(value)) = (keyword, value) else { continue };
            if seen.contains(&keyword) && !matches!(keyword, "@included" | "@type" | "@nest") {
                refused.push((key, "each keyword once", "colliding keywords"));
            }
            seen.push(keyword);
            is_json |= keyword == "@type" && context.keyword(&tape.text(value)) == Some("@json");
            let kind = tape.kind(value);
            let are = |kind: Kind| tape.items(value).all(|it| tape.kind(it) == kind);
            match keyword {
                "@id" if kind != Kind::String => refused.push((value, "a text", "invalid @id value")),
                "@type" if !are(Kind::String) => refused.push((value, "texts", "invalid type value")),
                "@reverse" if kind != Kind::Object => refused.push((value, "an object", "invalid @reverse value")),
                "@included" if !are(Kind::Object) => refused.push((value, "nodes", "invalid @included value")),
                "@index" if kind != Kind::String => refused.push((value, "a text", "invalid @index value")),
                "@nest" if !are(Kind::Object) => refused.push((value, "objects", "invalid @nest value")),
                "@context" if !matches!(kind, Kind::Object | Kind::Array | Kind::String | Kind::Null) => {
                    refused.push((value, "a context", "invalid local context"));
                }
                _ => {}
            }
        }
        // Step 13.3: a key that means nothing is left out.
        let only = |allowed: &[&str]| {
            let is_allowed = |(key, _): (usize, _)| {
                let name = tape.text(key);
                match (context.keyword(&name), context.term(&name)) {
                    (Some(it), _) => name == "@context" || allowed.contains(&it) || !KEYWORDS.contains(&it),
                    (None, Some(term)) => term.iri.as_deref().unwrap_or_default().is_empty(),
                    (None, None) => match context.expand(&name, Names::Terms) {
                        Expanded::Iri(..) => false,
                        _ => context.is_unknown || !name.contains(':'),
                    },
                }
            };
            tape.members(nth).all(is_allowed)
        };
        if seen.contains(&"@value") {
            let has_language = seen.contains(&"@language") || seen.contains(&"@direction");
            if !only(&["@value", "@type", "@language", "@index", "@direction"])
                || has_language && seen.contains(&"@type")
            {
                let expected = "only @value with @type, or with @language and @direction, and @index";
                refused.push((nth, expected, "invalid value object"));
            }
            let value = tape.members(nth).find(|(key, _)| context.keyword(&tape.text(*key)) == Some("@value"));
            if let Some(value) = value.and_then(|it| it.1).filter(|_| !is_json) {
                if matches!(tape.kind(value), Kind::Object | Kind::Array) {
                    refused.push((value, "a text, a number, true, false or null", "invalid value object value"));
                }
            }
        } else if (seen.contains(&"@list") || seen.contains(&"@set")) && !only(&["@list", "@set", "@index"]) {
            refused.push((nth, "only @index next to @list or @set", "invalid set or list object"));
        }
        for (nth, expected, code) in refused {
            self.refuse(nth, expected, code);
        }
    }
}

fn is_boolean(tape: &Tape<'_>, value: usize) -> bool {
    let start = tape.range(value).start;
    tape.kind(value) == Kind::Other && (tape.begins(start, "true") || tape.begins(start, "false"))
}

fn is_direction(tape: &Tape<'_>, value: usize) -> bool {
    match tape.kind(value) {
        Kind::Null => true,
        Kind::String => matches!(&*tape.text(value), "ltr" | "rtl"),
        _ => false,
    }
}

/// Section 4.2.2, step 21.
fn is_container(tape: &Tape<'_>, value: usize) -> bool {
    let mut all: Vec<_> = tape.items(value).map(|it| tape.text(it)).collect();
    if !matches!(tape.kind(value), Kind::String | Kind::Array) {
        return false;
    }
    if all.len() == 1 && all[0] == "@list" {
        return true;
    }
    all.retain(|it| it != "@set");
    all.sort_unstable();
    match &all[..] {
        [] => true,
        [one] => matches!(&**one, "@graph" | "@id" | "@index" | "@language" | "@type"),
        [first, second] => first == "@graph" && matches!(&**second, "@id" | "@index"),
        _ => false,
    }
}
