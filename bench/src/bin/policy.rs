//! A check by `oneiri-policy` with ten rules and with ten thousand, beside one pattern of the crate
//! `urlpattern`, and beside a `RegexSet` of the same rules, which normalizes nothing. In each round they take
//! turns; the figures are medians, in nanoseconds for each text.

use std::hint::black_box;
use std::time::Instant;

use oneiri_policy::{Policy, Rule};
use regex::RegexSet;
use urlpattern::{UrlPattern, UrlPatternInit, UrlPatternMatchInput, UrlPatternOptions};

const ROUNDS: usize = 41;
const TIMES: u32 = 4_000;

const PLAIN: &str = "https://api-7.example.com/v1/users/314?page=2";
const ESCAPED: &str = "https://api-7.example.com/v1/caf%C3%A9%20noir?q=a%26b";
const WORK: &str = "HTTPS://API-7.Example.COM:443/v1/./users/%7Eada?q=%c3%a9";
const IDN: &str = "https://bücher.example/v1/users/314?page=2";
const DENIED: &str = "https://unknown.example.net/v1/users/314?page=2";

fn policy(rules: usize, fixed_host: bool) -> Policy {
    let rule = |nth: usize| Rule {
        schemes: vec!["https".to_owned()],
        host: Some(if fixed_host {
            "api-7.example.com".into()
        } else {
            format!("api-{nth}.example.com")
        }),
        path: Some(match (fixed_host, nth) {
            (true, 7) | (false, _) => "/v1/*".to_owned(),
            _ => format!("/v1-{nth}/*"),
        }),
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
    let any = Rule { host: Some("*".to_owned()), ..Rule::default() };
    let any = Policy::builder().allow(any).build().expect("a policy");
    for policy in [&ten, &many, &many_paths] {
        assert!([PLAIN, ESCAPED, WORK].iter().all(|text| policy.check(text).is_allowed()));
        assert!(!policy.check(DENIED).is_allowed());
    }
    let init = UrlPatternInit::parse_constructor_string::<regex::Regex>(
        "https://:host.example.com/v1/*",
        None,
    );
    let pattern: UrlPattern = init
        .and_then(|init| UrlPattern::parse(init, UrlPatternOptions::default()))
        .expect("a pattern");
    let (ten_regexes, many_regexes) = (regexes(10), regexes(1_000));
    type Task<'a> = (&'static str, Box<dyn Fn() -> bool + 'a>);
    let tasks: Vec<Task<'_>> = vec![
        ("plain, 10 rules", Box::new(|| ten.check(black_box(PLAIN)).is_allowed())),
        ("plain, 10,000 hosts", Box::new(|| many.check(black_box(PLAIN)).is_allowed())),
        ("plain, 10,000 paths", Box::new(|| many_paths.check(black_box(PLAIN)).is_allowed())),
        ("escapes, 10 rules", Box::new(|| ten.check(black_box(ESCAPED)).is_allowed())),
        ("needs work, 10 rules", Box::new(|| ten.check(black_box(WORK)).is_allowed())),
        ("host beyond ASCII", Box::new(|| any.check(black_box(IDN)).is_allowed())),
        ("denied, 10 rules", Box::new(|| !ten.check(black_box(DENIED)).is_allowed())),
        (
            "urlpattern, 1 pattern",
            Box::new(|| {
                let url = black_box(PLAIN).parse().expect("a URL");
                pattern.test(UrlPatternMatchInput::Url(url)).expect("a match")
            }),
        ),
        ("RegexSet, 10 rules", Box::new(|| ten_regexes.is_match(black_box(PLAIN)))),
        ("RegexSet, 1,000 rules", Box::new(|| many_regexes.is_match(black_box(PLAIN)))),
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
    for ((name, _), median) in tasks.iter().zip(&medians) {
        println!("{name:24} {median:8.0} ns {:7.2} x urlpattern", median / medians[7]);
    }
    println!("10,000 rules cost {:.2} times what 10 cost", medians[1] / medians[0]);
}
