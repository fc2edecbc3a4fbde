//! Documents of N-Triples, N-Quads, Turtle and TriG, all in their versions 1.2, that reach every rule of the grammars. About half
//! of them have something wrong.

use oneiri_differential::dice::Dice;

/// Which of the four grammars.
#[derive(Clone, Copy)]
pub struct Grammar {
    /// Whether it has prefixes and the like.
    pub terse: bool,
    pub graphs: bool,
}

const IRIS: &[&str] = &[
    "<http://h/a>", "<http://h/>", "<urn:x:y>", "<mailto:a@b>", "<http://h/\\u00E9>", "<http://h/\u{e9}?q#f>",
    "<http://h/\\U0001F600>", "<tag:a,b:c>", "<http://h/%20>", "<http://[::1]:80/>", "<s:>", "<http://h/a'b(c)>",
];
const BAD_IRIS: &[&str] = &[
    "<http://h/a b>", "<http://h/{a}>", "<http://h/\\u0020>", "<http://h/\\n>", "<http://h/%zz>", "<http://h:port/>",
    "<http://[::1/>", "<http://h/\\u12>", "<http://h/\"a\">", "<http://h/a|b>", "<http://h/\\U00110000>", "<:a>",
    "<http://h/^>", "<http://h/`>", "<http://h/\\u003C>",
];
const REFERENCES: &[&str] = &["<a>", "<>", "<#f>", "<../x>", "<//g/y>", "<?q>", "</p/./q>", "<a/b:c>", "<\u{e9}>"];
const NAMES: &[&str] = &[
    ":a", "e:a", "e:", ":", "e:a.b", "e:a:b", "e:1", "e:\\~a", "e:a\\-b", "e:%41b", "e:_a", "e:\u{e9}", ":a-b",
    "e:a\\,",
];
const BAD_NAMES: &[&str] = &["f:a", "e:%4", "e:\\a", "e:-a", "e:%zz", ".e:a", "e:a\\", "_e:a", "1e:a", "e:a~b"];
const LABELS: &[&str] = &["_:a", "_:b1", "_:1", "_:a.b", "_:a-b", "_:\u{e9}", "_:_"];
const BAD_LABELS: &[&str] = &["_:", "_:-a", "_a", "_:.a", "_:~"];
const STRINGS: &[&str] =
    &["\"x\"", "\"\"", "\"a.b <c> # d\"", "\"\\\"\"", "\"\\u00e9\\n\"", "\"'\"", "\"\u{e9}\"", "\"\\\\\""];
const LONG: &[&str] = &[
    "'x'", "''", "'\"'", "\"\"\"a\nb\"\"\"", "'''a\n\"b\" . '''", "\"\"\"\"a\"\"\"", "''''''", "\"\"\"a\\\"\"\"\"",
    "'''a''b'''",
];
const BAD_STRINGS: &[&str] = &["\"a", "\"a\nb\"", "\"\\z\"", "\"\\u00\"", "'a", "\"\"\"a\"\"", "\"\\uD800\"", "x"];
const NUMBERS: &[&str] = &["1", "-1", "+1.5", ".5", "1.5e3", "1.e5", "1E-2", "true", "false", "0", "1e0", "-.5E+1"];
const BAD_NUMBERS: &[&str] = &["+", "1e", "True", "1.5.5", "-", "e", "1e+"];
const TAGS: &[&str] = &["@en", "@en-GB", "@de-1996", "@en--ltr", "@ar-EG--rtl"];
const BAD_TAGS: &[&str] = &["@en--LTR", "@en--", "@en--ltr-x", "@", "@1", "@en-", "@-en", "^^", "^^_:a", "^^\"x\""];
const GAPS: &[&str] = &[" ", "  ", "\t", "\n", " # c <x> \"y\"\n", " \r\n "];
#[rustfmt::skip]
const DIRECTIVE: &[&str] = &[
    "@prefix e: <http://ns.example/e/> .", "PREFIX : <http://ns.example/f#>",
    "@base <http://base.example/b/c-base> .", "base <http://base.example/d-base>",
    "prefix e: <http://ns.example/g?>", "@prefix e.f: <http://ns.example/h> .", "VERSION \"1.2\"",
    "@version '1.1' .", "version \"any\"",
];
#[rustfmt::skip]
const BAD_DIRECTIVE: &[&str] = &[
    "@prefix e <http://ns.example/> .", "@prefix e: <http://ns.example/>", "PREFIX e: <http://ns.example/> .",
    "@base <http://ns.example/ > .", "@Prefix e: <http://ns.example/> .", "@prefix e. : <http://ns.example/> .",
    "@base http://ns.example/ .", "prefix e:f <http://ns.example/>", "VERSION 1.2", "@version \"1.2\"",
    "VERSION \"1.2\" .", "@version \"\"\"1.2\"\"\" .",
];
const JUNK: &[&str] = &[
    ".", ";", ",", "[", "]", "(", ")", "{", "}", "<", ">", "\"", "a", "^^", "#", "\\", "@", "e:a", "<http://h/a>",
    "GRAPH", "\u{0}", "|", "<<", ">>", "<<(", ")>>", "~", "{|", "|}", "@base", "=",
];

struct Writer<'d> {
    dice: &'d mut Dice,
    format: Grammar,
    /// One piece of so many is a bad one.
    odds: usize,
    pieces: Vec<String>,
}

/// A document of one to four statements. About half of them have something wrong.
pub fn document(format: Grammar, dice: &mut Dice) -> String {
    let odds = if dice.below(2) == 0 { usize::MAX } else { 20 };
    let statements = 1 + dice.below(4);
    let mut writer = Writer { dice, format, odds, pieces: Vec::new() };
    if format.terse {
        writer.push("@prefix e: <http://ns.example/e/> .\nPREFIX : <http://ns.example/f#>\n");
    }
    for _ in 0..statements {
        writer.statement();
    }
    let mut pieces = writer.pieces;
    // Sometimes a piece is left out, doubled, or replaced.
    if odds != usize::MAX && dice.below(3) == 0 {
        let at = dice.below(pieces.len());
        match dice.below(3) {
            0 => drop(pieces.remove(at)),
            1 => pieces.insert(at, pieces[at].clone()),
            _ => pieces[at] = dice.pick(JUNK).to_owned(),
        }
    }
    pieces.concat()
}

impl Writer<'_> {
    fn push(&mut self, text: &str) {
        self.pieces.push(text.to_owned());
    }

    fn gap(&mut self) {
        let gap = if self.format.terse { self.dice.pick(GAPS) } else { self.dice.pick(&GAPS[..3]) };
        self.push(gap);
    }

    fn pick(&mut self, good: &[&'static str], bad: &[&'static str]) {
        let text = if self.odds != usize::MAX && self.dice.below(self.odds) == 0 {
            self.dice.pick(bad)
        } else {
            self.dice.pick(good)
        };
        self.push(text);
    }

    fn iri(&mut self) {
        match self.dice.below(if self.format.terse { 3 } else { 1 }) {
            0 => self.pick(IRIS, BAD_IRIS),
            1 => self.pick(REFERENCES, BAD_IRIS),
            _ => self.pick(NAMES, BAD_NAMES),
        }
    }

    fn statement(&mut self) {
        if self.format.terse && self.dice.below(4) == 0 {
            self.pick(DIRECTIVE, BAD_DIRECTIVE);
            return self.push("\n");
        }
        if self.format.terse && self.format.graphs && self.dice.below(2) == 0 {
            let name = self.dice.below(4);
            match name {
                0 => self.push("GRAPH <http://h/g> "),
                1 => self.push("[] "),
                2 => self.iri(),
                _ => {}
            }
            self.gap();
            self.push("{");
            self.gap();
            // The name of an empty graph is in no statement.
            let triples = usize::from(name != 3) + self.dice.below(3);
            for nth in 0..triples {
                self.triple();
                if nth + 1 < triples || self.dice.below(2) == 0 {
                    self.push(".");
                }
                self.gap();
            }
            self.push("}\n");
            return;
        }
        self.triple();
        if self.format.graphs && !self.format.terse && self.dice.below(2) == 0 {
            if self.dice.below(2) == 0 {
                self.iri()
            } else {
                self.pick(LABELS, BAD_LABELS)
            }
            self.gap();
        }
        self.push(".");
        self.push("\n");
    }

    fn triple(&mut self) {
        match self.dice.below(if self.format.terse { 7 } else { 3 }) {
            0 | 1 => self.iri(),
            6 => {
                self.reified(0);
                if self.dice.happens(4) {
                    return;
                }
            }
            2 => self.pick(LABELS, BAD_LABELS),
            3 => self.push("[]"),
            4 => {
                self.push("[");
                self.predicates();
                self.push("]");
                self.gap();
                if self.dice.below(2) == 0 {
                    return;
                }
            }
            _ => self.list(0),
        }
        self.gap();
        self.predicates();
    }

    fn predicates(&mut self) {
        loop {
            if self.format.terse && self.dice.below(5) == 0 {
                self.push("a")
            } else {
                self.iri()
            }
            self.gap();
            self.object(0);
            self.annotation(0);
            while self.format.terse && self.dice.below(4) == 0 {
                self.gap();
                self.push(",");
                self.gap();
                self.object(0);
                self.annotation(0);
            }
            self.gap();
            if !self.format.terse || self.dice.below(3) > 0 {
                return;
            }
            self.push(";");
            self.gap();
            if self.dice.below(3) == 0 {
                return;
            }
        }
    }

    fn object(&mut self, depth: usize) {
        let most = match (self.format.terse, depth < 3) {
            (true, true) => 10,
            (false, true) if self.dice.happens(3) => 5,
            _ => 4,
        };
        match self.dice.below(most) {
            0 | 1 => self.iri(),
            4 if !self.format.terse => self.triple_term(depth),
            8 => self.triple_term(depth),
            9 => self.reified(depth),
            2 => self.pick(LABELS, BAD_LABELS),
            3 | 4 => self.literal(),
            5 => self.pick(NUMBERS, BAD_NUMBERS),
            6 => self.list(depth + 1),
            _ => {
                self.push("[");
                if self.dice.below(2) == 0 {
                    self.gap();
                    self.iri();
                    self.gap();
                    self.object(depth + 1);
                }
                self.push("]");
            }
        }
    }

    /// tripleTerm ::= '<<(' ttSubject verb ttObject ')>>'
    fn triple_term(&mut self, depth: usize) {
        self.push("<<(");
        self.gap();
        self.iri_or_label();
        self.gap();
        self.iri();
        self.gap();
        // What a triple term may not hold now and then: a list, or a reified triple.
        match self.dice.below(12) {
            0 => self.object(depth + 1),
            1 | 2 => self.short_literal(),
            3 if depth < 3 => self.triple_term(depth + 1),
            _ => self.iri_or_label(),
        }
        self.gap();
        self.push(")>>");
    }

    /// reifiedTriple ::= '<<' rtSubject verb rtObject reifier? '>>'
    fn reified(&mut self, depth: usize) {
        self.push("<<");
        self.gap();
        if depth < 3 && self.dice.happens(5) {
            self.reified(depth + 1)
        } else {
            self.iri_or_label()
        }
        self.gap();
        if self.dice.happens(5) {
            self.push("a")
        } else {
            self.iri()
        }
        self.gap();
        match self.dice.below(10) {
            0 => self.object(depth + 1),
            1 | 2 => self.short_literal(),
            3 if depth < 3 => self.triple_term(depth + 1),
            4 if depth < 3 => self.reified(depth + 1),
            5 => self.push("[]"),
            _ => self.iri_or_label(),
        }
        self.gap();
        if self.dice.happens(3) {
            self.reifier();
        }
        self.push(">>");
    }

    /// reifier ::= '~' (iri | BlankNode)?
    fn reifier(&mut self) {
        self.push("~");
        self.gap();
        if !self.dice.happens(3) {
            self.iri_or_label();
            self.gap();
        }
    }

    /// annotation ::= (reifier | annotationBlock)*
    fn annotation(&mut self, depth: usize) {
        while self.format.terse && self.dice.happens(8) {
            self.gap();
            if self.dice.happens(2) {
                self.reifier();
                continue;
            }
            self.push("{|");
            self.gap();
            if !self.dice.happens(12) {
                self.iri();
                self.gap();
                self.object(depth + 1);
                if depth < 3 {
                    self.annotation(depth + 1);
                }
                self.gap();
                if self.dice.happens(4) {
                    self.push(";");
                }
            }
            self.push("|}");
        }
    }

    fn iri_or_label(&mut self) {
        if self.dice.happens(3) { self.pick(LABELS, BAD_LABELS) } else { self.iri() }
    }

    /// A literal that oxttl takes in triple terms, too, but for now and then.
    fn short_literal(&mut self) {
        if self.dice.happens(20) {
            return self.literal();
        }
        self.pick(STRINGS, BAD_STRINGS);
        self.tag();
    }

    fn literal(&mut self) {
        if self.format.terse && self.dice.below(2) == 0 {
            self.pick(LONG, BAD_STRINGS);
        } else {
            self.pick(STRINGS, BAD_STRINGS);
        }
        self.tag();
    }

    fn tag(&mut self) {
        match self.dice.below(4) {
            0 => self.pick(TAGS, BAD_TAGS),
            1 => {
                self.push("^^");
                self.iri();
            }
            _ => {}
        }
    }

    fn list(&mut self, depth: usize) {
        self.push("(");
        for _ in 0..self.dice.below(3) {
            self.gap();
            self.object(depth + 1);
        }
        self.gap();
        self.push(")");
    }
}
