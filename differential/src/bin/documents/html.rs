//! Pages of HTML, and the references in the tree that html5ever makes of them.

use html5ever::tendril::TendrilSink;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{Attribute, ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use oneiri_differential::dice::Dice;

use crate::rdfxml::blow;
use crate::reading::{BASE, Reading};

const URLS: &[&str] = &[
    "http://h/a", "a", "?q=1&amp;r=2", "#f", "", "../x", "//g/y", "mailto:a@b", "a b.html", "http://h/\u{e9}",
    "&#x61;&eacute;", "http://h:99999/", " b ", "a&copy=1", "&notin;x", "&ampx", "c\n", "javascript:x", "data:,y",
];
#[rustfmt::skip]
const ELEMENTS: &[(&str, &str)] = &[
    ("a", "href"), ("area", "href"), ("link", "href"), ("img", "src"), ("script", "src"), ("iframe", "src"),
    ("source", "src"), ("video", "poster"), ("audio", "src"), ("track", "src"), ("embed", "src"),
    ("input type=image", "src"), ("form", "action"), ("button", "formaction"), ("object", "data"),
    ("blockquote", "cite"), ("q", "cite"), ("img", "longdesc"), ("image", "src"), ("td", "background"),
    ("use", "href"), ("a", "xlink:href"), ("p", "href"), ("ins", "cite"), ("feImage", "href"), ("image", "href"),
    ("div", "data-href"), ("A", "HREF"),
];
#[rustfmt::skip]
const OPEN: &[&str] = &[
    "<p>", "<div>", "<b>", "<ul><li>", "<table>", "<tr>", "<td>", "<svg>", "<math>", "<mi>", "<title>", "<style>",
    "<textarea>", "<script>", "<noscript>", "<template>", "<foreignObject>", "<desc>", "<annotation-xml>",
    "<annotation-xml encoding=text/html>", "<xmp>", "<noembed>", "<svg/>", "<title/>", "<style/>", "<mtext>",
    "<h1>", "<a>", "<form>", "<font color=red>", "<font>", "<br>", "<body>", "<head>", "<html>", "<button>",
    "<nobr>", "<dd>", "<option>", "<details><summary>", "<g>", "<mglyph>", "<p/>",
];
const CLOSE: &[&str] = &[
    "</p>", "</div>", "</b>", "</ul>", "</table>", "</td>", "</svg>", "</math>", "</title>", "</style>", "</textarea>",
    "</script>", "</noscript>", "</template>", "</foreignObject>", "</a>", "</form>", "</xmp>", "</h2>", "</br>",
    "</body>", "</html>", "</g>", "</mi>", "</annotation-xml>", "</x>",
];
const TEXTS: &[&str] = &[
    "text", "<!-- <a href=c> -->", "<!--> <a href=d>", "<![CDATA[ <a href=e> ]]>", "<?p <a href=f> ?>", "<!x>",
    "&lt;a href=g>", "< a href=h>", "\n", "</ a>", "<!---->", "<!-- a --!> ", "<\u{e9}>",
];
const SRCSETS: &[&str] = &[
    "s1.png 1x, l1.png 2x", "s2.png", "s3.png 100w,l3.png 200w", "s4.png,l4.png", "s5.png bad, l5.png 2x",
    "s6.png 1.5x 2x",
];
const REFRESHES: &[&str] = &["5; url=r1", "0;r2", "1, URL='r3'", "url=r4", "0url=r5", ".5;url=\"r6\"x", "3", " 7 r8"];
const BASES: &[&str] = &["http://base.example/x-base", "/d/y-base", "data:,-base", "javascript:-base", "z-base/"];
const BLOWS: &[&str] =
    &["<", ">", "/", "\"", "'", "=", "&", "!", "-", "<a href=z>", "</", "]", " ", "<svg>", "\n", "\u{e9}"];

/// A page of a few elements in any order.
pub fn document(dice: &mut Dice) -> String {
    let mut out = String::new();
    if dice.happens(2) {
        out += "<!doctype html>";
    }
    let count = 1 + dice.below(8);
    pieces(dice, count, &mut out, true);
    // What is read here by tables stays as it is.
    let is_tabled = ["<base", "srcset", "Refresh"].iter().any(|it| out.contains(it));
    if !is_tabled && dice.happens(4) {
        blow(dice, BLOWS, &mut out);
    }
    out
}

fn pieces(dice: &mut Dice, count: usize, out: &mut String, is_outermost: bool) {
    for nth in 0..count {
        match dice.below(14) {
            0..=4 => element(dice, nth, out),
            5..=7 => *out += dice.pick(OPEN),
            8 | 9 => *out += dice.pick(CLOSE),
            10 => *out += dice.pick(TEXTS),
            11 if dice.happens(3) => *out += &format!("<base href='{}'>", dice.pick(BASES)),
            11 => *out += &format!("<img srcset=\"{}\">", dice.pick(SRCSETS)),
            12 => {
                *out +=
                    &format!("<meta http-equiv=Refresh content=\"{}\">", dice.pick(REFRESHES).replace('"', "&quot;"))
            }
            _ if is_outermost => {
                let mut inner = String::new();
                let count = 1 + dice.below(3);
                pieces(dice, count, &mut inner, false);
                *out += &format!("<iframe srcdoc=\"{}\"></iframe>", inner.replace('&', "&amp;").replace('"', "&quot;"));
            }
            _ => *out += "<a ping='p1 p2'>",
        }
    }
}

fn element(dice: &mut Dice, nth: usize, out: &mut String) {
    let (name, attribute) = ELEMENTS[dice.below(ELEMENTS.len())];
    let url = dice.pick(URLS);
    let more = dice.pick(&["", "", " id=x", " href=second", " =a", " checked"]);
    // Each reference is another one, as far as it can be.
    let url = if url.is_empty() || url.starts_with('&') { url.to_owned() } else { format!("{url}{nth}") };
    *out += &match dice.below(5) {
        0 if !url.contains(['\n', ' ']) => format!("<{name} {attribute}={url}{more}>"),
        1 => format!("<{name} {attribute} = '{url}'{more} >"),
        2 => format!("<{name}{more} {attribute}=\"{url}\"/>"),
        _ => format!("<{name} {attribute}=\"{url}\"{more}>"),
    };
    if dice.happens(2) {
        *out += &format!("x</{}>", name.split(' ').next().unwrap_or_default());
    }
}

/// The references of the tree.
pub fn references(text: &str) -> Reading {
    let mut reading = Reading::default();
    read(text, &base(), &mut reading);
    reading
}

pub type Base = oxiri::Iri<String>;

pub fn base() -> Base {
    Base::parse(BASE.to_owned()).expect("an IRI")
}

/// A reference in its own text if it is invalid.
pub fn resolved(base: &Base, text: &str) -> String {
    let text = text.trim_matches(|c: char| c.is_ascii_whitespace());
    let resolve = |reference| base.resolve(&reference).ok();
    let resolved = oxiri::IriRef::parse(text).ok().and_then(resolve);
    resolved.map_or_else(|| text.to_owned(), |iri| iri.into_inner())
}

pub fn read(text: &str, outer: &Base, reading: &mut Reading) {
    let tree_builder = TreeBuilderOpts { scripting_enabled: false, ..Default::default() };
    let options = ParseOpts { tree_builder, ..Default::default() };
    let dom = parse_document(RcDom::default(), options).one(text);
    let mut nodes = Vec::new();
    flatten(&dom.document, false, &mut nodes);
    let mut base = outer.clone();
    for (node, in_template) in &nodes {
        let NodeData::Element { name, attrs, .. } = &node.data else { continue };
        let is_html = &*name.ns == "http://www.w3.org/1999/xhtml";
        if is_html && &*name.local == "base" && !in_template {
            if let Some(href) = value(&attrs.borrow(), "href") {
                let resolved = resolved(outer, &href);
                let is_ignored = resolved.starts_with("data:") || resolved.starts_with("javascript:");
                if let (false, Ok(iri)) = (is_ignored, Base::parse(resolved)) {
                    base = iri;
                }
                break;
            }
        }
    }
    for (node, _) in &nodes {
        let NodeData::Element { name, attrs, .. } = &node.data else { continue };
        let (local, attributes) = (&*name.local, attrs.borrow());
        let mut give = |text: &str| reading.iris.extend([resolved(&base, text)]);
        match &*name.ns {
            "http://www.w3.org/1999/xhtml" => {
                for it in attributes.iter() {
                    html(local, &it.name.local, &it.value, &attributes, &mut give);
                }
                if local == "iframe" {
                    if let Some(inner) = value(&attributes, "srcdoc") {
                        read(&inner, &base, reading);
                    }
                }
            }
            "http://www.w3.org/2000/svg" => {
                if matches!(local, "a" | "image" | "use" | "feImage" | "script") {
                    let xlink =
                        |it: &&Attribute| it.name.prefix.as_deref() == Some("xlink") && &*it.name.local == "href";
                    let plain = value(&attributes, "href");
                    let href = plain.or_else(|| attributes.iter().find(xlink).map(|it| it.value.to_string()));
                    href.iter().for_each(|it| give(it));
                }
            }
            _ => {}
        }
    }
}

fn value(attributes: &[Attribute], name: &str) -> Option<String> {
    let is = |it: &&Attribute| it.name.prefix.is_none() && &*it.name.local == name;
    attributes.iter().find(is).map(|it| it.value.to_string())
}

/// All nodes in the order of the tree, with the content of templates.
fn flatten(root: &Handle, in_template: bool, nodes: &mut Vec<(Handle, bool)>) {
    let mut open = vec![(root.clone(), in_template)];
    while let Some((node, in_template)) = open.pop() {
        open.extend(node.children.borrow().iter().rev().map(|child| (child.clone(), in_template)));
        if let NodeData::Element { template_contents, .. } = &node.data {
            if let Some(contents) = &*template_contents.borrow() {
                open.push((contents.clone(), true));
            }
        }
        nodes.push((node, in_template));
    }
}

fn html(element: &str, attribute: &str, text: &str, all: &[Attribute], give: &mut dyn FnMut(&str)) {
    let is_blank = text.trim_matches(|c: char| c.is_ascii_whitespace()).is_empty();
    match (element, attribute) {
        ("img" | "source", "srcset") => srcset(text).iter().for_each(|it| give(it)),
        ("a" | "area", "ping") => text.split_ascii_whitespace().for_each(|it| give(it)),
        ("meta", "content") => {
            let equiv = value(all, "http-equiv").unwrap_or_default();
            if equiv.eq_ignore_ascii_case("refresh") {
                refresh(text).iter().for_each(|it| give(it));
            }
        }
        // The address of the page itself, if it is empty.
        ("a" | "area", "href") | ("form", "action") | ("button" | "input", "formaction") => give(text),
        ("blockquote" | "q" | "ins" | "del", "cite") => give(text),
        ("link", "href") | ("video", "poster") | ("object", "data") if !is_blank => give(text),
        ("body" | "table" | "td" | "th" | "tr", "background") if !is_blank => give(text),
        ("img" | "iframe" | "frame", "longdesc") if !is_blank => give(text),
        ("img" | "script" | "iframe" | "frame" | "source" | "video" | "audio" | "track" | "embed" | "input", "src")
            if !is_blank =>
        {
            give(text)
        }
        _ => {}
    }
}

/// The candidates of the generated lists, by hand: those with a valid descriptor.
fn srcset(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for candidate in text.split(", ").flat_map(|it| {
        // Without white space before it, a comma belongs to the URL, unless a descriptor precedes it.
        if it.contains("w,") { it.split(',').collect::<Vec<_>>() } else { vec![it] }
    }) {
        let words: Vec<&str> = candidate.split_ascii_whitespace().collect();
        match words[..] {
            [url] => found.push(url),
            [url, descriptor] if descriptor != "bad" => found.push(url),
            _ => {}
        }
    }
    found
}

/// The references of the generated texts.
fn refresh(text: &str) -> Option<&'static str> {
    Some(match text {
        "5; url=r1" => "r1",
        "0;r2" => "r2",
        "1, URL='r3'" => "r3",
        ".5;url=\"r6\"x" => "r6",
        " 7 r8" => "r8",
        _ => return None,
    })
}
