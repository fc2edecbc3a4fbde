//! References to characters and entities, and the entities that a document type declares.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::declaration;

/// What is wrong with a document, and where.
pub(crate) type Wrong = Vec<(Range<usize>, String)>;

/// How much text the entities of a document may represent besides its own length. Entities can be made
/// of entities, so a short document could represent a text of any length.
const MOST: usize = 16 << 20;

pub(super) struct Entities<'d> {
    /// The text of an entity; `None` if it lies outside of the document.
    declared: HashMap<&'d str, Option<String>>,
    /// How much text the entities may still represent.
    left: usize,
}

impl<'d> Entities<'d> {
    pub(super) fn new(length: usize) -> Self {
        Self { declared: HashMap::new(), left: MOST.saturating_add(length) }
    }

    /// Takes the entities of a document type, which begins at the byte `from`.
    pub(super) fn declare(&mut self, text: &'d str, from: usize, wrong: &mut Wrong) {
        let subset = declaration::subset(text);
        if subset.is_none() {
            let message = "expected the name of the root, and at most an identifier and declarations \
                           in brackets";
            wrong.push((from..from + text.len(), message.to_owned()));
        }
        let Some(mut at) = subset.unwrap_or_else(|| text.find('[')).map(|it| it + 1) else {
            return;
        };
        while let Some(rest) = text.get(at..) {
            let is_blank = |c: char| matches!(c, ' ' | '\t' | '\r' | '\n');
            let markup = rest.trim_start_matches(is_blank);
            let start = text.len() - markup.len();
            let mut refuse = |length: usize, message: String| {
                wrong.push((from + start..from + start + length, message));
            };
            let is_named = |name: &str| markup.strip_prefix(name).is_some_and(|it| it.starts_with(is_blank));
            let length = if let Some(rest) = markup.strip_prefix(']') {
                if !rest.trim_start_matches(is_blank).is_empty() {
                    refuse(markup.len(), "expected \">\" after the declarations".to_owned());
                }
                return;
            } else if markup.starts_with('%') {
                let end = markup.find([';', '<']).map_or(markup.len(), |it| it + 1);
                refuse(end, format!("expected no parameter entity, found '{}'", &markup[..end]));
                end
            } else if markup.starts_with("<!--") {
                markup.find("-->").map_or(markup.len(), |it| it + 3)
            } else if markup.starts_with("<?") {
                let end = markup.find("?>").unwrap_or(markup.len());
                if !declaration::is_instruction(&markup[2..end]) {
                    refuse(end, "expected a name other than \"xml\" after \"<?\"".to_owned());
                }
                (end + 2).min(markup.len())
            } else if is_named("<!ENTITY") {
                let length = declaration(markup);
                let entity = &markup["<!ENTITY".len()..length];
                if !declaration::is_entity(entity) {
                    let message = "expected the declaration of an entity, such as <!ENTITY a \"b\">";
                    refuse(length, message.to_owned());
                }
                self.entity(entity);
                length
            } else if ["<!ELEMENT", "<!ATTLIST", "<!NOTATION"].into_iter().any(is_named) {
                declaration(markup)
            } else {
                // Up to what may be the next declaration.
                let length = match markup.find(['<', '%', ']']) {
                    Some(0) => declaration(markup),
                    next => next.unwrap_or(markup.len()),
                };
                if !markup.is_empty() {
                    refuse(length, "expected a declaration, such as <!ENTITY a \"b\">".to_owned());
                }
                length
            };
            at = start + length;
            if markup.is_empty() {
                return;
            }
        }
    }

    /// Takes a declaration: the name, and the value in quotes or the place of an external one. The
    /// first declaration of a name holds.
    fn entity(&mut self, declaration: &'d str) {
        let text = declaration.trim_start();
        let name = text.split_ascii_whitespace().next().unwrap_or_default();
        let value = text.get(name.len()..).unwrap_or_default().trim_start();
        let quoted = value.chars().next().filter(|it| matches!(it, '"' | '\''));
        let value = quoted.and_then(|quote| value[1..].split(quote).next());
        // References to characters are decoded here, and those to entities where the entity is used.
        let value = value.map(|value| {
            let (mut text, mut rest) = (String::new(), value);
            while let Some(at) = rest.find("&#") {
                text.push_str(&rest[..at]);
                rest = &rest[at..];
                let end = rest.find(';').map_or(rest.len(), |it| it + 1);
                match character(&rest[1..end.saturating_sub(1).max(1)]) {
                    Some(c) => text.push(c),
                    None => text.push_str(&rest[..end]),
                }
                rest = &rest[end..];
            }
            text.push_str(rest);
            text
        });
        self.declared.entry(name).or_insert(value);
    }

    /// The text with its references decoded. What cannot be decoded is refused, and stays.
    pub(super) fn decode(&mut self, raw: &str, range: Range<usize>, wrong: &mut Wrong) -> String {
        let mut text = String::with_capacity(raw.len());
        // What is left of the text, and of the entities that are open, from the outermost inward.
        let mut rest: Vec<(&str, Option<&str>)> = vec![(raw, None)];
        let mut open: HashSet<&str> = HashSet::new();
        while let Some((part, entity)) = rest.pop() {
            let Some(at) = part.find('&') else {
                text.push_str(part);
                entity.map(|name| open.remove(name));
                continue;
            };
            text.push_str(&part[..at]);
            let name = part[at + 1..].find([';', '&']).map(|end| &part[at + 1..at + 1 + end]);
            let Some(name) = name.filter(|it| part[at + 1 + it.len()..].starts_with(';')) else {
                wrong.push((range.clone(), "expected a \";\" after \"&\" and a name".to_owned()));
                text.push('&');
                rest.push((&part[at + 1..], entity));
                continue;
            };
            rest.push((&part[at + name.len() + 2..], entity));
            if let Some(c) = character(name) {
                text.push(c);
                continue;
            }
            let expected = match self.declared.get(name) {
                Some(Some(value)) if open.contains(name) => {
                    let _ = value;
                    "an entity that does not stand for itself"
                }
                Some(Some(value)) if value.contains('<') => "an entity that holds no elements",
                Some(Some(value)) if self.left <= value.len() => {
                    self.left = 0;
                    "entities that stand for less text"
                }
                Some(Some(value)) => {
                    self.left -= value.len() + 1;
                    open.insert(name);
                    rest.push((value, Some(name)));
                    continue;
                }
                Some(None) => "an entity whose text stands in the document",
                None => "an entity that is declared",
            };
            wrong.push((range.clone(), format!("expected {expected}, found '&{name};'")));
            text.push_str(&part[at..at + name.len() + 2]);
            if self.left == 0 {
                // Each of the entities that are open may hold many more.
                break;
            }
        }
        text
    }
}

/// The length of a declaration, in which ">" may be between quotes.
fn declaration(markup: &str) -> usize {
    let mut quote = None;
    for (at, byte) in markup.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return at + 1,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
    }
    markup.len()
}

/// The character that a reference without `&` and `;` represents, if it needs no declaration.
fn character(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let digits = name.strip_prefix('#')?;
            let hex = digits.strip_prefix('x').map(|it| u32::from_str_radix(it, 16));
            // `parse` also takes a sign.
            let is_digit = |c: char| c.is_ascii_hexdigit() || c == 'x';
            let value = hex.unwrap_or_else(|| digits.parse()).ok()?;
            char::from_u32(value).filter(|c| digits.chars().all(is_digit) && is_char(*c))?
        }
    })
}

/// Char ::= #x9 | #xA | #xD | [#x20-#xD7FF] | [#xE000-#xFFFD] | [#x10000-#x10FFFF]
pub(super) fn is_char(c: char) -> bool {
    !matches!(c, '\0'..='\u{8}' | '\u{B}' | '\u{C}' | '\u{E}'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}')
}
