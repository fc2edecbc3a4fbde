//! The IRIs of JSON-LD (W3C Recommendation of 16 July 2020): the values of `@id`, `@type`, `@base`,
//! `@vocab` and `@context`, the definitions of terms, and the values of terms that stand for IRIs.
//!
//! Contexts of other documents are not loaded, and a context holds for the whole document.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use serde::de::IgnoredAny;

use crate::divide::Records;
use crate::error::reason;
use crate::format::{self, Description, Format};
use crate::located::Located;
use crate::whole::{self, Base, Found, Spelled, rebased};

pub(crate) static JSONLD: Description =
    Description::document("jsonld", "JSON-LD", &["jsonld"], |options| {
        Box::new(JsonLd { base: options.base })
    });

#[derive(Debug)]
struct JsonLd {
    base: Option<format::Base>,
}

impl Format for JsonLd {
    fn description(&self) -> &'static Description {
        &JSONLD
    }

    fn each(&self, document: Records<'_>, each: &mut dyn FnMut(&Located<'_>)) {
        whole::each(document, self.base.as_ref(), find, each);
    }
}

/// A string of the document.
struct Text {
    /// Without the quotes.
    range: Range<usize>,
    text: String,
    /// The key of which it is the value, or a value in an array. `None` for a key.
    key: Option<Rc<str>>,
    /// Whether it stands in a context, and in the definition of a term, which is this one.
    context: bool,
    term: Option<Rc<str>>,
}

/// An object or an array that is open.
struct Open {
    array: bool,
    /// The key whose value comes next; of an array, the key of all its values.
    key: Option<Rc<str>>,
    context: bool,
    /// The term that this object defines.
    term: Option<Rc<str>>,
    /// Whether the next string is a key.
    wants_key: bool,
}

/// The terms of a document.
#[derive(Default)]
struct Terms {
    /// What a term stands for.
    iris: HashMap<String, Rc<str>>,
    /// The terms whose values are IRIs, and those that stand for `@id` and the like.
    references: HashSet<String>,
    vocabulary: Option<Rc<str>>,
}

fn find(document: &str, mut base: Base) -> Vec<Found> {
    let mut found = Vec::new();
    if let Err(error) = serde_json::from_str::<IgnoredAny>(document) {
        let at = offset(document, error.line(), error.column());
        found.push(Found::Wrong(at..at, format!("expected JSON: {}", reason(&error))));
    }
    let texts = texts(document);
    let mut terms = Terms::default();
    for Text { text, key, context, term, .. } in &texts {
        let (true, Some(key)) = (*context, key) else { continue };
        match (&**key, term) {
            ("@vocab", None) => terms.vocabulary = Some(text.as_str().into()),
            ("@type", Some(term)) if text == "@id" || text == "@vocab" => {
                terms.references.insert(term.to_string());
            }
            ("@id", Some(term)) => drop(terms.iris.insert(term.to_string(), text.as_str().into())),
            (name, None) if !name.starts_with('@') => {
                if ["@id", "@type"].contains(&text.as_str()) {
                    terms.references.insert(name.to_owned());
                }
                terms.iris.insert(name.to_owned(), text.as_str().into());
            }
            _ => {}
        }
    }
    for Text { range, text, key, context, term } in texts {
        // A keyword, or a blank node.
        if text.starts_with('@') || text.starts_with("_:") {
            continue;
        }
        let none = None;
        let whole = |text: &str| (Rc::default(), text.to_owned());
        let vocabulary = |text: &str| match &terms.vocabulary {
            Some(vocabulary) if !text.contains(':') => (Rc::clone(vocabulary), text.to_owned()),
            _ => expand(text, &terms),
        };
        let ((prefix, text), base) = match (key.as_deref(), context) {
            (None, _) => (whole(&text), &none),
            (Some("@base"), true) => {
                let outer = base.clone();
                base = rebased(&text, &outer);
                found.push(Found::iri(range, text, &outer));
                continue;
            }
            (Some("@vocab" | "@import"), true) => (whole(&text), &none),
            (Some("@context"), _) => (whole(&text), &base),
            (Some("@id" | "@type"), true) => (vocabulary(&text), &none),
            (Some(name), true) if term.is_none() && !name.starts_with('@') => {
                (vocabulary(&text), &none)
            }
            (Some(_), true) => continue,
            // The name of a term stands for its IRI, which is read where it is defined.
            (Some("@type"), false) if terms.iris.contains_key(&text) => continue,
            (Some("@type"), false) => (vocabulary(&text), &base),
            (Some(name), false) if name == "@id" || terms.references.contains(name) => {
                if terms.iris.contains_key(&text) {
                    continue;
                }
                (expand(&text, &terms), &base)
            }
            _ => continue,
        };
        found.push(Found::Iri(Spelled { range, prefix, text, base: base.clone() }));
    }
    found
}

/// A compact IRI, such as `ex:a`: what its prefix stands for, and the rest.
fn expand(text: &str, terms: &Terms) -> (Rc<str>, String) {
    if let Some((prefix, rest)) = text.split_once(':').filter(|it| !it.1.starts_with("//")) {
        if let Some(iri) = terms.iris.get(prefix).filter(|iri| !iri.starts_with('@')) {
            return (Rc::clone(iri), rest.to_owned());
        }
    }
    (Rc::default(), text.to_owned())
}

/// The byte of a line and a column, both from 1.
fn offset(document: &str, line: usize, column: usize) -> usize {
    let lines = document.split_inclusive('\n').take(line.saturating_sub(1));
    let mut at =
        (lines.map(str::len).sum::<usize>() + column.saturating_sub(1)).min(document.len());
    while !document.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The strings of a document, whether or not all of it is JSON.
fn texts(document: &str) -> Vec<Text> {
    let (bytes, mut at, mut texts) = (document.as_bytes(), 0, Vec::new());
    let mut open: Vec<Open> = Vec::new();
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'{' | b'[' => {
                let array = byte == b'[';
                let outer = open.last_mut();
                let (key, inside, outer_term) = match outer {
                    Some(outer) => {
                        let key = if outer.array { outer.key.clone() } else { outer.key.take() };
                        (key, outer.context, outer.term.clone())
                    }
                    None => (None, false, None),
                };
                let context = inside || key.as_deref() == Some("@context");
                let defines = inside && !array && key.as_deref().is_some_and(|it| it != "@context");
                let term = if defines { key.clone() } else { outer_term };
                let key = key.filter(|_| array);
                open.push(Open { array, key, context, term, wants_key: !array });
            }
            b'}' | b']' => drop(open.pop()),
            b',' => {
                if let Some(object) = open.last_mut().filter(|it| !it.array) {
                    (object.key, object.wants_key) = (None, true);
                }
            }
            b':' => {
                if let Some(object) = open.last_mut() {
                    object.wants_key = false;
                }
            }
            b'"' => {
                let start = at + 1;
                at = start;
                // A string ends with its line at the latest, so that one that is never closed does not
                // turn the others inside out.
                while bytes.get(at).is_some_and(|byte| !matches!(byte, b'"' | b'\n')) {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                let range = start..at.min(bytes.len());
                let raw = document.get(range.clone()).unwrap_or_default();
                let quoted = format!("\"{raw}\"");
                let text: String = serde_json::from_str(&quoted).unwrap_or_else(|_| raw.to_owned());
                if let Some(inner) = open.last_mut() {
                    let (context, term) = (inner.context, inner.term.clone());
                    let key = if inner.wants_key {
                        inner.key = Some(text.as_str().into());
                        None
                    } else {
                        Some(inner.key.clone().unwrap_or_default())
                    };
                    // A key is an IRI if it looks like one.
                    if key.is_some() || text.contains("://") {
                        texts.push(Text { range, text, key, context, term });
                    }
                }
            }
            _ => {}
        }
        at += 1;
    }
    texts
}
