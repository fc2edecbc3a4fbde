//! Documents of RDF/XML by the grammar of its section 7. About half of them have something wrong.

use oneiri_differential::dice::Dice;

const REFERENCES: &[&str] = &[
    "http://h/a", "urn:x:y", "a", "", "#f", "../x", "//g/y", "?q=1&amp;r", "\u{e9}", "http://h/&#xE9;", "http://h/%20",
    "&e;a", "a&e;",
];
const BAD_REFERENCES: &[&str] =
    &["http://h/a b", "http://[::1/", "a|b", "http://h:port/", "a%zz", "&#0;", "&f;", "a&b", "a<b"];
const IDS: &[&str] = &["a", "b", "_c", "\u{e9}", "d.e-f"];
const BAD_IDS: &[&str] = &["1a", "a:b", "", "a b", "-a"];
const TEXTS: &[&str] = &["text", "a &lt; b", "<![CDATA[a <b> c]]>", "", " ", "&#x41;", "\u{e9}", "<!-- c -->t<?p i?>"];
const BAD_TEXTS: &[&str] = &["a & b", "]]>", "&g;", "<a", "</a>", "<!-- a -- b -->", "\u{1}"];
const PROPERTIES: &[&str] = &["e:p", "e:q", "f:r", "rdf:li", "rdf:_1", "rdf:value"];
const BAD_PROPERTIES: &[&str] = &["rdf:Description", "rdf:ID", "rdf:about", "g:p", "p", "rdf:RDF", "rdf:bagID", "e:1"];
const NODES: &[&str] = &["rdf:Description", "rdf:Description", "e:T", "f:T", "rdf:Seq"];
const BAD_NODES: &[&str] = &["rdf:li", "rdf:resource", "rdf:nodeID", "g:T", "T", "rdf:aboutEach", "rdf:RDF"];
#[rustfmt::skip]
const BAD_ATTRIBUTES: &[&str] = &[
    " about=\"a\"", " resource=\"b\"", " rdf:li=\"x\"", " rdf:bagID=\"x\"", " rdf:aboutEach=\"x\"", " title=\"x\"",
    " rdf:ID=\"zz\"", " rdf:nodeID=\"n\"", " rdf:resource=\"c\"", " rdf:parseType=\"Resource\"", " rdf:about=\"d\"",
    " rdf:datatype=\"http://h/t\"", " g:a=\"x\"", " e:p='a' e:p='b'", " e:a", " e:a=b", " e:p=\"a<b\"",
    " xmlns:xml=\"http://ns.example/x/\"", " xmlns:g=\"\"", " xmlns:xmlns=\"http://ns.example/x/\"",
];
const BLOWS: &[&str] = &[
    "<", ">", "/", "\"", "&", "'", "=", " ", ":", "<x>", "</rdf:RDF>", "\u{0}", "<!--", "]]>",
    "<?xml version=\"1.0\"?>",
];

struct Writer<'d> {
    dice: &'d mut Dice,
    /// Whether something may be wrong.
    is_bent: bool,
    out: String,
    ids: usize,
}

pub fn document(dice: &mut Dice) -> String {
    let is_bent = dice.happens(2);
    let mut writer = Writer { dice, is_bent, out: String::new(), ids: 0 };
    writer.document();
    let mut out = writer.out;
    if is_bent && dice.happens(4) {
        // The declarations of namespaces stay as they are.
        let start = out.find("f#'").and_then(|at| Some(at + out[at..].find('>')?)).unwrap_or(0);
        let mut rest = out.split_off(start);
        blow(dice, BLOWS, &mut rest);
        out += &rest;
    }
    out
}

/// Puts something in, takes a character out, or replaces it.
pub fn blow(dice: &mut Dice, blows: &[&'static str], out: &mut String) {
    let at = dice.below(out.len() + 1);
    let at = (0..=at).rev().find(|&at| out.is_char_boundary(at)).unwrap_or(0);
    let end = at + out[at..].chars().next().map_or(0, char::len_utf8);
    let (end, text) = match dice.below(3) {
        0 => (at, dice.pick(blows)),
        1 => (end, ""),
        _ => (end, dice.pick(blows)),
    };
    out.replace_range(at..end, text);
}

impl Writer<'_> {
    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn pick(&mut self, good: &[&'static str], bad: &[&'static str]) -> &'static str {
        if self.is_bent && self.dice.happens(30) { self.dice.pick(bad) } else { self.dice.pick(good) }
    }

    fn document(&mut self) {
        if self.dice.happens(3) {
            self.push("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        }
        self.push("<!DOCTYPE rdf:RDF [<!ENTITY e \"http://ent.example/\"> <!ENTITY r \"&e;s\">]>\n");
        self.push("<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns:e=\"http://ns.example/e/\" xmlns:f='http://ns.example/f#'");
        self.base();
        self.push(">");
        for _ in 0..1 + self.dice.below(3) {
            self.space();
            self.node(0);
        }
        self.space();
        self.push("</rdf:RDF>\n");
    }

    fn space(&mut self) {
        let text = self.dice.pick(&["", "\n", " ", "<!-- c -->", "<?p i?>"]);
        self.push(text);
        if self.is_bent && self.dice.happens(60) {
            self.push("text");
        }
    }

    fn base(&mut self) {
        match self.dice.below(8) {
            0 => self.push(" xml:base=\"http://base.example/b/x-base\""),
            1 if self.dice.happens(20) => self.push(" xml:base='../y-base/'"),
            2 => self.push(" xml:lang=\"en\""),
            3 if !self.is_bent => self.push(" xmlns:e=\"http://ns.example/g#\""),
            _ => {}
        }
    }

    fn attribute(&mut self, name: &str, value: &str) {
        let quote = self.dice.pick(&["\"", "'"]);
        self.out += &format!(" {name}={quote}{value}{quote}");
    }

    fn reference(&mut self, name: &str) {
        let value = self.pick(REFERENCES, BAD_REFERENCES);
        self.attribute(name, value);
    }

    fn id(&mut self) {
        // A name of its own each time, but for now and then.
        self.ids += 1;
        let name = self.pick(IDS, BAD_IDS);
        let is_again = self.is_bent && self.dice.happens(4);
        let name = if is_again || name.is_empty() { name.to_owned() } else { format!("{name}{}", self.ids) };
        self.attribute("rdf:ID", &name);
    }

    fn bent_attribute(&mut self) {
        if self.is_bent && self.dice.happens(20) {
            let text = self.dice.pick(BAD_ATTRIBUTES);
            self.push(text);
        }
    }

    /// nodeElement
    fn node(&mut self, depth: usize) {
        let name = self.pick(NODES, BAD_NODES);
        self.push("<");
        self.push(name);
        self.base();
        match self.dice.below(5) {
            0 => {}
            1 => self.id(),
            2 => {
                let id = self.pick(IDS, BAD_IDS);
                self.attribute("rdf:nodeID", id);
            }
            _ => self.reference("rdf:about"),
        }
        self.property_attributes();
        self.bent_attribute();
        // A node without a statement is in no graph.
        let least = usize::from(name == "rdf:Description");
        if least == 0 && self.dice.happens(5) {
            return self.push("/>");
        }
        self.push(">");
        for _ in 0..least + self.dice.below(4) {
            self.space();
            self.property(depth + 1);
        }
        self.space();
        self.close(name);
    }

    fn close(&mut self, name: &'static str) {
        let name = if self.is_bent && self.dice.happens(80) { "e:other" } else { name };
        self.out += &format!("</{name}>");
    }

    fn property_attributes(&mut self) {
        match self.dice.below(8) {
            0 => self.push(" e:a=\"x y\""),
            1 => self.reference("rdf:type"),
            2 => self.push(" f:b='&lt;' xml:lang='de'"),
            _ => {}
        }
    }

    /// propertyElt
    fn property(&mut self, depth: usize) {
        let name = self.pick(PROPERTIES, BAD_PROPERTIES);
        self.push("<");
        self.push(name);
        self.base();
        if self.dice.happens(6) {
            self.id();
        }
        self.bent_attribute();
        match self.dice.below(if depth < 4 { 9 } else { 5 }) {
            0 => {
                self.reference("rdf:resource");
                self.property_attributes();
                self.push("/>");
                return;
            }
            1 => {
                self.property_attributes();
                return self.push("/>");
            }
            2 => {
                self.reference("rdf:datatype");
                self.push(">");
                self.text();
            }
            3 => {
                self.push(">");
                self.text();
            }
            4 => {
                self.push(" rdf:parseType=\"Literal\">");
                let text = self.pick(&["a <b xmlns='http://h/n'>c</b>", "", "<e:x rdf:about=\"a b\"/>"], BAD_TEXTS);
                self.push(text);
            }
            5 => {
                self.push(">");
                self.space();
                self.node(depth + 1);
                if self.is_bent && self.dice.happens(20) {
                    self.node(depth + 1);
                }
                self.space();
            }
            6 => {
                self.push(" rdf:parseType=\"Resource\">");
                for _ in 0..self.dice.below(3) {
                    self.property(depth + 1);
                    self.space();
                }
            }
            7 => {
                self.push(" rdf:parseType='Collection'>");
                for _ in 0..self.dice.below(3) {
                    self.node(depth + 1);
                    self.space();
                }
            }
            _ => {
                self.push(" rdf:nodeID=\"n\"/>");
                return;
            }
        }
        self.close(name);
    }

    fn text(&mut self) {
        let text = self.pick(TEXTS, BAD_TEXTS);
        self.push(text);
    }
}
