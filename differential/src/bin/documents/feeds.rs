//! Sitemaps and feeds, and their references as roxmltree has them. About half of them have something wrong.

use oneiri_differential::dice::Dice;
use roxmltree::{Document, Node, NodeType, ParsingOptions};

use crate::html::{self, Base, resolved};
use crate::rdfxml::blow;
use crate::reading::Reading;

const URLS: &[&str] = &[
    "http://h/a", "http://h/b?c&amp;d=e", " http://h/c ", "<![CDATA[http://h/d?e&f]]>", "x", "../y", "",
    "http://h/&#233;", "http://h/<!-- c -->g", "http://h/a b", "&e;z", "\n  http://h/h\n", "http://h/<![CDATA[i]]>j",
];
const BAD_URLS: &[&str] =
    &["http://h/k?l&m", "http://h/n?o&p=q", "http://h/&f;", "a<b", "http://h/&#0;", "http://h/\u{1}", "]]>"];
const BLOWS: &[&str] =
    &["<", ">", "/", "\"", "&", "'", "=", " ", "<x>", "</loc>", "\u{0}", "<!--", "]]>", "&amp", ";", "\u{e9}"];
const HTML: &[&str] = &[
    "&lt;a href=\"m\">n&lt;/a>",
    "<![CDATA[<img src='o?p&amp;q'>]]>",
    "text",
    "&lt;b",
    "<![CDATA[<a href=\"r\">]]>&lt;a href=s>",
];

struct Writer<'d> {
    dice: &'d mut Dice,
    is_bent: bool,
    out: String,
}

fn make(dice: &mut Dice, write: fn(&mut Writer<'_>)) -> String {
    let is_bent = dice.happens(2);
    let mut writer = Writer { dice, is_bent, out: String::new() };
    if writer.dice.happens(3) {
        writer.out += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    }
    if writer.dice.happens(3) {
        writer.out += "<!DOCTYPE x [<!ENTITY e \"http://ent.example/\">]>\n";
    } else {
        writer.out += "<!DOCTYPE x [<!ENTITY e \"e\"> <!ENTITY s SYSTEM \"s.xml\">]>";
    }
    write(&mut writer);
    let mut out = writer.out;
    if is_bent && dice.happens(3) {
        blow(dice, BLOWS, &mut out);
    }
    out
}

pub fn sitemap(dice: &mut Dice) -> String {
    make(dice, |it| {
        let (root, entry) = if it.dice.happens(4) { ("sitemapindex", "sitemap") } else { ("urlset", "url") };
        it.out += &format!(
            "<{root} xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns:i='http://i/' xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">"
        );
        for _ in 0..1 + it.dice.below(3) {
            it.out += &format!("\n<{entry}>");
            it.text("loc");
            if it.dice.happens(3) {
                it.text("i:loc");
            }
            if it.dice.happens(3) {
                it.attribute("xhtml:link rel=\"alternate\"", "href");
                it.out += "/>";
            }
            if it.dice.happens(3) {
                it.out += "<lastmod>2026-01-01</lastmod><image:x xmlns:image='http://j/'/>";
            }
            it.out += &format!("</{entry}>");
        }
        it.out += &format!("</{root}>");
    })
}

pub fn feed(dice: &mut Dice) -> String {
    make(dice, |it| {
        let is_atom = it.dice.happens(2);
        it.out += if is_atom {
            "<feed xmlns=\"http://www.w3.org/2005/Atom\""
        } else {
            "<rss version='2.0' xmlns:content='http://c/'"
        };
        it.base();
        it.out += if is_atom { ">" } else { "><channel>" };
        for _ in 0..1 + it.dice.below(3) {
            it.out += if is_atom { "\n<entry" } else { "\n<item" };
            it.base();
            it.out += ">";
            for _ in 0..1 + it.dice.below(3) {
                it.part(is_atom);
            }
            it.out += if is_atom { "</entry>" } else { "</item>" };
        }
        it.out += if is_atom { "</feed>" } else { "</channel></rss>" };
    })
}

impl Writer<'_> {
    fn url(&mut self) -> &'static str {
        if self.is_bent && self.dice.happens(10) { self.dice.pick(BAD_URLS) } else { self.dice.pick(URLS) }
    }

    fn base(&mut self) {
        match self.dice.below(6) {
            0 => self.out += " xml:base=\"http://base.example/b/x-base\"",
            1 => self.out += " xml:base='../y-base/'",
            _ => {}
        }
    }

    fn text(&mut self, name: &str) {
        let url = self.url();
        self.out += &format!("<{name}>{url}</{name}>");
    }

    fn attribute(&mut self, element: &str, name: &str) {
        let mut url = self.url();
        // What is text alone is not in attributes.
        if url.contains('<') && !self.is_bent {
            url = "http://h/plain";
        }
        self.out += &format!("<{element} {name}=\"{url}\"");
    }

    fn part(&mut self, is_atom: bool) {
        match self.dice.below(7) {
            0 | 1 if is_atom => {
                self.attribute("link", "href");
                self.base();
                self.out += "/>";
            }
            0 => self.text("link"),
            1 => self.text("guid"),
            2 => self.text(if is_atom { "id" } else { "comments" }),
            3 => {
                self.attribute(if is_atom { "content" } else { "enclosure" }, if is_atom { "src" } else { "url" });
                self.out += "/>";
            }
            4 => {
                let name = if is_atom { "content" } else { "content:encoded" };
                let html = self.dice.pick(HTML);
                self.out += &format!("<{name} type='html'");
                self.base();
                self.out += &format!(">{html}</{name}>");
            }
            5 if is_atom => {
                let url = self.url();
                let url = if url.contains('<') { "t" } else { url };
                self.out += &format!(
                    "<content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'><a href=\"{url}\">u</a></div></content>"
                );
            }
            5 => self.out += "<guid isPermaLink='false'>a b</guid>",
            _ => self.out += "<title>t</title>",
        }
    }
}

/// The references of an element of data: its text, its attributes, and the page in its text.
pub fn references(text: &str) -> Reading {
    let mut reading = Reading::default();
    let options = ParsingOptions { allow_dtd: true, ..Default::default() };
    match Document::parse_with_options(text, options) {
        Ok(document) => document.descendants().filter(Node::is_element).for_each(|it| element(it, &mut reading)),
        Err(error) => reading.refused = Some(error.to_string()),
    }
    reading
}

const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// The base of an element, which those around it and itself name.
pub fn base(node: Node<'_, '_>, reading: &mut Reading) -> Base {
    let mut above: Vec<_> = node.ancestors().filter_map(|it| it.attribute((XML, "base"))).collect();
    let mut base = html::base();
    while let Some(next) = above.pop() {
        let next = resolved(&base, next);
        reading.iris.insert(next.clone());
        base = Base::parse(next).unwrap_or(base);
    }
    base
}

fn element(node: Node<'_, '_>, reading: &mut Reading) {
    let root = node.document().root_element().tag_name().name();
    let is_sitemap = root.contains("set") || root.contains("index");
    let base = base(node, reading);
    let mut give = |text: &str| {
        if !text.trim_matches(|c: char| c.is_ascii_whitespace()).is_empty() {
            reading.iris.insert(resolved(&base, text));
        }
    };
    let name = node.tag_name().name();
    let is_xhtml = node.tag_name().namespace() == Some("http://www.w3.org/1999/xhtml") && !is_sitemap;
    let content = || -> String {
        node.children().filter(|it| it.node_type() == NodeType::Text).filter_map(|it| it.text()).collect()
    };
    match name {
        "a" if is_xhtml => {
            reading.iris.extend(node.attribute("href").map(|it| resolved(&base, it)));
        }
        "loc" if is_sitemap => give(&content()),
        "link" => match node.attribute("href") {
            Some(href) => give(href),
            None if !is_sitemap => give(&content()),
            None => {}
        },
        "guid" | "id" | "comments" if !is_sitemap => {
            if node.attribute("isPermaLink") != Some("false") {
                give(&content());
            }
        }
        "enclosure" => node.attribute("url").into_iter().for_each(give),
        "content" | "encoded" => {
            node.attribute("src").into_iter().for_each(give);
            let is_html = name == "encoded" || node.attribute("type") == Some("html");
            let text = content();
            if is_html && text.contains('<') {
                html::read(&text, &base, reading);
            }
        }
        _ => {}
    }
}
