//! A check by `oneiri-policy` with ten rules and with ten thousand, beside one pattern of the crate
//! `urlpattern`, and beside a `RegexSet` of the same rules, which normalizes nothing. In each round they take
//! turns; the figures are medians, in nanoseconds for each text. `policy FILE` writes them to a file as well.

use std::hint::black_box;
use std::time::Instant;

use oneiri_bench::machine;
use oneiri_policy::{Policy, Rule};
use regex::RegexSet;
use urlpattern::{UrlPattern, UrlPatternInit, UrlPatternMatchInput, UrlPatternOptions};

// Many short rounds: a machine that does other work interrupts few of them.
const ROUNDS: usize = 401;
const TIMES: u32 = 400;

const PLAIN: &str = "https://api-7.example.com/v1/users/314?page=2";
const ESCAPED: &str = "https://api-7.example.com/v1/caf%C3%A9%20noir?q=a%26b";
const WORK: &str = "HTTPS://API-7.Example.COM:443/v1/./users/%7Eada?q=%c3%a9";
const IDN: &str = "https://bücher.example/v1/users/314?page=2";
const IRI: &str = "https://api-7.example.com/v1/café?q=ä";
const DENIED: &str = "https://unknown.example.net/v1/users/314?page=2";

fn policy(rules: usize, fixed_host: bool) -> Policy {
    let rule = |nth: usize| Rule {
        schemes: vec!["https".to_owned()],
        hosts: vec![if fixed_host { "api-7.example.com".into() } else { format!("api-{nth}.example.com") }],
        paths: vec![match (fixed_host, nth) {
            (true, 7) | (false, _) => "/v1/*".to_owned(),
            _ => format!("/v1-{nth}/*"),
        }],
        ..Rule::default()
    };
    let builder = (0..rules).fold(Policy::builder(), |builder, nth| builder.allow(rule(nth)));
    builder.build().expect("a policy")
}

fn regexes(rules: usize) -> RegexSet {
    let pattern = |nth: usize| format!(r"^https://api-{nth}\.example\.com/v1/");
    RegexSet::new((0..rules).map(pattern)).expect("a set of expressions")
}

fn main() {
    let (ten, many) = (policy(10, false), policy(10_000, false));
    let many_paths = policy(10_000, true);
    let any = Rule { hosts: vec!["*".to_owned()], ..Rule::default() };
    let any = Policy::builder().allow(any).build().expect("a policy");
    for policy in [&ten, &many, &many_paths] {
        assert!([PLAIN, ESCAPED, WORK, IRI].iter().all(|text| policy.check(text).is_allowed()));
        assert!(!policy.check(DENIED).is_allowed());
    }
    let init = UrlPatternInit::parse_constructor_string::<regex::Regex>("https://:host.example.com/v1/*", None);
    let pattern: UrlPattern =
        init.and_then(|init| UrlPattern::parse(init, UrlPatternOptions::default())).expect("a pattern");
    let regexes = regexes(10);
    type Task<'a> = (&'static str, Box<dyn Fn() -> bool + 'a>);
    let tasks: Vec<Task<'_>> = vec![
        ("a plain link, 10 rules", Box::new(|| ten.check(black_box(PLAIN)).is_allowed())),
        ("the same, 10,000 rules with hosts of their own", Box::new(|| many.check(black_box(PLAIN)).is_allowed())),
        (
            "the same, 10,000 rules with paths of their own",
            Box::new(|| many_paths.check(black_box(PLAIN)).is_allowed()),
        ),
        ("a link with escapes", Box::new(|| ten.check(black_box(ESCAPED)).is_allowed())),
        (
            "capitals, a default port, a dot segment, needless escapes",
            Box::new(|| ten.check(black_box(WORK)).is_allowed()),
        ),
        ("a host beyond ASCII", Box::new(|| any.check(black_box(IDN)).is_allowed())),
        ("a path and a query beyond ASCII", Box::new(|| ten.check(black_box(IRI)).is_allowed())),
        (
            "a host that IDNA maps, which is denied, with its reason",
            Box::new(|| !any.check(black_box("https://BÜCHER.example/v1/users/314?page=2")).is_allowed()),
        ),
        ("a link that no rule allows, with its reason", Box::new(|| !ten.check(black_box(DENIED)).is_allowed())),
        (
            "`urlpattern`, one pattern, the parsing of the URL included",
            Box::new(|| {
                let url = black_box(PLAIN).parse().expect("a URL");
                pattern.test(UrlPatternMatchInput::Url(url)).expect("a match")
            }),
        ),
        ("`RegexSet`, 10 rules", Box::new(|| regexes.is_match(black_box(PLAIN)))),
    ];
    let mut figures = vec![Vec::new(); tasks.len()];
    for _ in 0..ROUNDS {
        for ((_, task), figures) in tasks.iter().zip(&mut figures) {
            let start = Instant::now();
            let all = (0..TIMES).all(|_| task());
            figures.push(start.elapsed().as_secs_f64() * 1e9 / f64::from(TIMES));
            assert!(all);
        }
    }
    let median = |figures: &mut Vec<f64>| {
        figures.sort_by(f64::total_cmp);
        figures[figures.len() / 2]
    };
    let medians: Vec<f64> = figures.iter_mut().map(median).collect();
    let mut rows = Vec::new();
    for ((name, _), median) in tasks.iter().zip(&medians) {
        let (contender, package) = match name {
            _ if !name.starts_with('`') => ("oneiri", "oneiri-policy"),
            _ if name.contains("RegexSet") => ("regex", "regex"),
            _ => ("urlpattern", "urlpattern"),
        };
        rows.push(format!(
            "{{\"task\": \"{name}\", \"contender\": \"{contender}\", \"version\": \"{}\", \"median_ns\": [{median:.0}], \
             \"accepted\": [1]}}",
            machine::version(package)
        ));
        println!("{name:60} {median:8.0} ns {:7.2} x urlpattern", median / medians[9]);
    }
    println!("10,000 rules cost {:.2} times what 10 cost", medians[1] / medians[0]);
    if let Some(path) = std::env::args().nth(1) {
        let (processor, rustc) = (machine::processor(), machine::RUSTC);
        let json = format!(
            "{{\n  \"processor\": \"{processor}\",\n  \"rustc\": \"{rustc}\",\n  \"rounds\": {ROUNDS},\n  \
             \"lists\": [{{\"name\": \"one text\", \"identifiers\": 1, \"bytes\": 0}}],\n  \"results\": [\n    {}\n  ]\n}}\n",
            rows.join(",\n    ")
        );
        std::fs::write(path, json).expect("a file");
    }
}
