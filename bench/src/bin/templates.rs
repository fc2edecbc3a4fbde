//! URI Templates beside other crates: `templates`. It expands with iri-string and uritemplate-next, routes
//! with matchit, and matches one text with each of some templates. Contenders take turns; each figure is the
//! median of all rounds. Ends with 1 if a ratio or a time is above its limit.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use iri_string::spec::UriSpec;
use iri_string::template::UriTemplateStr;
use iri_string::template::simple_context::{SimpleContext, Value as IriValue};
use oneiri_template::{Overlaps, Router, Template, Value};
use uritemplate::UriTemplate;

const ROUNDS: usize = 101;

/// How often a text is expanded or matched in a round.
const COUNT: usize = 500;

/// The most nanoseconds of a match, and the most that oneiri may take beside the fastest of the others.
const MATCH: f64 = 300.0;
const EXPAND: f64 = 0.3;
const ROUTE: f64 = 1.5;

const TEMPLATES: [&str; 6] = [
    "/users/{id}",
    "/users/{id}{?fields*}",
    "https://api.example.com/repos/{owner}/{repo}/issues{?state,labels,page}",
    "{+base}/search{?q,lang}{#section}",
    "/files{/path*}{.ext}",
    "/map/{lat},{lon:6}{;style}{&keys*}",
];

fn values() -> BTreeMap<&'static str, Value<'static>> {
    let map = Value::Map(vec![("semi".into(), ";".into()), ("dot".into(), ".".into())]);
    BTreeMap::from([
        ("id", Value::from("ada")),
        ("fields", Value::from(["name", "age"])),
        ("owner", Value::from("rust-lang")),
        ("repo", Value::from("rust")),
        ("state", Value::from("open")),
        ("labels", Value::from("A-docs,C-bug")),
        ("page", Value::from("2")),
        ("base", Value::from("http://example.com/home/")),
        ("q", Value::from("thé & lait")),
        ("lang", Value::from("fr")),
        ("section", Value::from("top/1")),
        ("path", Value::from(["a", "b c", "d"])),
        ("ext", Value::from("tar")),
        ("lat", Value::from("48.85")),
        ("lon", Value::from("2.3522219")),
        ("style", Value::from("dark")),
        ("keys", map),
    ])
}

/// So many turns of what a contender does.
fn turns<'c, T>(count: usize, mut one: impl FnMut() -> T + 'c) -> Box<dyn FnMut() + 'c> {
    Box::new(move || (0..count).for_each(|_| _ = black_box(one())))
}

/// The median nanoseconds of each contender: all have a turn in each round.
fn medians(count: usize, contenders: &mut [Box<dyn FnMut() + '_>]) -> Vec<f64> {
    let mut times = vec![Vec::with_capacity(ROUNDS); contenders.len()];
    for round in 0..=ROUNDS {
        for place in 0..contenders.len() {
            let turn = (place + round) % contenders.len();
            let start = Instant::now();
            contenders[turn]();
            let time = start.elapsed().as_nanos() as f64 / count as f64;
            if round > 0 {
                times[turn].push(time);
            }
        }
    }
    let median = |mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    times.into_iter().map(median).collect()
}

/// Prints the figures, and whether oneiri, which is the first, is within the limit.
fn report(what: &str, names: &[&str], figures: &[f64], limit: f64) -> bool {
    let fastest = figures[1..].iter().copied().fold(f64::INFINITY, f64::min);
    let ratio = figures[0] / fastest;
    let figures: Vec<_> = names.iter().zip(figures).map(|(name, figure)| format!("{name} {figure:.0} ns")).collect();
    println!("{what}: {}; ratio {ratio:.2}, limit {limit}", figures.join(", "));
    ratio <= limit
}

fn expansions() -> bool {
    let values = values();
    let mut fine = true;
    for text in TEMPLATES {
        let ours = Template::parse(text).expect("a template");
        let theirs = UriTemplateStr::new(text).expect("a template");
        let mut context = SimpleContext::new();
        let mut next = UriTemplate::new(text);
        for (&name, value) in &values {
            match value {
                Value::Text(text) => {
                    context.insert(name, &**text);
                    next.set(name, &**text);
                }
                Value::List(items) => {
                    let items: Vec<String> = items.iter().map(ToString::to_string).collect();
                    next.set(name, &*items);
                    context.insert(name, IriValue::List(items));
                }
                Value::Map(pairs) => {
                    let pairs: Vec<(String, String)> =
                        pairs.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
                    next.set(name, &*pairs);
                    context.insert(name, IriValue::Assoc(pairs));
                }
            }
        }
        let expansion = ours.expand(&values).expect("an expansion");
        let iri = theirs.expand::<UriSpec, _>(&context).expect("an expansion").to_string();
        assert_eq!(expansion, iri, "{text}");
        assert_eq!(expansion, next.build(), "{text}");
        let mut contenders = [
            turns(COUNT, || ours.expand(black_box(&values)).expect("an expansion")),
            turns(COUNT, || theirs.expand::<UriSpec, _>(black_box(&context)).expect("an expansion").to_string()),
            turns(COUNT, || black_box(&next).build()),
        ];
        let figures = medians(COUNT, &mut contenders);
        fine &= report(text, &["oneiri", "iri-string", "uritemplate-next"], &figures, EXPAND);
    }
    fine
}

fn matches() -> bool {
    let values = values();
    let mut fine = true;
    for text in TEMPLATES {
        let template = Template::parse(text).expect("a template");
        let matcher = template.matcher_shortest_first().expect("a matcher");
        let rule = if template.matcher().is_ok() { "" } else { " (ambiguous, by the rule)" };
        let expansion = template.expand(&values).expect("an expansion");
        let turns = turns(COUNT, || matcher.matches(black_box(&expansion)).expect("a match"));
        let figures = medians(COUNT, &mut [turns]);
        println!("match {text}{rule} of {} bytes: {:.0} ns", expansion.len(), figures[0]);
        fine &= figures[0] <= MATCH || !rule.is_empty();
    }
    fine
}

/// So many different routes of an interface, with texts that they match.
fn routes(count: usize) -> Vec<(String, String)> {
    const WORDS: [&str; 10] =
        ["users", "repos", "issues", "pulls", "teams", "orders", "items", "events", "labels", "files"];
    let route = |n: usize| {
        let (a, b, c) = (WORDS[n % 10], WORDS[n / 10 % 10], n / 100);
        match n % 4 {
            0 => (format!("/v{c}/{a}/{b}"), format!("/v{c}/{a}/{b}")),
            1 => (format!("/v{c}/{a}/{b}/{{id}}"), format!("/v{c}/{a}/{b}/4711")),
            2 => (format!("/v{c}/{a}/{{id}}/{b}/{{no}}"), format!("/v{c}/{a}/ada/{b}/12")),
            _ => (format!("/v{c}/{a}/{{id}}/{b}/{{no}}/edit"), format!("/v{c}/{a}/ada-lovelace/{b}/9/edit")),
        }
    };
    (0..count).map(route).collect()
}

fn router(count: usize) -> bool {
    let routes = routes(count);
    let parse = |text: &String| Template::parse(text.as_str()).expect("a template");
    let start = Instant::now();
    let ours = Router::new(routes.iter().map(|(text, _)| parse(text)).zip(0..), Overlaps::Refused).expect("a router");
    println!("router of {count}: built in {:?}", start.elapsed());
    let mut theirs = matchit::Router::new();
    for (index, (template, text)) in routes.iter().enumerate() {
        theirs.insert(template.as_str(), index).expect("a route");
        let found = ours.find(text).expect("a match");
        assert_eq!(*found.0, index, "{text}");
    }
    // In an order that the predictor does not learn.
    let mut texts: Vec<&str> = routes.iter().map(|(_, text)| text.as_str()).collect();
    let mut seed = 275_u64;
    for at in (1..texts.len()).rev() {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        texts.swap(at, (seed >> 33) as usize % (at + 1));
    }
    let figures = medians(
        texts.len(),
        &mut [
            Box::new(|| texts.iter().for_each(|text| _ = black_box(ours.find(black_box(text)).expect("a match")))),
            Box::new(|| texts.iter().for_each(|text| _ = black_box(theirs.at(black_box(text)).expect("a match")))),
        ],
    );
    report(&format!("router of {count}"), &["oneiri", "matchit"], &figures, ROUTE)
}

fn main() -> ExitCode {
    let fine = [expansions(), matches(), router(1000), router(10_000)];
    ExitCode::from(u8::from(fine.contains(&false)))
}
