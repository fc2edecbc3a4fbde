//! The law that fuzzing tries as well (`fuzz/`): when the invalid statements of Turtle or TriG are taken out, the others keep
//! their meaning.

use std::collections::HashMap;

use oneiri::IriRef;
use oneiri_documents::{Divided, Options, Records, by_id, certain_repair};

/// A part of a document: its text, and the text that was meant. Both are one valid statement, or the text is broken and
/// only its directives were meant.
struct Part {
    text: Vec<u8>,
    meant: String,
    is_valid: bool,
}

/// Choices by the bytes of an input.
struct Choices<'d>(std::slice::Iter<'d, u8>);

impl Choices<'_> {
    fn next(&mut self, count: usize) -> usize {
        self.0.next().map_or(0, |byte| usize::from(*byte) % count)
    }

    fn of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.next(texts.len())]
    }

    /// The prefix or base, and one of some IRIs, in the place of `NAME` and `IRI`.
    fn filled(&mut self, text: &str) -> String {
        let iri = format!("http://{}/", self.next(3));
        text.replace("NAME", self.of(&["e", "f", ""])).replace("IRI", &iri)
    }

    fn directive(&mut self) -> String {
        let text = self.of(&[
            "@prefix NAME: <IRI> .",
            "PREFIX NAME: <IRI>",
            "@base <IRI> .",
            "base <IRI>",
            "@prefix NAME:<IRI>.",
            "prefix\tNAME:\n<IRI>",
            "@prefix # it\n NAME: <x> .",
            "BASE # it\r\n<IRI>",
            // The first two have no repair.
            "@prefix NAME: <http://a b/> .",
            "base <http://h/\\u005C>",
            "PREFIX NAME: <http://h/a b/>",
        ]);
        self.filled(text)
    }

    /// A name with an escape is always given with its IRI.
    fn statement(&mut self, is_trig: bool) -> Part {
        let text = match self.next(7) {
            0 | 1 => self.directive(),
            2 if is_trig => {
                // An invalid statement of a graph is taken out of it.
                let (name, rest) = ("e:g\\-h { <s> f:a\\-b <o> .", " :a\\-b <p> 1 }\n");
                let broken = self.of(&["", " <s> <p> <[> .", " <s> e:a\\-b \"x .\n"]);
                let (text, meant) = ([name, broken, rest].concat().into_bytes(), [name, rest].concat());
                return Part { text, meant, is_valid: true };
            }
            _ => self
                .of(&[
                    "e:a\\-b f:a\\-b :a\\-b .",
                    "<s> <p> <http://h/> , 'x'@en .",
                    "<s> e:a\\-b \"\"\"x\ny\"\"\" .",
                    ":a\\-b <p> \"see prefix e: <http://no/> and base <http://no/>\" .",
                    "<s> f:a\\-b '''see prefix e: <http://no/> and\nbase <http://no/>''' .",
                    "<http://h/> :a\\-b [ e:a\\-b ( 1.5 <o> ) ] .",
                ])
                .to_owned(),
        };
        let meant = text + self.of(&["\n", " ", " # it's <x>\n", "\r\n\n"]);
        Part { text: meant.clone().into_bytes(), meant, is_valid: true }
    }

    fn broken(&mut self) -> Part {
        let (mut text, mut meant) = match self.next(4) {
            0 => {
                let (text, meant) = [
                    ("@prefix NAME: <IRI>", "@prefix NAME: <IRI> ."),
                    ("@prefix NAME: IRI .", "@prefix NAME: <IRI> ."),
                    ("@prefix NAME: <IRI .", "@prefix NAME: <IRI> ."),
                    ("@prefix NAME : <IRI> .", "@prefix NAME: <IRI> ."),
                    ("@prefx NAME: <IRI> .", "@prefix NAME: <IRI> ."),
                    ("@base IRI .", "@base <IRI> ."),
                    ("@base <IRI> . # \u{FFFD}", "@base <IRI> ."),
                    ("PREFIX NAME: # \u{FFFD}\n<IRI>", "PREFIX NAME: <IRI>"),
                    ("@prefix \u{FEFF}NAME\u{200B}: <IRI> .", "@prefix NAME: <IRI> ."),
                    ("@prefix \"NAME\": <IRI> .", "@prefix NAME: <IRI> ."),
                    ("PREFIX \u{201C}NAME\u{201D}: <IRI>", "PREFIX NAME: <IRI>"),
                    ("PREFIXNAME: <IRI> [ <p> <o> ] .", "PREFIX NAME: <IRI>"),
                ][self.next(12)];
                let both = self.filled(&format!("{text}\0{meant}"));
                let (text, meant) = both.split_once('\0').unwrap();
                (text.to_owned(), meant.to_owned())
            }
            _ => {
                let directive = self.directive();
                let before = self.of(&[
                    "<s> <p> <o>\n",
                    "<s> <p> \"x\"\n",
                    "<s> <p> 'x'@en ",
                    "e:a f:b 1 ",
                    "<s> <p> [ <q> <r>\n",
                    "( <s> ",
                    "<s> <p> << <a> <b> <c>\n",
                    "<s> <p> \"x . ",
                    "<s> <p> 'x\n",
                    "<s> <p> <x . ",
                    "<s> <p> <x\n",
                    "<s> <p> \"\"\"x .\n",
                    "<s> <p> '''x ",
                    "<s> <p> % ",
                    "<s> <p> \"\\q\" ",
                    "<g> { <s> <p> <o> . ",
                    "<s> <p> \"x\" , \"y . <s> <p> \"z\" . ",
                    "<s>\n# it's \"\n",
                ]);
                // The first blank is one that only people see, or is forgotten.
                let blank = self.of(&[" ", " ", " ", "\u{A0}", "\u{2003}\u{FEFF}", "\u{C}", ""]);
                (format!("{before}{}", directive.replacen(' ', blank, 1)), directive)
            }
        };
        text.push('\n');
        meant.push('\n');
        // U+FFFD is written as a byte that is not UTF-8.
        let text = text.replace('\u{FFFD}', "\0").bytes().map(|byte| if byte == 0 { 0xFF } else { byte }).collect();
        Part { text, meant, is_valid: false }
    }
}

/// A statement: where it begins, its bytes, its IRIs, and whether it is invalid, and invalid only because an invalid
/// statement may declare what it needs.
#[derive(Default)]
struct Statement {
    start: usize,
    bytes: Vec<u8>,
    iris: Vec<String>,
    /// Whether it is blank, a comment or a brace, and has no IRI.
    is_gap: bool,
    is_bad: bool,
    is_lost: bool,
}

/// Whether an IRI is invalid, and has no repair if it may be repaired.
fn is_bad(text: &str, repairs: bool) -> bool {
    let repaired = IriRef::parse_lenient(text).ok().filter(|_| repairs);
    let is_repaired = repaired.is_some_and(|it| certain_repair(text, it.host().as_deref()).is_ok());
    !is_repaired && IriRef::parse(text).is_err()
}

/// The statements of a document that comes in pieces of so many bytes.
fn statements(id: &str, repairs: bool, document: &[u8], size: usize) -> Vec<Statement> {
    let format = by_id(id).unwrap().open(Options { repairs, ..Options::default() });
    let (mut divider, mut all, mut from, mut window, mut first) = (format.divider(0), Vec::new(), 0, size, 1);
    while from < document.len() {
        let bytes = &document[from..document.len().min(from + window)];
        match divider.divide(bytes, from + window >= document.len(), size) {
            Divided::Needs(more) => window = more.max(window + size),
            Divided::Records(end, context) => {
                let records = Records { bytes: &bytes[..end], first, context: &context, trim: false };
                let mut statement = Statement::default();
                format.each(records, &mut |it| {
                    let text = String::from_utf8_lossy(it.text).into_owned();
                    statement.is_bad |= it.error.is_some() || is_bad(&text, repairs);
                    statement.is_lost |= it.error.is_some_and(|it| it.message.contains("within an invalid statement"));
                    statement.iris.push(text);
                    if it.last {
                        statement.is_gap = statement.iris.iter().all(String::is_empty);
                        statement.start = from + it.record_in(records.bytes).unwrap();
                        statement.bytes = [it.record, it.terminator].concat();
                        all.push(std::mem::take(&mut statement));
                    }
                });
                first += format.count(records.bytes);
                (from, window) = (from + end, size);
            }
        }
    }
    all
}

/// The bytes choose a document. Each of its statements that is kept has the same IRIs when all that is kept is read alone as
/// in a document in which the broken statements have only their directives.
pub(crate) fn turtle_kept(data: &[u8]) {
    count(data);
}

/// How many statements were kept, and how many were not because an invalid statement may declare what they need.
fn count(data: &[u8]) -> [usize; 2] {
    let mut choices = Choices(data.iter());
    let (is_trig, size) = (choices.next(2) == 1, 1 + 3 * choices.next(64));
    let (id, repairs) = (if is_trig { "trig" } else { "turtle" }, choices.next(2) == 1);
    let mut parts = Vec::new();
    while choices.0.len() > 0 {
        parts.push(if choices.next(3) == 0 { choices.broken() } else { choices.statement(is_trig) });
    }
    let (mut document, mut meant, mut places) = (Vec::new(), String::new(), HashMap::new());
    for part in &parts {
        if part.is_valid {
            places.insert(document.len(), meant.len());
        }
        document.extend_from_slice(&part.text);
        meant.push_str(&part.meant);
    }
    let shown = String::from_utf8_lossy(&document);
    let blanks = |it: &Statement| it.bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let expected = statements(id, repairs, meant.as_bytes(), meant.len().max(1));
    let expected: HashMap<usize, &Statement> =
        expected.iter().filter(|it| !it.is_gap).map(|it| (it.start + blanks(it), it)).collect();
    let all = statements(id, repairs, &document, size);
    let mut counts = [0, all.iter().filter(|it| it.is_lost).count()];
    // A brace of a graph stays.
    let good: Vec<u8> =
        all.iter().filter(|it| !it.is_bad).flat_map(|it| it.bytes.iter().chain(b"\n")).copied().collect();
    let kept: Vec<&Statement> = all.iter().filter(|it| !it.is_bad && !it.is_gap).collect();
    let mut alone = statements(id, repairs, &good, size);
    alone.retain(|it| !it.is_gap);
    assert_eq!(alone.len(), kept.len(), "{id}: {shown}");
    for (kept, alone) in kept.into_iter().zip(alone) {
        let Some(meant) = places.get(&(kept.start + blanks(kept))) else { continue };
        let expected = expected.get(meant).map(|it| &it.iris);
        assert_eq!(Some(&alone.iris), expected, "{id}: {shown}");
        counts[0] += 1;
    }
    counts
}

#[test]
fn statements_that_are_kept_keep_their_meaning() {
    let mut seed = 1_u32;
    let mut next = |most: usize| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as usize % most
    };
    // The same choice again and again, and then random ones.
    (0..=255).for_each(|byte| turtle_kept(&[byte; 40]));
    let [mut kept, mut lost] = [0; 2];
    for _ in 0..20_000 {
        let data: Vec<u8> = (0..4 + next(60)).map(|_| next(256) as u8).collect();
        let one = count(&data);
        (kept, lost) = (kept + one[0], lost + one[1]);
    }
    assert!(kept > 20_000 && lost > 5_000, "{kept} kept, {lost} lost");
}

/// A document that will be repaired has no declaration whose repair would be a guess.
#[test]
fn a_declaration_that_cannot_be_repaired_declares_nothing() {
    let repaired = Options { repairs: true, ..Options::default() };
    let as_uris = Options { ascii: true, ..repaired.clone() };
    let old = "@prefix e: <http://old/> . @base <http://old/> .\n";
    for (iri, options, is_known) in [
        ("http://new host/", &repaired, false),
        ("http://new|host/", &repaired, false),
        ("http://<new/", &repaired, false),
        ("http://n^w/", &repaired, false),
        ("//new host/", &repaired, false),
        ("http://h/\\u005Cx/", &repaired, false),
        ("http://h/\\u0000/", &repaired, false),
        ("http://h:x/", &repaired, false),
        ("http://h/[/", &repaired, false),
        ("http://caf\u{E9}/", &as_uris, false),
        ("http://caf\u{E9}/", &repaired, true),
        ("http://h/caf\u{E9} b/", &as_uris, true),
        ("http://h/a b/", &repaired, true),
    ] {
        let directives = [
            format!("@prefix e: <{iri}> ."),
            format!("PREFIX e: <{iri}>"),
            format!("@base <{iri}> ."),
            format!("BASE <{iri}>"),
        ];
        for (id, directive) in ["turtle", "trig"].into_iter().flat_map(|id| directives.iter().map(move |it| (id, it))) {
            let document = format!("{old}{directive}\ne:a\\-b <x:y> <o> .\n");
            let (mut errors, mut texts) = (0, Vec::new());
            let format = by_id(id).unwrap().open(options.clone());
            let mut each = |it: &oneiri_documents::Located<'_>| {
                errors += usize::from(it.error.is_some());
                texts.push(String::from_utf8_lossy(it.text).into_owned());
            };
            format.read(document.as_bytes(), &mut each).unwrap();
            assert_eq!(errors, usize::from(!is_known), "{id}: {document}");
            // The other one of the two is as it was.
            let old = texts.iter().filter(|it| ["http://old/a-b", "http://old/o"].contains(&&***it)).count();
            assert_eq!(old, 1, "{id}: {document}{texts:?}");
        }
    }
}
