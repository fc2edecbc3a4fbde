//! Laws of values and of routers that hold for every input. Fuzz targets call them, too.

use oneiri_template::{ExpandError, Operator, Overlaps, Router, Template, Value, Values};

/// The values of an input: `name=text`, `name=[item[item` for a list, and `name={key{value{key{value`.
struct Assigned(Vec<(String, Value<'static>)>);

impl Values for Assigned {
    fn value(&self, name: &str) -> Option<&Value<'_>> {
        self.0.value(name)
    }
}

fn assigned<'a>(parts: impl Iterator<Item = std::borrow::Cow<'a, str>>) -> Assigned {
    let values = parts.filter_map(|part| {
        let (name, value) = part.split_once('=')?;
        let items = |rest: &str, mark| rest.split(mark).map(str::to_owned).collect::<Vec<_>>();
        let value = match value.split_at_checked(1) {
            Some(("[", rest)) => Value::from(items(rest, '[')),
            Some(("{", rest)) => {
                let pairs = items(rest, '{').chunks_exact(2).map(<[String]>::to_vec).collect::<Vec<_>>();
                Value::Map(pairs.into_iter().map(|it| (it[0].clone().into(), it[1].clone().into())).collect())
            }
            _ => Value::from(value.to_owned()),
        };
        Some((name.to_owned(), value))
    });
    Assigned(values.collect())
}

/// The input is a template and values, with bytes 0xFF between them, which no text in UTF-8 has. An expansion
/// in two steps is the same, a template that says so expands to references, and an expansion matches.
pub(crate) fn values(input: &[u8]) {
    let mut parts = input.split(|byte| *byte == 0xFF).map(String::from_utf8_lossy);
    let Some(template) = parts.next().and_then(|it| Template::parse(it).ok()) else { return };
    let all = assigned(parts);
    let text = match template.expand(&all) {
        Ok(text) => text,
        Err(ExpandError::Prefix { range, name }) => {
            assert!(template.as_str()[range].starts_with(&name), "{template}: {name}");
            assert!(!matches!(all.value(&name), Some(Value::Text(_))), "{template}: {name}");
            return;
        }
        Err(error) => panic!("{template}: {error}"),
    };
    for count in 0..=all.0.len() {
        let Ok(rest) = template.partial(&all.0[..count].to_vec()) else { continue };
        assert_eq!(rest.expand(&all).as_deref(), Ok(&*text), "{template}, then {rest}");
    }
    if template.is_always_reference() {
        assert!(template.expand_ref(&all).is_ok(), "{template}: {text}");
    }
    let Ok(matcher) = template.matcher_shortest_first() else { return };
    let found = match matcher.matches(&text) {
        Ok(found) => found,
        Err(error) => {
            assert!(!keeps_all(&template, &all), "{template}: {text}: {error}");
            return;
        }
    };
    assert_eq!(template.expand(&found).as_deref(), Ok(&*text), "{template}: {found}");
    if let Ok(strict) = template.matcher() {
        assert_eq!(strict.matches(&text).as_ref(), Ok(&found), "{template} has one reading");
    }
}

/// Whether the expansion keeps so much of these values that it matches: it may not if a name occurs twice, or
/// if a label has dots.
fn keeps_all(template: &Template, all: &Assigned) -> bool {
    let mut names: Vec<_> = template.variables().map(|it| it.name()).collect();
    names.sort_unstable();
    let is_repeated = names.windows(2).any(|two| two[0] == two[1]);
    let texts = all.0.iter().flat_map(|(_, value)| match value {
        Value::Text(text) => vec![&**text],
        Value::List(items) => items.iter().map(|it| &**it).collect(),
        Value::Map(pairs) => pairs.iter().flat_map(|(name, value)| [&**name, &**value]).collect(),
    });
    let has_label = template.expressions().any(|it| it.operator() == Operator::Label);
    let is_lost = |text: &str| has_label && text.contains('.');
    !is_repeated && !texts.into_iter().any(is_lost)
}

/// The input is templates and a text, with bytes 0xFF between them. A router finds a template exactly if one
/// matches, and what it says of the text is what that template says.
pub(crate) fn routers(input: &[u8]) {
    let mut parts: Vec<_> = input.split(|byte| *byte == 0xFF).map(String::from_utf8_lossy).collect();
    let Some(text) = parts.pop() else { return };
    let templates: Vec<_> = parts.iter().filter_map(|it| Template::parse(&**it).ok()).take(16).collect();
    let routes = || templates.iter().cloned().zip(0_usize..);
    let Ok(router) = Router::new(routes(), Overlaps::Ranked) else { return };
    let matches = |template: &Template| {
        let matcher = template.matcher_shortest_first().ok()?;
        matcher.matches(&text).ok().map(|found| found.into_owned())
    };
    let found = router.find(&text);
    let expected = templates.iter().filter(|it| matches(it).is_some()).count();
    assert_eq!(found.is_some(), expected > 0, "{templates:?}: {text}");
    if let Some((index, found)) = &found {
        assert_eq!(matches(&templates[**index]).as_ref(), Some(found), "{templates:?}: {text}");
    }
    if let Ok(strict) = Router::new(routes(), Overlaps::Refused) {
        assert!(expected < 2, "{templates:?} do not overlap, but {text} has {expected}");
        assert_eq!(strict.find(&text), found, "{templates:?}: {text}");
    }
    // With lenient queries, too, a router finds a template exactly if one matches.
    let Ok(lenient) = router.clone().lenient_query() else { return };
    let matches = |template: &Template| {
        let matcher = template.matcher_shortest_first().ok()?.lenient_query();
        matcher.matches(&text).ok().map(|found| found.into_owned())
    };
    let found = lenient.find(&text);
    let expected = templates.iter().any(|it| matches(it).is_some());
    assert_eq!(found.is_some(), expected, "lenient: {templates:?}: {text}");
    if let Some((index, found)) = found {
        assert_eq!(matches(&templates[*index]), Some(found), "lenient: {templates:?}: {text}");
    }
}

#[test]
fn all_inputs() {
    use crate::laws::{Numbers, cases, template};

    let mut numbers = Numbers(4711);
    let texts = ["", "a", "x=[a[b", "x={k{v", "y=%20", "k=[", "a={", "é", "%C3%A9=/", "k=a.b", "/a", "a", "?x=a", ",a"];
    for _ in 0..cases(20_000) {
        let mut input = Vec::new();
        for _ in 0..=numbers.below(3) {
            input.extend(template(&mut numbers).as_str().bytes());
            input.push(0xFF);
        }
        let texts: Vec<_> = (0..=numbers.below(4)).map(|_| numbers.pick(&texts).as_bytes()).collect();
        input.extend(texts.join(&0xFF));
        values(&input);
        routers(&input);
    }
}
