//! XML (1.0, fifth edition) with namespaces: the events of `quick-xml` with their places, the entities
//! that a document declares, and what a document needs to be well-formed.

mod declaration;
mod entities;
mod names;

use std::collections::HashSet;
use std::ops::Range;
use std::rc::Rc;

use memchr::memchr;
use quick_xml::Reader;
use quick_xml::errors::{Error, IllFormedError, SyntaxError};
use quick_xml::events::attributes::AttrError;
use quick_xml::events::{BytesStart, Event};

use entities::{Entities, Wrong};
use names::{Names, Open, XMLNS, is_name};

pub(crate) use names::{Attribute, XML, is_ncname};

pub(crate) enum Node<'n, 'd> {
    Start(&'n Element<'n, 'd>),
    /// Some text of the element that is open, and the bytes that spell it.
    Text(Range<usize>, &'n str),
    /// A part of the text of the element that is open, which cannot be read. It is among what is wrong.
    Refused,
    End,
}

pub(crate) struct Element<'n, 'd> {
    /// Where its name is.
    pub(crate) range: Range<usize>,
    /// The namespace of its prefix; without one, that of `xmlns`.
    pub(crate) namespace: Option<Rc<str>>,
    pub(crate) local: &'d str,
    pub(crate) attributes: &'n [Attribute<'d>],
}

/// How often the reading goes on after something that is never closed. Each time, what follows is
/// searched to the end of the document.
const AGAIN: usize = 64;

/// Reads a document to its end, whatever is wrong with it.
pub(crate) fn read<'d>(document: &'d str, each: &mut dyn FnMut(Node<'_, 'd>)) -> Wrong {
    let mut reading = Reading {
        document,
        wrong: Vec::new(),
        entities: Entities::new(document.len()),
        names: Names::default(),
        open: Vec::new(),
        rooted: false,
        typed: false,
        outside: false,
    };
    let invalid = |c: char| !entities::is_char(c);
    if let Some((at, c)) = document.char_indices().find(|(_, c)| invalid(*c)) {
        let found = crate::Error::found(c);
        reading.wrong(at..at + 1, format!("expected a character of XML, found {found}"));
    }
    let mut from = 0;
    for _ in 0..AGAIN {
        match reading.events(from, each) {
            Some(next) => from = next,
            None => return reading.end(),
        }
    }
    let message = format!("expected XML; what follows {AGAIN} errors is not read");
    reading.wrong(from..from, message);
    reading.wrong
}

struct Reading<'d> {
    document: &'d str,
    wrong: Wrong,
    entities: Entities<'d>,
    names: Names<'d>,
    open: Vec<Open<'d>>,
    /// Whether the root was found, a document type, and something that is outside of the root.
    rooted: bool,
    typed: bool,
    outside: bool,
}

impl<'d> Reading<'d> {
    fn wrong(&mut self, range: Range<usize>, message: impl Into<String>) {
        self.wrong.push((range, message.into()));
    }

    /// Where a piece of the document is: the distance of their addresses.
    fn range(&self, piece: &[u8]) -> Range<usize> {
        let start = piece.as_ptr().addr().wrapping_sub(self.document.as_ptr().addr());
        let start = start.min(self.document.len());
        start..(start + piece.len()).min(self.document.len())
    }

    fn text(&self, range: Range<usize>) -> &'d str {
        self.document.get(range).unwrap_or_default()
    }

    /// Reads from a byte on. Returns where to go on after something that is never closed.
    fn events(&mut self, from: usize, each: &mut dyn FnMut(Node<'_, 'd>)) -> Option<usize> {
        let mut reader = Reader::from_str(self.text(from..self.document.len()));
        let config = reader.config_mut();
        (config.check_end_names, config.allow_unmatched_ends) = (false, true);
        config.check_comments = true;
        loop {
            match reader.read_event() {
                Ok(Event::Eof) => return None,
                Ok(Event::Start(tag)) => self.start(&tag, false, each),
                Ok(Event::Empty(tag)) => self.start(&tag, true, each),
                Ok(Event::End(tag)) => self.close(self.range(tag.name().0), each),
                Ok(Event::Text(text)) => {
                    let range = self.range(&text);
                    let text = self.text(range.clone());
                    if let Some(at) = text.find("]]>") {
                        let at = range.start + at;
                        self.wrong(at..at + 3, "expected a text without \"]]>\", which is written ]]&gt;");
                    }
                    if self.is_inside(&range, text.trim_ascii().is_empty()) {
                        each(Node::Text(range, text));
                    }
                }
                Ok(Event::CData(text)) => {
                    let range = self.range(&text);
                    if self.is_inside(&range, false) {
                        let text = self.text(range.clone());
                        each(Node::Text(range.start - 9..range.end + 3, text));
                    }
                }
                Ok(Event::GeneralRef(name)) => {
                    let name = self.range(&name);
                    let range = name.start - 1..name.end + 1;
                    if self.is_inside(&range, false) {
                        let before = self.wrong.len();
                        let text = self.decode(range.clone());
                        if text.contains("]]>") {
                            self.wrong(range.clone(), "expected an entity without \"]]>\"");
                        }
                        let is_known = self.wrong.len() == before;
                        each(if is_known { Node::Text(range, &text) } else { Node::Refused });
                    }
                }
                Ok(Event::DocType(text)) => {
                    let range = self.range(&text);
                    if self.typed || self.rooted {
                        let message = "expected one document type, before the element of the root";
                        self.wrong(range.clone(), message);
                    }
                    self.typed = true;
                    let text = self.text(range.clone());
                    let before = self.document.get(..range.start).unwrap_or_default();
                    if !before.ends_with([' ', '\t', '\r', '\n']) {
                        self.wrong(range.clone(), "expected white space after \"<!DOCTYPE\"");
                    }
                    self.entities.declare(text, range.start, &mut self.wrong);
                }
                Ok(Event::Decl(text)) => {
                    let range = self.range(&text);
                    if range.start != 2 {
                        self.wrong(range, "expected the declaration of XML at the beginning");
                    } else if !declaration::is_valid(self.text(range.clone())) {
                        let message = "expected a declaration of XML, such as <?xml version=\"1.0\"?>";
                        self.wrong(range, message);
                    }
                }
                Ok(Event::Comment(_)) => {}
                Ok(Event::PI(text)) => {
                    let range = self.range(&text);
                    if !declaration::is_instruction(self.text(range.clone())) {
                        self.wrong(range, "expected a name other than \"xml\" after \"<?\"");
                    }
                }
                Err(error) => {
                    let at = from + usize::try_from(reader.error_position()).unwrap_or_default();
                    let at = at.min(self.document.len());
                    let (length, expected) = match &error {
                        Error::Syntax(error) => expected(*error),
                        Error::IllFormed(IllFormedError::UnclosedReference) => {
                            let message = "expected an entity or &amp;, found '&' alone";
                            self.wrong(at..(at + 1).min(self.document.len()), message);
                            each(Node::Refused);
                            continue;
                        }
                        other => {
                            each(Node::Refused);
                            self.wrong(at..at, format!("expected XML: {other}"));
                            continue;
                        }
                    };
                    let behind = (at + length).min(self.document.len());
                    self.wrong(at..behind, expected);
                    return Some(behind.max(from + 1));
                }
            }
        }
    }

    /// Whether some text is in an element. What is outside of the root is refused once.
    fn is_inside(&mut self, range: &Range<usize>, is_blank: bool) -> bool {
        let is_inside = !self.open.is_empty();
        if !is_inside && !is_blank && !std::mem::replace(&mut self.outside, true) {
            let place = if self.rooted { "the end after" } else { "no text before" };
            self.wrong(range.clone(), format!("expected {place} the element of the root"));
        }
        is_inside
    }

    fn start(&mut self, tag: &BytesStart<'_>, is_empty: bool, each: &mut dyn FnMut(Node<'_, 'd>)) {
        let name = self.range(tag.name().0);
        if self.open.is_empty() && std::mem::replace(&mut self.rooted, true) {
            self.wrong(name.clone(), "expected one element as the root, found another one");
        }
        let mut attributes = Vec::new();
        let mut behind = name.end;
        for attribute in tag.attributes().with_checks(false) {
            let (key, value) = match &attribute {
                Ok(attribute) => (attribute.key.0, &*attribute.value),
                Err(AttrError::Duplicated(..)) => continue,
                Err(_) => {
                    let rest = self.text(behind..self.document.len());
                    let at = behind + rest.len() - rest.trim_ascii_start().len();
                    self.wrong(at..at, "expected an attribute with its value in quotes, or \">\"");
                    break;
                }
            };
            let (key, range) = (self.range(key), self.range(value));
            if key.start == behind {
                self.wrong(key.clone(), "expected white space before the attribute");
            }
            behind = range.end + 1;
            if let Some(at) = memchr(b'<', self.text(range.clone()).as_bytes()) {
                let at = range.start + at;
                self.wrong(at..at + 1, "expected a value without \"<\", which is written &lt;");
            }
            let before = self.wrong.len();
            let text = self.value(range.clone());
            let refused = self.wrong.len() > before;
            let (name, place, namespace) = (self.text(key.clone()), key, None);
            attributes.push(Attribute { name, namespace, local: name, place, range, text, refused });
        }
        let open = self.names.open(self.text(name.clone()), &attributes);
        self.bindings(&attributes);
        let namespace = self.resolve(name.clone(), &mut attributes);
        let (range, local, attributes) = (name, local(open.name), &attributes[..]);
        each(Node::Start(&Element { range, namespace, local, attributes }));
        if is_empty {
            self.names.close(open);
            each(Node::End);
        } else {
            self.open.push(open);
        }
    }

    /// Namespaces in XML sections 3 and 5: prefixes that may not be bound so.
    fn bindings(&mut self, attributes: &[Attribute<'d>]) {
        for it in attributes {
            let prefix = match it.name.strip_prefix("xmlns") {
                Some("") => "",
                Some(rest) if rest.starts_with(':') => &rest[1..],
                _ => continue,
            };
            let expected = match (prefix, it.text.as_str()) {
                ("xmlns", _) => "another prefix, because \"xmlns\" is reserved",
                ("xml", XML) | ("", "") => continue,
                ("xml", _) => "the namespace of XML, because \"xml\" is reserved for it",
                (_, XML | XMLNS) => "another namespace, because this one is reserved",
                (_, "") => "a namespace, because a prefix cannot be undeclared",
                _ => continue,
            };
            let found = &it.text;
            self.wrong(it.range.clone(), format!("expected {expected}, found '{found}'"));
        }
    }

    /// Looks up the namespaces of an element, which is returned, and of its attributes.
    fn resolve(&mut self, element: Range<usize>, attributes: &mut [Attribute<'d>]) -> Option<Rc<str>> {
        let (document, mut seen) = (self.document, HashSet::new());
        let place = |name: &str| name.as_ptr().addr() - document.as_ptr().addr();
        let name = self.text(element);
        // A name without a prefix is in the default namespace, if it is that of an element.
        let mut of_element = self.names.unprefixed();
        let all = std::iter::once((name, None));
        for (name, attribute) in all.chain(attributes.iter_mut().map(|it| (it.name, Some(it)))) {
            let start = place(name);
            let range = start..start + name.len();
            if !is_name(name) {
                self.wrong(range.clone(), "expected a name of XML");
            }
            let namespace = match name.split_once(':') {
                None => None,
                Some((prefix, _)) => match self.names.namespace(prefix) {
                    Ok(namespace) => Some(namespace),
                    // Each is named once.
                    Err(false) => None,
                    Err(true) => {
                        let end = start + prefix.len() + 1;
                        let message = format!("expected a prefix that is declared, found '{prefix}:'");
                        self.wrong(start..end, message);
                        None
                    }
                },
            };
            let Some(attribute) = attribute else {
                if name.contains(':') {
                    of_element = namespace;
                }
                continue;
            };
            attribute.local = local(name);
            let expanded = (namespace.clone(), if namespace.is_some() { attribute.local } else { name });
            if !seen.insert(expanded) {
                self.wrong(range, format!("expected one attribute '{name}', found another one"));
            }
            attribute.namespace = namespace;
        }
        of_element
    }

    fn close(&mut self, name: Range<usize>, each: &mut dyn FnMut(Node<'_, 'd>)) {
        let Some(open) = self.open.pop() else {
            return self.wrong(name, "expected the end, found an end tag");
        };
        if open.name != self.text(name.clone()) {
            let expected = open.name;
            self.wrong(name, format!("expected the end tag of '{expected}', found another one"));
        }
        self.names.close(open);
        each(Node::End);
    }

    /// XML section 3.3.3: white space in the value of an attribute is a space, unless it is spelled by a reference.
    fn value(&mut self, range: Range<usize>) -> String {
        let raw = self.text(range.clone());
        if !raw.contains(['\t', '\n', '\r']) {
            return self.decode(range);
        }
        let raw = raw.replace("\r\n", " ").replace(['\t', '\n', '\r'], " ");
        self.entities.decode(&raw, range, &mut self.wrong)
    }

    fn decode(&mut self, range: Range<usize>) -> String {
        let text = self.text(range.clone());
        self.entities.decode(text, range, &mut self.wrong)
    }

    fn end(mut self) -> Wrong {
        let end = self.document.len();
        if let Some(open) = self.open.pop() {
            let name = self.range(open.name.as_bytes());
            self.wrong(name, "expected the end tag of this element, found the end");
        } else if !self.rooted && self.wrong.is_empty() {
            self.wrong(end..end, "expected the element of the root, found the end");
        }
        self.wrong
    }
}

fn local(name: &str) -> &str {
    name.split_once(':').map_or(name, |(_, local)| local)
}

/// The length of what is never closed, and what was expected.
fn expected(error: SyntaxError) -> (usize, &'static str) {
    match error {
        SyntaxError::UnclosedComment => (4, "expected the end of a comment, \"-->\""),
        SyntaxError::UnclosedCData => (9, "expected the end of CDATA, \"]]>\""),
        SyntaxError::UnclosedPI | SyntaxError::UnclosedXmlDecl => (2, "expected the end of an instruction, \"?>\""),
        SyntaxError::UnclosedDoctype => (9, "expected the end of the document type"),
        SyntaxError::InvalidBangMarkup => (2, "expected a comment, CDATA or a document type"),
        _ => (1, "expected the \">\" of a tag"),
    }
}
