//! The references of a page of HTML, by the tokens of the HTML Living Standard.

use std::borrow::Cow;
use std::cell::Cell;
use std::ops::Range;
use std::rc::Rc;

use encoding_rs::{Encoding, UTF_8};
use html5gum::{DefaultEmitter, Emitter, ForwardingEmitter, StartTag, State, Token, Tokenizer};

use super::elements::{Attribute, Element};
use super::encoding;
use super::link::{Page, finish};
use super::tree::{Namespace, Tree};
use crate::format::Description;
use crate::links::{Link, Links};

pub(crate) static HTML: Description = Description {
    aliases: &["htm"],
    links: true,
    ..Description::document("html", "HTML", &["html", "htm"], |it| Page::open(&HTML, links, it))
};

/// The references of a page. Characters that stand as `&amp;` and the like are decoded.
pub(super) fn links(bytes: &[u8], label: Option<&str>) -> Links {
    let known = encoding::sniffed(bytes).or_else(|| label.and_then(encoding::labeled));
    let mut text = encoding::decode(bytes, known.unwrap_or(UTF_8));
    let mut links = Links::default();
    let declared = read(Part::all(&text.text), &mut links);
    if let Some(declared) = declared.filter(|it| known.is_none() && *it != UTF_8) {
        // Now that the encoding is known, the page is read again, as in browsers.
        text = encoding::decode(bytes, declared);
        links = Links::default();
        read(Part::all(&text.text), &mut links);
    }
    links.all.sort_by_key(|link| link.range.start);
    finish(text, links)
}

/// A document of HTML, or one that is in another document.
pub(super) struct Part<'p> {
    pub(super) text: Cow<'p, str>,
    pub(super) place: Place,
    /// The number of the base that it inherits.
    pub(super) base: Option<usize>,
    /// How many documents it is in.
    pub(super) depth: usize,
}

/// Where a document is in the outermost one.
#[derive(Clone)]
pub(super) enum Place {
    /// As it is, from this byte on.
    At(usize),
    /// In these bytes, which spell it with escapes.
    Within(Range<usize>),
}

impl Place {
    fn of(&self, range: Range<usize>) -> Range<usize> {
        match self {
            Self::At(from) => from + range.start..from + range.end,
            Self::Within(whole) => whole.clone(),
        }
    }
}

impl<'p> Part<'p> {
    fn all(text: &'p str) -> Self {
        Self { text: Cow::Borrowed(text), place: Place::At(0), base: None, depth: 0 }
    }
}

/// How many documents may be within each other as `srcdoc`. Each is a copy of a part of the one
/// around it, so that the limit also bounds the time.
const DEEPEST: usize = 8;

/// Reads a document and those that are in it, whose references come after its own. Returns the encoding that the outermost one declares.
pub(super) fn read(part: Part<'_>, links: &mut Links) -> Option<&'static Encoding> {
    let mut declared = None;
    let mut rest = vec![part];
    while let Some(part) = rest.pop() {
        let mut reading = Reading {
            page: &part.text,
            base: part.base,
            links: Links::default(),
            tree: Tree::default(),
            has_base: false,
            declared: None,
            inner: Vec::new(),
        };
        reading.tokens();
        let Reading { links: found, has_base, declared: own, inner, .. } = reading;
        declared = declared.or(own).filter(|_| part.depth == 0 || declared.is_some());
        // The base of a document holds for all of it.
        let first = links.bases.len();
        let base = if has_base && !found.bases.is_empty() { Some(first) } else { part.base };
        let is_within = matches!(part.place, Place::Within(_));
        let placed = |mut link: Link| {
            link.range = part.place.of(link.range);
            link.is_part |= is_within;
            link
        };
        links.bases.extend(found.bases.into_iter().map(placed));
        links.all.extend(found.all.into_iter().map(|link| Link { base, ..placed(link) }));
        for (text, place) in inner {
            let place = match place {
                Place::At(at) if !is_within => Place::At(part.place.of(at..at).start),
                Place::At(at) => Place::Within(part.place.of(at..at)),
                Place::Within(range) => Place::Within(part.place.of(range)),
            };
            if part.depth == DEEPEST {
                let range = match place {
                    Place::At(at) => at..at + text.len(),
                    Place::Within(range) => range,
                };
                let message = format!(
                    "expected at most {DEEPEST} documents within each other as srcdoc; what this \
                     one refers to is not read"
                );
                links.wrong.push((range, message));
                continue;
            }
            rest.push(Part { text: Cow::Owned(text), place, base, depth: part.depth + 1 });
        }
    }
    declared
}

struct Reading<'p> {
    page: &'p str,
    base: Option<usize>,
    links: Links,
    tree: Tree,
    /// Whether a `<base href>` was found. Only the first one counts.
    has_base: bool,
    declared: Option<&'static Encoding>,
    /// The documents of `srcdoc`.
    inner: Vec<(String, Place)>,
}

impl Reading<'_> {
    fn tokens(&mut self) {
        let is_foreign = Rc::new(Cell::new(false));
        let inner = DefaultEmitter::<usize>::new_with_span();
        let emitter = Tags { inner, is_foreign: Rc::clone(&is_foreign) };
        let mut tokens = Tokenizer::new_with_emitter(self.page, emitter);
        while let Some(Ok(token)) = tokens.next() {
            match token {
                Token::StartTag(tag) => {
                    let attribute = |wanted: &str| value(&tag, wanted);
                    let started = self.tree.start(&tag.name, &attribute, tag.self_closing);
                    if let (Some(Namespace::Html), Some(state)) = (started, next_state(&tag.name)) {
                        tokens.set_state(state);
                    }
                    if let Some(namespace) = started {
                        self.element(&tag, namespace);
                    }
                }
                Token::EndTag(tag) => self.tree.end(&tag.name),
                _ => continue,
            }
            is_foreign.set(self.tree.is_foreign());
        }
    }

    fn element(&mut self, tag: &StartTag<usize>, namespace: Namespace) {
        let name = String::from_utf8_lossy(&tag.name);
        let attributes = tag.attributes.iter().map(|(name, value)| Attribute {
            name: String::from_utf8_lossy(name),
            range: value_range(self.page, value.span.start..tag.span.end),
            value: String::from_utf8_lossy(value),
            refused: false,
        });
        let attributes = attributes.collect();
        let element = Element { namespace, name: &name, attributes };
        element.references(self.page, self.base, &mut self.links);
        match &*name {
            _ if namespace != Namespace::Html => {}
            "base" if !self.has_base && !self.tree.is_in_template() => self.rebase(&element),
            "meta" if self.declared.is_none() => self.declared = charset(&element),
            "iframe" => {
                if let Some(it) = element.attribute("srcdoc").filter(|it| it.value.contains('<')) {
                    let same = self.page.get(it.range.clone()) == Some(&*it.value);
                    let range = it.range.clone();
                    let place = if same { Place::At(range.start) } else { Place::Within(range) };
                    self.inner.push((it.value.clone().into_owned(), place));
                }
            }
            _ => {}
        }
    }

    /// Takes the base of the page, unless its scheme is one that the standard ignores here.
    fn rebase(&mut self, element: &Element<'_>) {
        let Some(it) = element.attribute("href") else { return };
        self.has_base = true;
        if !is_ignored_base(&it.value) {
            self.links.bases.push(Link::new(it.range.clone(), &it.value, ["base", "href"], self.base));
        }
    }
}

/// Whether a base has the scheme `data` or `javascript`. The standard ignores such a base ("set the
/// frozen base URL"), and the page keeps its address as its base.
pub(super) fn is_ignored_base(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c <= ' ');
    let mut letters = text.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r'));
    let scheme: String = letters.by_ref().take("javascript:".len()).collect();
    let scheme = scheme.to_ascii_lowercase();
    scheme.starts_with("data:") || scheme == "javascript:"
}

fn charset(element: &Element<'_>) -> Option<&'static Encoding> {
    if let Some(it) = element.attribute("charset") {
        return encoding::declared(it.value.trim());
    }
    let equiv = element.attribute("http-equiv")?;
    let content = element.attribute("content")?;
    if !equiv.value.eq_ignore_ascii_case("content-type") {
        return None;
    }
    encoding::declared(&super::lists::charset(&content.value)?)
}

fn value(tag: &StartTag<usize>, wanted: &str) -> Option<String> {
    let value = tag.attributes.iter().find(|(name, _)| name.as_slice() == wanted.as_bytes());
    value.map(|(_, value)| String::from_utf8_lossy(value).into_owned())
}

/// How the text of an element of HTML is read, if not as tags and text. Without scripts, as a search
/// engine reads the page, a `<noscript>` holds elements.
fn next_state(name: &[u8]) -> Option<State> {
    Some(match name {
        b"textarea" | b"title" => State::RcData,
        b"style" | b"xmp" | b"iframe" | b"noembed" | b"noframes" => State::RawText,
        b"script" => State::ScriptData,
        b"plaintext" => State::PlainText,
        _ => return None,
    })
}

/// Makes tokens of tags. Only in SVG and MathML, `<![CDATA[` begins text.
#[derive(Debug)]
struct Tags {
    inner: DefaultEmitter<usize>,
    is_foreign: Rc<Cell<bool>>,
}

impl ForwardingEmitter for Tags {
    type Token = Token<usize>;

    fn inner(&mut self) -> &mut impl Emitter<Token = Self::Token> {
        &mut self.inner
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&mut self) -> bool {
        self.is_foreign.get()
    }
}

/// Where the value of an attribute is, which begins with its name somewhere in this range.
fn value_range(page: &str, range: Range<usize>) -> Range<usize> {
    let bytes = page.as_bytes().get(range.clone()).unwrap_or_default();
    // The first character belongs to the name, whatever it is.
    let is_end = |byte: &u8| matches!(byte, b'=' | b'>' | b'/') || byte.is_ascii_whitespace();
    let name = bytes.iter().skip(1).take_while(|byte| !is_end(byte)).count() + 1;
    let name = name.min(bytes.len());
    let skip = |from: usize| {
        let rest = bytes.get(from..).unwrap_or_default();
        from + rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
    };
    let equals = skip(name);
    if bytes.get(equals) != Some(&b'=') {
        return range.start..range.start + name;
    }
    let start = skip(equals + 1);
    let rest = |from: usize| bytes.get(from..).unwrap_or_default();
    let (start, length) = match bytes.get(start) {
        Some(quote @ (b'"' | b'\'')) => {
            let rest = rest(start + 1);
            (start + 1, memchr::memchr(*quote, rest).unwrap_or(rest.len()))
        }
        _ => {
            let ends = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'>';
            (start, rest(start).iter().take_while(|byte| !ends(byte)).count())
        }
    };
    range.start + start..range.start + start + length
}
