//! Laws of matching, over thousands of small templates, against brute force.

use std::collections::BTreeMap;

use oneiri_template::{Capture, MatcherError, Modifier, Operator, Template, Value, Variable, covers, overlap};

/// On how many of `all` templates or texts a law is tried: a quarter of them, so that `cargo test` is quick, or as many
/// more as the variable `ONEIRI_CASES` has of 20,000. `.ci/deep laws` sets it to 20,000, for all of them.
pub(crate) fn cases(all: usize) -> usize {
    let share = std::env::var("ONEIRI_CASES").map_or(0, |number| number.parse().unwrap()).max(5_000);
    all * share / 20_000
}

/// A small generator of numbers, the same in every run.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    pub(crate) fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }
}

/// A template of one to four parts. Names do not repeat.
pub(crate) fn template(numbers: &mut Numbers) -> Template {
    let mut text = String::new();
    let mut names = ["x", "y", "k", "a", "é_%C3%A9"].iter().map(|it| it.trim_start_matches("é_"));
    for _ in 0..=numbers.below(4) {
        if numbers.below(3) == 0 {
            text += numbers.pick(&["a", "/", ",", ".", "x", "=", "?", "&x=", ";", "%20", "%c3%a9", "é"]);
            continue;
        }
        text += "{";
        text += numbers.pick(&["", "", "+", "#", ".", "/", ";", "?", "&"]);
        let Some(name) = names.next() else { return template(numbers) };
        text += name;
        text += numbers.pick(&["", "", "*", ":1", ":4"]);
        if numbers.below(3) == 0 {
            let Some(name) = names.next() else { return template(numbers) };
            text += ",";
            text += name;
            text += numbers.pick(&["", "*", ":2"]);
        }
        text += "}";
    }
    Template::parse(text).unwrap()
}

pub(crate) type Values = Vec<(String, Value<'static>)>;

/// Values of a variable that no other value of the list has the expansion of, in any template.
fn values_of(operator: Operator, variable: &Variable) -> Vec<Option<Value<'static>>> {
    let reserved = matches!(operator, Operator::Reserved | Operator::Fragment);
    let unnamed = matches!(operator, Operator::Simple | Operator::Reserved);
    let named = matches!(operator, Operator::Parameter | Operator::Query | Operator::Continuation);
    let mut all = vec![None];
    let texts: &[&str] = match variable.modifier() {
        Modifier::Prefix(1) if reserved => &["a", "é", ","],
        Modifier::Prefix(1) => &["a", "é", "/"],
        _ if reserved => &["a", "aa", "a,", "=", "%20%2F", "é", "?x=", "&x=a", "/", ".", "%c3"],
        Modifier::Explode if operator == Operator::Label => &["a", "aa", "é", "/"],
        _ => &["a", "aa", "é", "/", ".", "a.a", "%c3"],
    };
    let length = match variable.modifier() {
        Modifier::Prefix(length) => usize::from(length),
        _ => usize::MAX,
    };
    // A prefix keeps its characters alone, and an escape that `+` lets through is one of them.
    let texts = texts.iter().filter(|text| length == usize::MAX || !text.contains('%'));
    all.extend(texts.map(|text| Some(Value::from(text.chars().take(length).collect::<String>()))));
    if !unnamed {
        all.push(Some(Value::from("")));
    }
    if reserved {
        // What the expansion lets through is the text itself; " " and "%20" are one, so " " is here.
        all.retain(|it| *it != Some(Value::from("%20%2F")));
        all.push(Some(Value::from(" %2F")).filter(|_| !matches!(variable.modifier(), Modifier::Prefix(_))));
    }
    if !matches!(variable.modifier(), Modifier::Prefix(_)) && !reserved {
        all.extend([["a", "a"], ["", ""], ["a", ""], ["", "a"]].map(|it| Some(Value::from(it))));
        if variable.modifier() == Modifier::Explode {
            let map = |pairs: &[(&'static str, &'static str)]| {
                Some(Value::Map(pairs.iter().map(|&(k, v)| (k.into(), v.into())).collect()))
            };
            all.extend([map(&[("q", "a")]), map(&[("a", ""), ("", "/")]), map(&[("x", "a"), ("é", "a")])]);
            // Pairs of one name are a list of that name.
            if named && variable.name() == "a" {
                all.retain(|it| *it != map(&[("a", "")]));
            }
        }
    }
    let mut once = Vec::new();
    all.into_iter().for_each(|it| {
        if !once.contains(&it) {
            once.push(it)
        }
    });
    once
}

/// Sets of values: all, or many of them if there are too many.
pub(crate) fn assignments(template: &Template, numbers: &mut Numbers) -> Vec<Values> {
    let choices: Vec<_> = template
        .expressions()
        .flat_map(|it| it.variables().iter().map(move |variable| (variable, values_of(it.operator(), variable))))
        .collect();
    let mut all = Vec::new();
    for number in 0..3000_usize {
        let mut rest = number;
        let few = choices.iter().map(|it| it.1.len()).product::<usize>() <= 3000;
        let mut pick = |bound: usize| {
            let index = if few { rest % bound } else { numbers.below(bound) };
            rest /= bound;
            index
        };
        let values: Values = choices
            .iter()
            .filter_map(|(variable, values)| {
                values[pick(values.len())].clone().map(|value| (variable.name().to_owned(), value))
            })
            .collect();
        if few && rest > 0 {
            break;
        }
        all.push(values);
    }
    all
}

fn values(captures: &[Capture<'_>]) -> Values {
    captures.iter().map(|it| (it.name.to_string(), it.value.clone().into_owned())).collect()
}

#[test]
fn decisions_hold_against_brute_force() {
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    let (mut sound, mut ambiguous) = (0, 0);
    for _ in 0..cases(6000) {
        let template = template(&mut numbers);
        let all = assignments(&template, &mut numbers);
        match template.matcher() {
            Ok(matcher) => {
                sound += 1;
                let mut seen: BTreeMap<String, Values> = BTreeMap::new();
                for values_ in all {
                    let text = template.expand(&values_).unwrap();
                    let other = seen.insert(text.clone(), values_.clone());
                    if let Some(other) = other.filter(|other| *other != values_) {
                        panic!("{template} is ambiguous: {text} is {other:?} and {values_:?}");
                    }
                    let found = matcher
                        .matches(&text)
                        .unwrap_or_else(|error| panic!("{template} does not match {text} of {values_:?}: {error}"));
                    assert_eq!(values(found.captures()), values_, "{template} {text}");
                }
            }
            Err(MatcherError::Ambiguous(found)) => {
                ambiguous += 1;
                let [one, two] = found.readings();
                assert_ne!(one, two);
                assert_eq!(template.expand(one).unwrap(), found.text(), "{template}");
                assert_eq!(template.expand(two).unwrap(), found.text(), "{template}");
            }
            Err(error) => panic!("{template}: {error}"),
        }
    }
    assert!(sound > cases(1000) && ambiguous > cases(1000), "{sound} {ambiguous}");
    println!("{sound} templates without ambiguity, {ambiguous} with a witness");
}

/// What is expanded in two steps is what is expanded in one, and what is always a reference is one.
#[test]
fn partial_expansion_and_references() {
    let mut numbers = Numbers(99);
    let (mut always, mut not) = (0, 0);
    for _ in 0..cases(2000) {
        let template = template(&mut numbers);
        let is_reference = template.is_always_reference();
        let mut rejected = false;
        for values in assignments(&template, &mut numbers).iter().take(300) {
            let text = template.expand(values).unwrap();
            let some = &values[..numbers.below(values.len() + 1)];
            let rest = template.partial(some).unwrap();
            assert_eq!(rest.expand(values).unwrap(), text, "{template} {rest}");
            rejected |= template.expand_ref(values).is_err();
        }
        assert!(!(is_reference && rejected), "{template}");
        (always, not) = (always + usize::from(is_reference), not + usize::from(rejected));
    }
    assert!(always > cases(300) && not > cases(20), "{always} {not}");
}

/// `overlap` and `covers` hold against the expansions of both.
#[test]
fn relations_hold_against_brute_force() {
    let mut numbers = Numbers(3);
    let (mut common, mut covered) = (0, 0);
    for _ in 0..cases(1500) {
        let (a, b) = (template(&mut numbers), template(&mut numbers));
        let matcher = |it: &Template| it.matcher_shortest_first().unwrap();
        let (in_a, found, covers) = (matcher(&a), overlap(&a, &b).unwrap(), covers(&a, &b).unwrap());
        if let Some(text) = &found {
            common += 1;
            assert!(in_a.matches(text).is_ok() && matcher(&b).matches(text).is_ok(), "{a} {b} {text}");
        }
        for values in assignments(&b, &mut numbers).iter().take(100) {
            let text = b.expand(values).unwrap();
            let matches = in_a.matches(&text).is_ok();
            assert!(!matches || found.is_some(), "{a} {b}: both have {text}");
            assert!(matches || !covers, "{a} covers {b}: {text}");
        }
        covered += usize::from(covers);
    }
    assert!(common > cases(100) && covered > cases(20), "{common} {covered}");
}

/// A variable that can have a value has one, also after a literal.
#[test]
fn the_first_variable_goes_first() {
    let found = |template: &str, text: &str| {
        let matcher = Template::parse(template).unwrap().matcher_shortest_first().unwrap();
        matcher.matches(text).unwrap().to_string()
    };
    for before in ["", "/a", "{z}"] {
        assert_eq!(found(&format!("{before}{{?x,m*}}"), &format!("{}?x=2", before.replace("{z}", ""))), r#"{x="2"}"#);
    }
    assert_eq!(found("/{a}{b}", "/xyz"), r#"{a="x", b="yz"}"#);
}

/// Pairs in another order, and pairs that the template does not have, change no value.
#[test]
fn lenient_queries_have_any_order() {
    let mut numbers = Numbers(11);
    let template = Template::parse("/a{/p}{?x,y*,z:3}{&k}{#f}").unwrap();
    let matcher = template.matcher_shortest_first().unwrap();
    let lenient = matcher.clone().lenient_query();
    let pairs = ["x=1", "y=a", "y=b", "z=abc", "k=%2F"];
    for _ in 0..2_000 {
        let chosen: Vec<_> = pairs.iter().filter(|_| numbers.below(2) == 0).copied().collect();
        let strict = match chosen.is_empty() {
            true => String::from("/a/q#f"),
            false => format!("/a/q?{}#f", chosen.join("&")),
        };
        let expected = matcher.matches(&strict);
        let mut others = chosen.clone();
        // The two pairs of a list keep their order.
        others.sort_by_key(|pair| (numbers.below(8), pair.starts_with("y=")));
        let lists = others.iter().position(|it| *it == "y=a").zip(others.iter().position(|it| *it == "y=b"));
        if lists.is_some_and(|(a, b)| a > b) || !chosen.contains(&"y=a") && !chosen.contains(&"y=b") {
            continue;
        }
        others.insert(numbers.below(others.len() + 1), "utm=1");
        let text = format!("/a/q?{}#f", others.join("&"));
        // A list beside another pair is a map, if the text is read strictly.
        if matcher.matches(&text).is_err() {
            assert_eq!(lenient.matches(&text), expected, "{text}");
        }
        assert_eq!(lenient.matches(&strict), expected, "{strict}");
    }
}

#[test]
fn all_inputs() {
    let mut numbers = Numbers(77);
    let pieces = [
        "a", "/", ",", ".", "x", "=", "?", "&x=", "&", ";", "%20", "%c3", "%C3%A9", "#", "x=a", "y=", "%2F", "~", "%7E",
    ];
    for _ in 0..cases(20_000) {
        let mut input = format!("{}", template(&mut numbers)).into_bytes();
        input.push(0xFF);
        input.extend(format!("{}", template(&mut numbers)).into_bytes());
        for _ in 0..4 {
            let text: String = (0..numbers.below(7)).map(|_| numbers.pick(&pieces)).collect();
            input.extend([&[0xFF], text.as_bytes()].concat());
        }
        crate::any::any(&input);
    }
}
