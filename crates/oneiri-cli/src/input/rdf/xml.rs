//! The IRIs of RDF/XML (W3C Recommendation of 25 February 2014): `rdf:about`, `rdf:resource`,
//! `rdf:datatype`, `rdf:ID`, `rdf:type`, `xml:base`, and the namespaces.

use std::collections::HashMap;
use std::ops::Range;

use memchr::{memchr, memchr2, memmem};

use super::found::{Base, Found, rebased};

const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

/// How much text the entities of a document may stand for beside its own length. Entities can be made
/// of entities, so a short document could stand for a text of any length.
const MOST: usize = 16 << 20;

pub(super) fn find(document: &str, base: Base) -> Vec<Found> {
    let names = HashMap::from([("rdf".to_owned(), RDF.to_owned())]);
    let entities = HashMap::new();
    let open = Vec::new();
    let (left, found) = (MOST + document.len(), Vec::new());
    let (at, rooted, never) = (0, false, Vec::new());
    let mut reader =
        Reader { document, at, base, names, entities, left, open, found, rooted, never };
    reader.read();
    reader.found
}

/// An element that is open.
struct Open {
    name: Range<usize>,
    /// The base outside of it, if it has one of its own.
    base: Option<Base>,
    /// Whether what it holds is a literal, or is in one.
    literal: bool,
}

struct Reader<'d> {
    document: &'d str,
    at: usize,
    base: Base,
    /// The namespaces by their prefixes. A later declaration replaces an earlier one.
    names: HashMap<String, String>,
    entities: HashMap<String, String>,
    /// How much text the entities may still stand for.
    left: usize,
    open: Vec<Open>,
    found: Vec<Found>,
    /// Whether an element was found.
    rooted: bool,
    /// Ends of comments and the like that do not stand behind a place that was read.
    never: Vec<&'static [u8]>,
}

impl<'d> Reader<'d> {
    fn wrong(&mut self, range: Range<usize>, message: &str) {
        self.found.push(Found::Wrong(range, message.to_owned()));
    }

    fn rest(&self) -> &[u8] {
        self.document.as_bytes().get(self.at..).unwrap_or_default()
    }

    fn read(&mut self) {
        while let Some(length) = memchr(b'<', self.rest()) {
            self.at += length;
            let rest = self.rest();
            let goes_on = if rest.starts_with(b"<!--") {
                self.skip(4, b"-->", "expected the end of a comment, \"-->\"");
                true
            } else if rest.starts_with(b"<![CDATA[") {
                self.skip(9, b"]]>", "expected the end of CDATA, \"]]>\"");
                true
            } else if rest.starts_with(b"<?") {
                self.skip(2, b"?>", "expected the end of an instruction, \"?>\"");
                true
            } else if rest.starts_with(b"<!DOCTYPE") {
                self.doctype()
            } else if rest.starts_with(b"</") {
                self.end()
            } else {
                self.start()
            };
            if !goes_on {
                return;
            }
        }
        if !self.rooted && self.found.is_empty() {
            let end = self.document.len();
            self.wrong(end..end, "expected the element of the root, found the end");
        }
        if let Some(open) = self.open.pop() {
            self.wrong(open.name, "expected the end tag of this element, found the end");
        }
    }

    /// Goes behind `end`. Without one, only the beginning is left out, so that the rest is read.
    fn skip(&mut self, from: usize, end: &'static [u8], message: &str) {
        let rest = self.rest().get(from..).unwrap_or_default();
        let found = if self.never.contains(&end) { None } else { memmem::find(rest, end) };
        match found {
            Some(length) => self.at += from + length + end.len(),
            None => {
                let behind = (self.at + from).min(self.document.len());
                self.wrong(self.at..behind, message);
                if !self.never.contains(&end) {
                    self.never.push(end);
                }
                self.at = behind;
            }
        }
    }

    /// Reads the entities of a document type.
    fn doctype(&mut self) -> bool {
        let start = self.at;
        self.at += 9;
        let mut inside = false;
        loop {
            let bytes = self.document.as_bytes();
            match bytes.get(self.at) {
                None => {
                    self.wrong(start..start + 9, "expected the end of the document type");
                    return false;
                }
                Some(b'[') => inside = true,
                Some(b']') => inside = false,
                Some(b'>') if !inside => {
                    self.at += 1;
                    return true;
                }
                Some(quote @ (b'"' | b'\'')) => {
                    let Some(length) = memchr(*quote, &bytes[self.at + 1..]) else {
                        self.wrong(self.at..self.at + 1, "expected the closing quote");
                        return false;
                    };
                    self.at += length + 1;
                }
                Some(b'<') if bytes[self.at..].starts_with(b"<!--") => {
                    self.skip(4, b"-->", "expected the end of a comment, \"-->\"");
                    continue;
                }
                Some(b'<') if bytes[self.at..].starts_with(b"<!ENTITY") => {
                    self.at += 8;
                    let document = self.document;
                    let text = &document[self.at..];
                    let name =
                        text.trim_start().split_ascii_whitespace().next().unwrap_or_default();
                    let behind =
                        text.trim_start().get(name.len()..).unwrap_or_default().trim_start();
                    if let Some(quote @ (b'"' | b'\'')) = behind.as_bytes().first() {
                        let value = &behind[1..];
                        let end = memchr(*quote, value.as_bytes()).unwrap_or(value.len());
                        let decoded = self.decode(&value[..end]);
                        self.entities.entry(name.to_owned()).or_insert(decoded);
                    }
                    continue;
                }
                Some(_) => {}
            }
            self.at += 1;
        }
    }

    fn end(&mut self) -> bool {
        let start = self.at + 2;
        let Some(length) = memchr(b'>', self.rest()) else {
            self.wrong(self.at..self.at + 2, "expected the \">\" of an end tag");
            return false;
        };
        let text = self.document.get(start..self.at + length).unwrap_or_default();
        let name = start..start + text.trim_end().len();
        self.at += length + 1;
        match self.open.pop() {
            Some(open) => {
                if self.document.get(open.name.clone()) != self.document.get(name.clone()) {
                    let expected = self.document.get(open.name).unwrap_or_default();
                    let message =
                        format!("expected the end tag of '{expected}', found another one");
                    self.found.push(Found::Wrong(name, message));
                }
                if let Some(base) = open.base {
                    self.base = base;
                }
            }
            None => self.wrong(name, "expected the end, found an end tag"),
        }
        true
    }

    fn start(&mut self) -> bool {
        let document = self.document;
        let bytes = document.as_bytes();
        let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/' | b'=');
        let name_end =
            |from: usize| from + bytes[from..].iter().take_while(|byte| !ends(byte)).count();
        let blank = |from: usize| {
            from + bytes[from..].iter().take_while(|byte| byte.is_ascii_whitespace()).count()
        };
        let name = self.at + 1..name_end(self.at + 1);
        self.rooted = true;
        let mut at = name.end;
        let mut attributes = Vec::new();
        let closed = loop {
            at = blank(at);
            match bytes.get(at) {
                Some(b'>') => break false,
                Some(b'/') if bytes.get(at + 1) == Some(&b'>') => break true,
                Some(_) if name.is_empty() => {}
                Some(_) => {
                    let attribute = at..name_end(at);
                    let equals = blank(attribute.end);
                    let quote = blank((equals + 1).min(bytes.len()));
                    if let (false, Some(b'='), Some(mark @ (b'"' | b'\''))) =
                        (attribute.is_empty(), bytes.get(equals), bytes.get(quote))
                    {
                        // A value holds no "<", so an open quote takes no more than its tag.
                        let rest = &bytes[quote + 1..];
                        let length = memchr2(*mark, b'<', rest);
                        if let Some(length) = length.filter(|it| rest[*it] == *mark) {
                            attributes.push((attribute, quote + 1..quote + 1 + length));
                            at = quote + length + 2;
                            continue;
                        }
                    }
                }
                None => {}
            }
            let wrong = at.min(bytes.len())..at.min(bytes.len());
            self.wrong(wrong, "expected an attribute with its value in quotes, or \">\"");
            self.at = at.max(self.at + 1);
            return true;
        };
        self.at = at + if closed { 2 } else { 1 };
        let literal = self.open.last().is_some_and(|it| it.literal);
        let outer = self.base.clone();
        let mut open = Open { name, base: None, literal };
        if !literal {
            self.attributes(&attributes, &mut open, outer);
        }
        if !closed {
            self.open.push(open);
        } else if let Some(base) = open.base {
            self.base = base;
        }
        true
    }

    fn attributes(
        &mut self,
        attributes: &[(Range<usize>, Range<usize>)],
        open: &mut Open,
        outer: Base,
    ) {
        // Namespaces and the base hold for all attributes of their element.
        for (name, value) in attributes {
            let (name, text) =
                (&self.document[name.clone()], self.decode(&self.document[value.clone()]));
            if name == "xml:base" {
                self.base = rebased(&text, &outer);
                open.base = Some(outer.clone());
                self.found.push(Found::iri(value.clone(), text, &outer));
            } else if name == "xmlns" || name.starts_with("xmlns:") {
                if let Some(prefix) = name.strip_prefix("xmlns:") {
                    self.names.insert(prefix.to_owned(), text.clone());
                }
                self.found.push(Found::iri(value.clone(), text, &None));
            }
        }
        for (name, value) in attributes {
            let document: &'d str = self.document;
            let Some((prefix, local)) = document[name.clone()].split_once(':') else {
                continue;
            };
            if self.names.get(prefix).is_none_or(|namespace| namespace != RDF) {
                continue;
            }
            let text = self.decode(&document[value.clone()]);
            match local {
                "about" | "resource" | "datatype" | "type" => {
                    self.found.push(Found::iri(value.clone(), text, &self.base));
                }
                "ID" => {
                    let text = format!("#{text}");
                    self.found.push(Found::iri(value.clone(), text, &self.base));
                }
                "parseType" if text == "Literal" => open.literal = true,
                _ => {}
            }
        }
    }

    /// The text with its references to characters and entities decoded. An unknown one stays.
    fn decode(&mut self, raw: &str) -> String {
        let (mut text, mut rest) = (String::new(), raw);
        while let Some(at) = rest.find('&') {
            text.push_str(&rest[..at]);
            rest = &rest[at..];
            let Some(end) = rest.find(';') else { break };
            let name = &rest[1..end];
            let number = name.strip_prefix('#').and_then(|digits| {
                let hex = digits.strip_prefix('x').map(|it| u32::from_str_radix(it, 16));
                char::from_u32(hex.unwrap_or_else(|| digits.parse()).ok()?)
            });
            match (name, number) {
                (_, Some(c)) => text.push(c),
                ("amp", _) => text.push('&'),
                ("lt", _) => text.push('<'),
                ("gt", _) => text.push('>'),
                ("quot", _) => text.push('"'),
                ("apos", _) => text.push('\''),
                _ => match self.entities.get(name) {
                    Some(value) if value.len() <= self.left => {
                        self.left -= value.len();
                        text.push_str(value);
                    }
                    _ => text.push_str(&rest[..=end]),
                },
            }
            rest = &rest[end + 1..];
        }
        text.push_str(rest);
        text
    }
}
