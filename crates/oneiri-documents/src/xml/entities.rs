//! References to characters and entities, and the entities that a document type declares.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// What is wrong with a document, and where.
pub(crate) type Wrong = Vec<(Range<usize>, String)>;

/// How much text the entities of a document may stand for beside its own length. Entities can be made
/// of entities, so a short document could stand for a text of any length.
const MOST: usize = 16 << 20;

pub(super) struct Entities<'d> {
    /// The text of an entity; `None` if it lies outside of the document.
    declared: HashMap<&'d str, Option<String>>,
    /// How much text the entities may still stand for.
    left: usize,
}

impl<'d> Entities<'d> {
    pub(super) fn new(length: usize) -> Self {
        Self { declared: HashMap::new(), left: MOST.saturating_add(length) }
    }

    /// Takes the entities of a document type, which begins at the byte `from`.
    pub(super) fn declare(&mut self, text: &'d str, from: usize, wrong: &mut Wrong) {
        let Some(mut at) = text.find('[').map(|it| it + 1) else { return };
        while let Some(rest) = text.get(at..) {
            let Some(found) = rest.find(['<', '%', ']']) else { return };
            let (start, markup) = (at + found, &rest[found..]);
            let length = if markup.starts_with(']') {
                return;
            } else if markup.starts_with('%') {
                let end = markup.find([';', '<']).map_or(markup.len(), |it| it + 1);
                let message = format!("expected no parameter entity, found '{}'", &markup[..end]);
                wrong.push((from + start..from + start + end, message));
                end
            } else if markup.starts_with("<!--") {
                markup.find("-->").map_or(markup.len(), |it| it + 3)
            } else if markup.starts_with("<?") {
                markup.find("?>").map_or(markup.len(), |it| it + 2)
            } else {
                let length = declaration(markup);
                if let Some(entity) = markup[..length].strip_prefix("<!ENTITY") {
                    self.entity(entity);
                }
                length
            };
            at = start + length.max(1);
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
                wrong.push((range.clone(), "expected a \";\" behind \"&\" and a name".to_owned()));
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

/// The length of a declaration, in which ">" may stand between quotes.
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

/// The character that a reference without `&` and `;` stands for, if it needs no declaration.
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
            let c = char::from_u32(hex.unwrap_or_else(|| digits.parse()).ok()?)?;
            // Not each character may stand in XML, whatever spells it.
            let is_char = matches!(c, '\t' | '\n' | '\r' | ' '..='\u{FFFD}' | '\u{10000}'..);
            return is_char.then_some(c);
        }
    })
}
