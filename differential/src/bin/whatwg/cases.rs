//! Cases: texts that reach every state of the parser, bases, and values for setters.

#[path = "../../generate.rs"]
#[allow(dead_code, reason = "the texts there are those of RFC 3987")]
mod generate;
#[path = "../../../../crates/oneiri-whatwg/tests/it/pieces.rs"]
mod pieces;

pub use generate::Dice;
use pieces::PIECES;

pub struct Case {
    pub base: Option<String>,
    pub text: String,
    pub sets: Vec<(&'static str, String)>,
}

pub const SETTERS: [&str; 9] =
    ["protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"];

const STARTS: &[&str] = &[
    "", "http:", "https://", "http://h/", "http://a.b:8080/c", "file:", "file://", "file:///", "ftp://", "ws://h",
    "foo:", "foo:/", "foo://", "foo://h", "blob:https://", "//", "/", "\\\\", "http://u:p@h/", "https://xn--",
    "file:///C:/",
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
