//! Templates with values: all operators and modifiers, and texts that are almost templates.

#[path = "../../generate.rs"]
#[allow(dead_code, reason = "the texts there are those of RFC 3987")]
mod generate;

pub use generate::Dice;
use oneiri_template::Value;

/// A template, and the values of its variables.
pub struct Case {
    pub template: String,
    pub values: Vec<(&'static str, Value<'static>)>,
}

const LITERALS: &[&str] = &[
    "/", "a", "?", "&", "#", ".", ",", ";x=", "~", "%41", "%c3%A9", "é", "[", "]", "'", "@", "=", "http://h/",
    "\u{E000}",
];
/// What no template has there.
const FAULTS: &[&str] = &[
    "{", "}", " ", "%", "%4", "\"", "<", "\\", "^", "`", "|", "\u{FFFF}", "{}", "{+}", "{=x}", "{|x}", "{x:}", "{x:0}",
    "{x:10000}", "{x:3*}", "{x*:3}", "{x.}", "{.}", "{x y}", "{%zz}", "{a{b}}", "{x=1}", "{x,}", "{,x}", "{x-y}",
    "{é}", "{x**}", "{?/x}",
];
const OPERATORS: &[&str] = &["", "", "+", "#", ".", "/", ";", "?", "&"];
const NAMES: &[&str] = &["x", "y", "list", "map", "a.b", "%41", "%c3%a9", "none", "1", "_"];
const MODIFIERS: &[&str] = &["", "", "", "*", "*", ":1", ":3", ":9999"];
const PIECES: &[&str] = &[
    "a", "B", "7", "-._~", " ", "/", "?", "#", "[", "]", "&", "=", ",", ";", "!", "%", "%41", "%2F", "%c3", "%4", "é",
    "\u{1F600}", "\u{301}", "\0", "\"", "{", "}", "^", "+", "..", "'", "()*",
];

fn pieces(dice: &mut Dice) -> String {
    (0..dice.below(4)).map(|_| PIECES[dice.below(PIECES.len())]).collect()
}

fn expression(dice: &mut Dice) -> String {
    let variable = |dice: &mut Dice| NAMES[dice.below(NAMES.len())].to_owned() + MODIFIERS[dice.below(MODIFIERS.len())];
    let operator = OPERATORS[dice.below(OPERATORS.len())];
    let variables: Vec<_> = (0..=dice.below(2)).map(|_| variable(dice)).collect();
    format!("{{{operator}{}}}", variables.join(","))
}

fn value(dice: &mut Dice) -> Option<Value<'static>> {
    Some(match dice.below(8) {
        0 => return None,
        1 | 2 => Value::from((0..dice.below(4)).map(|_| pieces(dice)).collect::<Vec<_>>()),
        // A name stands in a map once, as in the maps of others.
        3 => {
            let mut pairs: Vec<_> = (0..dice.below(3)).map(|_| (pieces(dice).into(), pieces(dice).into())).collect();
            pairs.dedup_by(|one, two| one.0 == two.0);
            Value::Map(pairs)
        }
        4 => Value::from(dice.below(1000)),
        _ => Value::from(pieces(dice)),
    })
}

pub fn any(dice: &mut Dice) -> Case {
    let part = |dice: &mut Dice| match dice.below(40) {
        0 => FAULTS[dice.below(FAULTS.len())].to_owned(),
        1..15 => LITERALS[dice.below(LITERALS.len())].to_owned(),
        _ => expression(dice),
    };
    let template = (0..=dice.below(2)).map(|_| part(dice)).collect();
    let values = NAMES.iter().filter_map(|&name| Some((name, value(dice)?))).collect();
    Case { template, values }
}
