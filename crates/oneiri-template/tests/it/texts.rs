//! The decision about ambiguity, against all texts of up to eight characters.

use std::borrow::Cow;
use std::collections::BTreeMap;

use oneiri_template::{Expression, Match, MatcherError, Modifier, Operator, Template, Value, Variable};

use crate::laws::{Numbers, cases};

/// The most characters of a text.
const LENGTH: usize = 8;

/// So many templates, each with an alphabet, in `.ci/run`: see [`cases`].
const TEMPLATES: usize = 4000;

type Reading = Vec<(String, Value<'static>)>;

/// A template of one to three parts. Names do not repeat.
fn template(numbers: &mut Numbers) -> Template {
    let (mut text, mut names) = (String::new(), ["a", "x", "k", "aa"].into_iter());
    for _ in 0..=numbers.below(3) {
        if numbers.below(3) == 0 {
            text += numbers.pick(&["a", "aa", "/", ",", ".", "=", "?", "&", "&a=", ";", "#", "%20"]);
            continue;
        }
        let mut variables = Vec::new();
        for _ in 0..=usize::from(numbers.below(4) == 0) {
            let Some(name) = names.next() else { continue };
            variables.push(name.to_owned() + numbers.pick(&["", "", "*", "*", ":1", ":3"]));
        }
        if !variables.is_empty() {
            let operator = numbers.pick(&["", "", "+", "#", ".", "/", ";", "?", "&"]);
            text += &format!("{{{operator}{}}}", variables.join(","));
        }
    }
    Template::parse(text).unwrap()
}

/// All strings of the characters, shortest first.
fn strings(characters: &[char], length: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut from = 0;
    for _ in 0..length {
        let end = all.len();
        for at in from..end {
            let next: Vec<_> = characters.iter().map(|&c| format!("{}{c}", all[at])).collect();
            all.extend(next);
        }
        from = end;
    }
    all
}

/// The number of characters, where an escape is one.
fn length(text: &str) -> usize {
    text.len() - 2 * text.matches('%').count()
}

/// All lists of items whose costs are at most so much in all.
fn lists<T: Clone>(items: &[(T, usize)], most: usize) -> Vec<Vec<T>> {
    let mut all: Vec<(usize, Vec<T>)> = vec![(0, Vec::new())];
    let mut at = 0;
    while at < all.len() {
        let (used, list) = all[at].clone();
        for (next, cost) in items.iter().filter(|(_, cost)| used + cost <= most) {
            all.push((used + cost, [&list[..], std::slice::from_ref(next)].concat()));
        }
        at += 1;
    }
    all.into_iter().map(|(_, list)| list).collect()
}

/// The values of a variable whose expansions have at most so many characters, with this number. Of values that
/// cannot be told apart it has the one that matching gives.
fn values(
    expression: &Expression,
    variable: &Variable,
    alphabet: &[char],
    most: usize,
) -> Vec<(Option<Value<'static>>, usize)> {
    let operator = expression.operator();
    let (reserved, unnamed, named) = (
        matches!(operator, Operator::Reserved | Operator::Fragment),
        matches!(operator, Operator::Simple | Operator::Reserved),
        matches!(operator, Operator::Parameter | Operator::Query | Operator::Continuation),
    );
    let explode = variable.modifier() == Modifier::Explode && !reserved;
    let is_kept = |&&c: &&char| match c {
        '.' => !(explode && operator == Operator::Label),
        c => reserved || c.is_ascii_alphanumeric() || c == ' ',
    };
    let characters: Vec<char> = alphabet.iter().filter(is_kept).copied().collect();
    let longest = match variable.modifier() {
        Modifier::Prefix(length) => most.min(usize::from(length)),
        _ => most,
    };
    let texts = strings(&characters, longest);
    let mut all: Vec<Value<'static>> = Vec::new();
    // `{x}` and `{+x}` write nothing for an empty text.
    all.extend(texts.iter().filter(|it| !(unnamed && it.is_empty())).cloned().map(Value::from));
    let is_composite = !reserved && !matches!(variable.modifier(), Modifier::Prefix(_));
    if is_composite {
        // An item, or a pair, and the separator before it; nothing may be before the first.
        let items: Vec<_> = texts.iter().map(|it| (it.clone(), it.len() + 1)).collect();
        all.extend(lists(&items, most + 1).into_iter().filter(|it| it.len() > 1).map(Value::from));
        if explode {
            let pair = |name: &String, value: &String| -> ((Cow<'static, str>, Cow<'static, str>), usize) {
                let is_name = operator == Operator::Parameter && value.is_empty();
                let cost = name.len() + value.len() + if is_name { 1 } else { 2 };
                ((name.clone().into(), value.clone().into()), cost)
            };
            let pairs: Vec<_> = texts
                .iter()
                .flat_map(|name| texts.iter().map(move |value| pair(name, value)))
                .filter(|(_, cost)| *cost <= most + 1)
                .collect();
            // Pairs of the variable's name are a text or a list.
            let is_map = |pairs: &Vec<(Cow<'_, str>, _)>| match named {
                true => pairs.iter().any(|(name, _)| name != variable.name()),
                false => !pairs.is_empty(),
            };
            all.extend(lists(&pairs, most + 1).into_iter().filter(is_map).map(Value::Map));
        }
    }
    let mut this = format!("{{{}", operator.as_str());
    this += variable.name();
    this += match variable.modifier() {
        Modifier::None => "}",
        Modifier::Explode => "*}",
        Modifier::Prefix(1) => ":1}",
        Modifier::Prefix(_) => ":3}",
    };
    let alone = Template::parse(this).unwrap();
    let cost = |value: &Value<'static>| length(&alone.expand(&[(variable.name(), value.clone())]).unwrap());
    let mut costs = vec![(None, 0)];
    costs.extend(all.into_iter().map(|it| (Some(it.clone()), cost(&it))).filter(|it| it.1 <= most));
    costs
}

/// All expansions of up to so many characters, each with its readings.
fn expansions(template: &Template, alphabet: &[char], most: usize) -> BTreeMap<String, Vec<Reading>> {
    let nothing: [(&str, Value<'_>); 0] = [];
    let Some(most) = most.checked_sub(length(&template.expand(&nothing).unwrap())) else {
        return BTreeMap::new();
    };
    let mut open: Vec<(Reading, usize)> = vec![(Vec::new(), 0)];
    for expression in template.expressions() {
        for variable in expression.variables() {
            let values = values(expression, variable, alphabet, most);
            let mut next = Vec::new();
            for (reading, used) in &open {
                for (value, cost) in values.iter().filter(|(_, cost)| used + cost <= most) {
                    let value = value.clone().map(|value| (variable.name().to_owned(), value));
                    next.push((reading.iter().cloned().chain(value).collect(), used + cost));
                }
            }
            open = next;
        }
    }
    let mut all: BTreeMap<String, Vec<Reading>> = BTreeMap::new();
    for (reading, _) in open {
        all.entry(template.expand(&reading).unwrap()).or_default().push(reading);
    }
    all
}

fn reading(found: &Match<'_>) -> Reading {
    let captures = found.captures().iter();
    captures.map(|it| (it.name.to_string(), it.value.clone().into_owned())).collect()
}

/// How often the decision was held against all texts.
#[derive(Default)]
struct Counts {
    sound: usize,
    ambiguous: usize,
    texts: usize,
}

impl Counts {
    fn add(self, other: Self) -> Self {
        Self {
            sound: self.sound + other.sound,
            ambiguous: self.ambiguous + other.ambiguous,
            texts: self.texts + other.texts,
        }
    }
}

/// Holds the decision about one template against all texts of an alphabet.
fn hold(template: &Template, alphabet: &[char]) -> Counts {
    let mut counts = Counts::default();
    match template.matcher() {
        Ok(matcher) => {
            counts.sound = 1;
            let all = expansions(template, alphabet, LENGTH);
            for text in strings(alphabet, LENGTH) {
                counts.texts += 1;
                let text = text.replace(' ', "%20");
                let found = matcher.matches(&text).ok().map(|it| reading(&it));
                let readings = all.get(&text).map_or(&[][..], Vec::as_slice);
                assert!(readings.len() < 2, "{template}: {text} is {readings:?}");
                assert_eq!(found.as_ref(), readings.first(), "{template}: {text}");
            }
        }
        Err(MatcherError::Ambiguous(found)) => {
            counts.ambiguous = 1;
            let [one, two] = found.readings().each_ref().map(|it| template.expand(it).unwrap());
            assert!(one == two && found.readings()[0] != found.readings()[1], "{template}: {found:?}");
            // No shorter text has two readings.
            let Some(less) = length(found.text()).checked_sub(1) else { return counts };
            for (text, readings) in expansions(template, alphabet, less.min(LENGTH)) {
                assert!(readings.len() < 2, "{template}: {text} is {readings:?}");
            }
        }
        Err(error) => panic!("{template}: {error}"),
    }
    counts
}

/// This is the longest test of the crate, so it uses all cores.
#[test]
fn decisions_hold_for_all_texts_of_eight_characters() {
    let mut numbers = Numbers(0x2545_F491_4F6C_DD1D);
    let mut one = || {
        let template = template(&mut numbers);
        let mut alphabet = vec!['a'];
        // Two characters of values make many texts, so there is seldom a second one.
        alphabet.extend(numbers.pick(&["x", ".", " ", "", "", "", ""]).chars());
        alphabet.extend(numbers.pick(&[",", "/", "=", "?", "&", ";", "#"]).chars());
        (template, alphabet)
    };
    let templates: Vec<(Template, Vec<char>)> = (0..cases(TEMPLATES)).map(|_| one()).collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let counts = std::thread::scope(|scope| {
        let part = |from: usize| {
            let mine = templates.iter().skip(from).step_by(threads);
            mine.map(|(template, alphabet)| hold(template, alphabet)).fold(Counts::default(), Counts::add)
        };
        let parts: Vec<_> = (0..threads).map(|from| scope.spawn(move || part(from))).collect();
        parts.into_iter().map(|it| it.join().unwrap()).fold(Counts::default(), Counts::add)
    });
    let Counts { sound, ambiguous, texts } = counts;
    println!("{sound} templates without ambiguity and {texts} texts, {ambiguous} with a witness");
    assert!(sound > cases(TEMPLATES / 4) && ambiguous > cases(TEMPLATES / 8), "{sound} {ambiguous}");
}
