//! Which elements of a page of HTML are open (HTML Living Standard, 13.2.6), as far as the meaning of
//! its tags depends on it: whether an element is one of HTML, SVG or MathML, and whether it is in a
//! template.
//!
//! It is not the whole construction of a tree. `<select>` and framesets are ordinary elements, what is misplaced
//! in a table stays where it is, and misnested formatting elements are not opened again, because no reference
//! depends on that. A form within a form, and rows and cells outside of tables, are left out, as in browsers.

/// The language that an element belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Namespace {
    Html,
    Svg,
    MathMl,
}

/// What may be in an element of SVG or MathML.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Content {
    /// Elements of its own language.
    Own,
    /// Elements of HTML (an HTML integration point).
    Html,
    /// Text and elements of HTML, but for two elements of MathML (a MathML text integration point).
    Text,
    /// Elements of MathML, and `<svg>` (`annotation-xml`).
    Annotation,
}

#[derive(Debug)]
struct Open {
    name: Box<[u8]>,
    namespace: Namespace,
    content: Content,
}

/// The elements that are open, from the outermost inward.
#[derive(Default, Debug)]
pub(super) struct Tree {
    open: Vec<Open>,
    /// For each template that is open, whether something of a body was opened in it, so that no part of a table may
    /// follow.
    templates: Vec<bool>,
    /// Whether a form was opened that no end tag has closed: the "form element pointer".
    has_form: bool,
}

/// How many elements may be open within each other. Browsers have such a limit, too (512): what is
/// deeper becomes a sibling. So each end tag looks at a bounded number of elements.
const DEEPEST: usize = 512;

impl Tree {
    pub(super) fn is_foreign(&self) -> bool {
        self.open.last().is_some_and(|last| last.namespace != Namespace::Html)
    }

    /// Whether the place is in a template, whose content is no part of the document.
    pub(super) fn is_in_template(&self) -> bool {
        !self.templates.is_empty()
    }

    /// Opens an element, and returns the language that it belongs to. `None` if browsers ignore the tag.
    pub(super) fn start(
        &mut self,
        name: &[u8],
        attribute: &dyn Fn(&str) -> Option<String>,
        is_self_closing: bool,
    ) -> Option<Namespace> {
        let Some(last) = self.open.last() else { return self.start_html(name, is_self_closing) };
        let is_html = match (last.namespace, last.content) {
            (Namespace::Html, _) | (_, Content::Html) => true,
            (_, Content::Text) => name != b"mglyph" && name != b"malignmark",
            (_, Content::Annotation) => name == b"svg",
            (_, Content::Own) => false,
        };
        if is_html {
            return self.start_html(name, is_self_closing);
        }
        let is_font = || ["color", "face", "size"].iter().any(|it| attribute(it).is_some());
        if BREAKS.contains(&name) || name == b"font" && is_font() {
            self.leave();
            return self.start_html(name, is_self_closing);
        }
        let namespace = last.namespace;
        if !is_self_closing {
            let content = match (namespace, name) {
                (Namespace::Svg, b"foreignobject" | b"desc" | b"title") => Content::Html,
                (Namespace::MathMl, b"mi" | b"mo" | b"mn" | b"ms" | b"mtext") => Content::Text,
                (Namespace::MathMl, b"annotation-xml") => {
                    let encoding = attribute("encoding").unwrap_or_default().to_ascii_lowercase();
                    match encoding.as_str() {
                        "text/html" | "application/xhtml+xml" => Content::Html,
                        _ => Content::Annotation,
                    }
                }
                _ => Content::Own,
            };
            self.push(name, namespace, content);
        }
        Some(namespace)
    }

    fn start_html(&mut self, name: &[u8], is_self_closing: bool) -> Option<Namespace> {
        let namespace = match name {
            b"svg" => Namespace::Svg,
            b"math" => Namespace::MathMl,
            _ => Namespace::Html,
        };
        if namespace != Namespace::Html {
            if !is_self_closing {
                self.push(name, namespace, Content::Own);
            }
            return Some(namespace);
        }
        if self.is_ignored(name) {
            return None;
        }
        if let Some(is_body) = self.templates.last_mut() {
            *is_body |= !KEEPS_TEMPLATE.contains(&name);
        }
        if CLOSES_P.contains(&name) {
            self.close(b"p", Until::Scope);
        } else if name == b"a" || name == b"nobr" {
            self.close(name, Until::Special);
        }
        if !VOID.contains(&name) && !matches!(name, b"html" | b"head" | b"body") {
            self.push(name, Namespace::Html, Content::Own);
        }
        self.has_form |= name == b"form" && self.templates.is_empty();
        Some(Namespace::Html)
    }

    fn is_last(&self, names: &[&[u8]]) -> bool {
        let last = self.open.last().filter(|it| it.namespace == Namespace::Html);
        last.is_some_and(|last| names.contains(&&*last.name))
    }

    /// Whether a start tag is a parse error that leaves no element: 13.2.6.4.7, "a start tag whose tag name is form",
    /// and that of a part of a table.
    fn is_ignored(&self, name: &[u8]) -> bool {
        match name {
            b"form" if self.templates.is_empty() => self.has_form,
            // 13.2.6.4.9: in a table in a template.
            b"form" => self.is_last(&[b"table", b"tbody", b"tfoot", b"thead", b"tr"]),
            b"frame" => !self.is_last(&[b"frameset"]),
            b"tr" | b"td" | b"th" => {
                let is_html = |it: &&Open| it.namespace == Namespace::Html;
                let mut outer = self.open.iter().rev().filter(is_html);
                let table = outer.find(|it| matches!(&*it.name, b"table" | b"template"));
                match table.map(|it| &*it.name) {
                    Some(b"table") => false,
                    Some(_) => self.templates.last().copied().unwrap_or_default(),
                    None => true,
                }
            }
            _ => false,
        }
    }

    fn push(&mut self, name: &[u8], namespace: Namespace, content: Content) {
        if self.open.len() < DEEPEST {
            self.open.push(Open { name: name.into(), namespace, content });
            if namespace == Namespace::Html && name == b"template" {
                self.templates.push(false);
            }
        }
    }

    fn pop(&mut self) {
        if let Some(last) = self.open.pop() {
            let is_template = last.namespace == Namespace::Html && &*last.name == b"template";
            if is_template {
                self.templates.pop();
            }
        }
    }

    /// Leaves SVG and MathML, up to an element in which HTML may be.
    fn leave(&mut self) {
        while self.open.last().is_some_and(|last| {
            last.namespace != Namespace::Html && !matches!(last.content, Content::Html | Content::Text)
        }) {
            self.pop();
        }
    }

    pub(super) fn end(&mut self, name: &[u8]) {
        if self.is_foreign() {
            if matches!(name, b"p" | b"br") {
                self.leave();
            } else {
                let is_html = |it: &Open| it.namespace == Namespace::Html;
                let bottom = self.open.iter().rposition(is_html).map_or(0, |at| at + 1);
                let found = self.open[bottom..].iter().rposition(|it| *it.name == *name);
                if let Some(found) = found {
                    return self.truncate(bottom + found);
                }
                if bottom == 0 {
                    return;
                }
            }
        }
        match name {
            b"html" | b"head" | b"body" | b"br" => {}
            b"template" => self.close(name, Until::Template),
            b"table" | b"caption" | b"colgroup" | b"tbody" | b"tfoot" | b"thead" | b"tr" | b"td" | b"th" => {
                self.close(name, Until::Table)
            }
            b"form" if self.templates.is_empty() => {
                self.has_form = false;
                // A form is closed alone: what was opened in it stays open.
                if let Some(at) = self.find(name, Until::Scope) {
                    self.open.remove(at);
                }
            }
            b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" => {
                let at = HEADINGS.iter().filter_map(|it| self.find(it, Until::Scope)).max();
                if let Some(at) = at {
                    self.truncate(at);
                }
            }
            _ if FORMATTING.contains(&name) => match self.find(name, Until::Special) {
                Some(at) => self.truncate(at),
                None => {
                    if let Some(at) = self.find(name, Until::Scope) {
                        self.open.remove(at);
                    }
                }
            },
            _ if SPECIAL.contains(&name) => self.close(name, Until::Scope),
            _ => self.close(name, Until::Special),
        }
    }

    fn close(&mut self, name: &[u8], until: Until) {
        if let Some(at) = self.find(name, until) {
            self.truncate(at);
        }
    }

    fn truncate(&mut self, length: usize) {
        while self.open.len() > length {
            self.pop();
        }
    }

    /// Where an element of HTML is open that an end tag may close.
    fn find(&self, name: &[u8], until: Until) -> Option<usize> {
        for (at, open) in self.open.iter().enumerate().rev() {
            let is_html = open.namespace == Namespace::Html;
            if is_html && *open.name == *name {
                return Some(at);
            }
            let ends = match (until, &*open.name) {
                (Until::Template, _) => false,
                (Until::Table, own) => is_html && matches!(own, b"table" | b"template"),
                (Until::Scope, own) if is_html => SCOPE.contains(&own),
                (Until::Special, own) if is_html => SPECIAL.contains(&own),
                (Until::Scope | Until::Special, _) => open.content != Content::Own,
            };
            if ends {
                return None;
            }
        }
        None
    }
}

/// How far an end tag reaches.
#[derive(Clone, Copy)]
enum Until {
    /// To the next element that is a scope of its own.
    Scope,
    /// To the next table.
    Table,
    /// To the next element of the category "special".
    Special,
    /// To the root.
    Template,
}

/// The start tags that end SVG and MathML.
#[rustfmt::skip]
const BREAKS: &[&[u8]] = &[
    b"b", b"big", b"blockquote", b"body", b"br", b"center", b"code", b"dd", b"div", b"dl", b"dt", b"em",
    b"embed", b"h1", b"h2", b"h3", b"h4", b"h5", b"h6", b"head", b"hr", b"i", b"img", b"li", b"listing",
    b"menu", b"meta", b"nobr", b"ol", b"p", b"pre", b"ruby", b"s", b"small", b"span", b"strong", b"strike",
    b"sub", b"sup", b"table", b"tt", b"u", b"ul", b"var",
];

#[rustfmt::skip]
const VOID: &[&[u8]] = &[
    b"area", b"base", b"basefont", b"bgsound", b"br", b"col", b"embed", b"frame", b"hr", b"image", b"img",
    b"input", b"keygen", b"link", b"meta", b"param", b"source", b"track", b"wbr",
];

/// The start tags after which parts of a table may still follow in a template (13.2.6.4.22).
#[rustfmt::skip]
const KEEPS_TEMPLATE: &[&[u8]] = &[
    b"base", b"basefont", b"bgsound", b"caption", b"col", b"colgroup", b"link", b"meta", b"noframes", b"script", b"style",
    b"tbody", b"td", b"template", b"tfoot", b"th", b"thead", b"title", b"tr",
];

#[rustfmt::skip]
const CLOSES_P: &[&[u8]] = &[
    b"address", b"article", b"aside", b"blockquote", b"center", b"dd", b"details", b"dialog", b"dir", b"div",
    b"dl", b"dt", b"fieldset", b"figcaption", b"figure", b"footer", b"form", b"h1", b"h2", b"h3", b"h4",
    b"h5", b"h6", b"header", b"hgroup", b"hr", b"li", b"listing", b"main", b"menu", b"nav", b"ol", b"p",
    b"plaintext", b"pre", b"search", b"section", b"summary", b"ul", b"xmp",
];

const HEADINGS: &[&[u8]] = &[b"h1", b"h2", b"h3", b"h4", b"h5", b"h6"];

const FORMATTING: &[&[u8]] =
    &[b"a", b"b", b"big", b"code", b"em", b"font", b"i", b"nobr", b"s", b"small", b"strike", b"strong", b"tt", b"u"];

/// The elements of HTML that are a scope of their own.
const SCOPE: &[&[u8]] = &[b"applet", b"caption", b"marquee", b"object", b"table", b"td", b"template", b"th", b"select"];

/// The elements of HTML of the category "special", without those that are never open.
#[rustfmt::skip]
const SPECIAL: &[&[u8]] = &[
    b"address", b"applet", b"article", b"aside", b"blockquote", b"button", b"caption", b"center",
    b"colgroup", b"dd", b"details", b"dialog", b"dir", b"div", b"dl", b"dt", b"fieldset", b"figcaption", b"figure",
    b"footer", b"form", b"frameset", b"h1", b"h2", b"h3", b"h4", b"h5", b"h6", b"header", b"hgroup",
    b"iframe", b"li", b"listing", b"main", b"marquee", b"menu", b"nav", b"noembed", b"noframes", b"noscript",
    b"object", b"ol", b"p", b"plaintext", b"pre", b"script", b"search", b"section", b"select", b"style", b"summary",
    b"table", b"tbody", b"td", b"template", b"textarea", b"tfoot", b"th", b"thead", b"title", b"tr",
    b"ul", b"xmp",
];
