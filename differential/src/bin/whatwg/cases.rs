//! Cases: texts that reach every state of the parser, bases, and values for setters.

#[path = "../../generate.rs"]
#[allow(dead_code, reason = "the texts there are those of RFC 3987")]
mod generate;

pub use generate::Dice;

pub struct Case {
    pub base: Option<String>,
    pub text: String,
    pub sets: Vec<(&'static str, String)>,
}

pub const SETTERS: [&str; 9] =
    ["protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"];

const STARTS: &[&str] = &[
    "",
    "http:",
    "https://",
    "http://h/",
    "http://a.b:8080/c",
    "file:",
    "file://",
    "file:///",
    "ftp://",
    "ws://h",
    "foo:",
    "foo:/",
    "foo://",
    "foo://h",
    "blob:https://",
    "//",
    "/",
    "\\\\",
    "http://u:p@h/",
    "https://xn--",
    "file:///C:/",
];
const PIECES: &[&str] = &[
    "http",
    "file",
    "foo",
    "HTTP",
    ":",
    ":",
    "/",
    "/",
    "//",
    "\\",
    "?",
    "#",
    "@",
    "a",
    "Z",
    "C|",
    "c:",
    "|",
    ".",
    "..",
    "%2e",
    ".%2E",
    "%",
    "%41",
    "%zz",
    "%2f",
    "%00",
    "0x7f",
    "127.0.0.1",
    "256",
    "0",
    "08",
    "0x",
    "4294967296",
    "[::1]",
    "[",
    "]",
    "::",
    "1.2.3.4",
    "ffff",
    ":80",
    ":443",
    ":65536",
    ":8a",
    " ",
    "\t",
    "\n",
    "\0",
    "\u{7F}",
    "é",
    "ß",
    "xn--",
    "xn--a",
    "xn--bcher-kva",
    "xn---",
    "xn--0x7f",
    "\u{FFFD}",
    "。",
    "１",
    "\"",
    "<",
    "`",
    "{",
    "^",
    "'",
    "localhost",
    "example.com",
    "-",
    "~",
    "=",
    "&",
    "+",
    "א",
    "\u{1F600}",
    "%C3%A9",
    "\u{AD}",
    "\u{200D}",
    "K",
    "_",
    "*",
];

fn pieces(dice: &mut Dice, most: usize) -> String {
    (0..dice.below(most + 1)).map(|_| PIECES[dice.below(PIECES.len())]).collect()
}

fn text(dice: &mut Dice, lines: &[String]) -> String {
    if lines.is_empty() || dice.below(3) > 0 {
        return format!("{}{}", STARTS[dice.below(STARTS.len())], pieces(dice, 6));
    }
    let mut text = lines[dice.below(lines.len())].clone();
    for _ in 0..dice.below(3) {
        let at = (0..=text.len()).cycle().skip(dice.below(text.len() + 1));
        let at = at.into_iter().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        match dice.below(3) {
            0 => text.truncate(at),
            1 if at < text.len() => drop(text.remove(at)),
            _ => text.insert_str(at, PIECES[dice.below(PIECES.len())]),
        }
    }
    text
}

pub fn any(dice: &mut Dice, lines: &[String]) -> Case {
    let base = (dice.below(3) == 0).then(|| text(dice, lines));
    let text = text(dice, lines);
    let sets = (0..dice.below(4)).map(|_| (SETTERS[dice.below(9)], pieces(dice, 3))).collect();
    Case { base, text, sets }
}
