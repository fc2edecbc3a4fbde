//! Laws of the protocol rung, on random graphs of observations, held against a model that is read
//! off the words: what leads to two resources is a conflict, what leads back to itself is a loop,
//! neither is used, and whatever is left is joined.

use std::collections::{BTreeMap, BTreeSet};

use oneiri::compare::{Evidence, ObservationKind, Observations, Problem};
use oneiri::{Alphabet, Ascii, HasScheme, Ladder, Ri, Rung, Unicode};

use super::ri;

/// Numbers that look random, and are the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }
}

/// The normal form of a node.
fn name(node: usize) -> String {
    format!("http://h/{}", char::from(b'a' + u8::try_from(node).unwrap()))
}

/// One of its spellings.
fn spelled(node: usize, dice: &mut Dice) -> String {
    let letter = char::from(b'a' + u8::try_from(node).unwrap());
    match dice.below(4) {
        0 => name(node),
        1 => format!("HTTP://H:80/{letter}"),
        2 => format!("http://h:/x/../{letter}"),
        _ => format!("http://h/%{:x}", u32::from(letter)),
    }
}

/// What the words make of a graph.
struct Model {
    next: BTreeMap<usize, usize>,
    problems: BTreeSet<String>,
    class: Vec<usize>,
}

impl Model {
    fn new(nodes: usize, edges: &[(usize, usize)]) -> Self {
        let mut targets: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for &(from, to) in edges {
            if from != to {
                targets.entry(from).or_default().insert(to);
            }
        }
        let mut problems = BTreeSet::new();
        let mut next = BTreeMap::new();
        for (from, to) in targets {
            if to.len() == 1 {
                next.insert(from, *to.first().unwrap());
            } else {
                let to: Vec<String> = to.into_iter().map(name).collect();
                problems.insert(format!("conflict: {} leads to {}", name(from), to.join(" and to ")));
            }
        }
        let whole = next.clone();
        for start in 0..nodes {
            let (mut circle, mut at) = (vec![start], start);
            while let Some(&to) = whole.get(&at) {
                at = to;
                if at == start || circle.len() > nodes {
                    break;
                }
                circle.push(at);
            }
            if at == start && whole.contains_key(&start) {
                next.remove(&start);
                if circle.iter().min() == Some(&start) {
                    let members: Vec<String> = circle.into_iter().map(name).collect();
                    problems.insert(format!("loop: {}", members.join(" leads to ")));
                }
            }
        }
        let mut class: Vec<usize> = (0..nodes).collect();
        for (&from, &to) in &next {
            let (old, new) = (class[from], class[to]);
            class.iter_mut().filter(|class| **class == old).for_each(|class| *class = new);
        }
        Self { next, problems, class }
    }

    fn way(&self, node: usize) -> Vec<usize> {
        let mut way = vec![node];
        while let Some(&to) = self.next.get(&way[way.len() - 1]) {
            way.push(to);
        }
        way
    }

    /// The names along which two nodes come together.
    fn chain(&self, a: usize, b: usize) -> Vec<String> {
        let (ours, theirs) = (self.way(a), self.way(b));
        let meet = *ours.iter().find(|node| theirs.contains(node)).unwrap();
        let until = |way: &[usize]| {
            way.iter().take_while(|node| **node != meet).map(|node| name(self.next[node])).collect::<Vec<_>>()
        };
        [until(&ours), until(&theirs)].concat()
    }
}

fn settle<A: Alphabet>(spellings: &[(String, String)]) -> (Evidence<'static>, Vec<Problem>) {
    let mut observations = Observations::default();
    for (at, (from, to)) in spellings.iter().enumerate() {
        let kind = if from.len() % 2 == 0 { ObservationKind::Redirect } else { ObservationKind::Canonical };
        let added = observations.observe(kind, &ri::<A>(from), &ri::<A>(to), "a crawl");
        assert_eq!(added, Ok(()), "{at}: {from} to {to}");
    }
    observations.settle()
}

#[test]
fn random_graphs_as_the_model() {
    let mut dice = Dice(275);
    let (mut joined, mut problems) = (0, 0);
    for round in 0..400 {
        let nodes = 2 + dice.below(11);
        let edges: Vec<(usize, usize)> =
            (0..dice.below(nodes + 3)).map(|_| (dice.below(nodes), dice.below(nodes))).collect();
        let model = Model::new(nodes, &edges);
        let spellings: Vec<_> =
            edges.iter().map(|&(from, to)| (spelled(from, &mut dice), spelled(to, &mut dice))).collect();
        let settled = settle::<Unicode>(&spellings);
        let (evidence, found) = settled.clone();
        let found: BTreeSet<String> = found.iter().map(Problem::to_string).collect();
        assert_eq!(found, model.problems, "round {round}: {spellings:?}");
        assert_eq!(evidence.len(), model.next.len(), "round {round}: {spellings:?}");
        assert_eq!(settle::<Ascii>(&spellings).0, evidence, "round {round}: {spellings:?}");
        // In any order, and said twice.
        let mut again = [&spellings[..], &spellings[..spellings.len().min(1)]].concat();
        for _ in 0..5 {
            dice.shuffle(&mut again);
            assert_eq!(settle::<Unicode>(&again), settled, "round {round}: {again:?} for {spellings:?}");
        }
        problems += found.len();
        let ladder = Ladder::new().evidence(&evidence);
        for a in 0..nodes {
            for b in 0..nodes {
                let (one, other) = (spelled(a, &mut dice), spelled(b, &mut dice));
                let (x, y) = (ri::<Unicode>(&one), ri::<Unicode>(&other));
                let what = || format!("round {round}: {one} and {other} by {spellings:?}");
                let same = model.class[a] == model.class[b];
                assert_eq!(ladder.equivalent(&x, &y, Rung::Protocol), same, "{}", what());
                let verdict = ladder.compare(&x, &y);
                assert_eq!(verdict.rung() == Some(Rung::Protocol), same && a != b, "{}", what());
                let chain: Vec<_> = verdict.chain().iter().map(|link| link.to.clone()).collect();
                let expected = if same && a != b { model.chain(a, b) } else { Vec::new() };
                assert_eq!(chain, expected, "{}", what());
                joined += usize::from(same && a != b);
            }
            let resource = name(*model.way(a).last().unwrap());
            let normal = ladder.normalize(&ri::<Unicode>(&name(a)), Rung::Protocol).into_string();
            assert_eq!(normal, resource, "round {round}: {} by {spellings:?}", name(a));
        }
    }
    println!("evidence: 400 graphs, {joined} pairs joined, {problems} problems");
    assert!(joined > 400 && problems > 100, "{joined} joined, {problems} problems");
}

/// Identifiers near those that evidence speaks of, and far from them.
const NEAR: [&str; 24] = [
    "http://h/a", "HTTP://h:80/a", "http://h/%61", "http://h/a#x", "http://h/b#%78", "http://h/b", "http://h/b#",
    "http://h/x/../b", "http://h/c", "http://h/c?", "http://h/c/", "http://h:0080/c", "http://h/%C3%A9",
    "http://h/%c3%a9#x", "https://h/a", "https://h:443/a", "http://h", "http://h/", "http://h//", "mailto:a@H",
    "mailto:a@h", "urn:example:a", "URN:EXAMPLE:a", "http://xn--9ca.example.org/",
];

/// What more there is among IRIs.
const NEAR_IRIS: [&str; 5] = [
    "http://h/\u{E9}",
    "http://h/\u{E9}#x",
    "http://h/e\u{301}",
    "http://\u{E9}.example.org",
    "http://\u{C9}.example.org:80/",
];

/// Reflexive, symmetric, transitive and monotone; and equal if and only if the normal forms are,
/// which are their own normal forms and parse to what they say they are.
fn laws<A: Alphabet>(ladder: &Ladder<'_>, texts: &[&str], seen: &[(&str, &str)]) -> usize {
    let all: Vec<Ri<&str, A, HasScheme>> = texts.iter().map(|text| ri(text)).collect();
    let mut below: Vec<Vec<bool>> = vec![vec![false; all.len()]; all.len()];
    let mut joined = 0;
    for rung in Rung::ALL {
        let normal: Vec<_> = all.iter().map(|one| ladder.normalize(one, rung)).collect();
        for (one, form) in all.iter().zip(&normal) {
            assert_eq!(&ladder.normalize(form, rung), form, "{one} at {rung} by {seen:?}");
            let again = ri::<A>(form.as_str());
            assert_eq!(form.as_borrowed().parts(), again.parts(), "{one} at {rung} by {seen:?}");
        }
        let equal: Vec<Vec<bool>> =
            all.iter().map(|a| all.iter().map(|b| ladder.equivalent(a, b, rung)).collect()).collect();
        for (x, a) in all.iter().enumerate() {
            assert!(equal[x][x], "{a} itself at {rung}");
            for (y, b) in all.iter().enumerate() {
                let what = || format!("{a} and {b} at {rung} by {seen:?}");
                assert_eq!(equal[x][y], equal[y][x], "symmetry: {}", what());
                assert!(equal[x][y] || !below[x][y], "monotone: {}", what());
                assert_eq!(equal[x][y], normal[x] == normal[y], "normal forms: {}", what());
                joined += usize::from(equal[x][y] && !below[x][y] && rung == Rung::Protocol);
                for (z, c) in all.iter().enumerate() {
                    let broken = equal[x][y] && equal[y][z] && !equal[x][z];
                    assert!(!broken, "transitive: {a}, {b}, {c} at {rung} by {seen:?}");
                }
            }
        }
        below = equal;
    }
    joined
}

#[test]
fn the_protocol_rung_is_an_equivalence_above_all_others() {
    let mut dice = Dice(3987);
    let all = [&NEAR[..], &NEAR_IRIS[..]].concat();
    let web = |texts: &[&'static str]| -> Vec<&'static str> {
        let fits = |text: &&str| !text.contains('#') && text.to_ascii_lowercase().starts_with("http");
        texts.iter().copied().filter(fits).collect()
    };
    let (uris, iris) = (web(&NEAR), web(&all));
    let mut joined = 0;
    for round in 0..60 {
        let ladder = Ladder::default();
        #[cfg(feature = "idna")]
        let ladder = ladder.idna(round % 2 == 1);
        let mut of_uris = Observations::new(ladder);
        let mut of_iris = Observations::new(ladder);
        let mut seen = Vec::new();
        for _ in 0..=round % 12 {
            let [one, other] = [(); 2].map(|()| iris[dice.below(iris.len())]);
            of_iris.observe(ObservationKind::Redirect, &ri::<Unicode>(one), &ri(other), "").unwrap();
            seen.push((one, other));
            let [one, other] = [(); 2].map(|()| uris[dice.below(uris.len())]);
            of_uris.observe(ObservationKind::Redirect, &ri::<Ascii>(one), &ri(other), "").unwrap();
            seen.push((one, other));
        }
        for evidence in [of_uris.settle().0, of_iris.settle().0] {
            let ladder = ladder.evidence(&evidence);
            for ladder in [ladder, ladder.ignore_fragment(true)] {
                joined += laws::<Ascii>(&ladder, &NEAR, &seen);
                joined += laws::<Unicode>(&ladder, &all, &seen);
            }
        }
    }
    println!("evidence: laws on {} identifiers, {joined} pairs joined", all.len());
    assert!(joined > 1000, "{joined}");
}

/// Observations of a domain name count for its Punycode where, and only where, the ladder takes the
/// two for the same.
#[cfg(feature = "idna")]
#[test]
fn names_are_kept_as_the_ladder_takes_them() {
    let [name, ace, target] =
        ["http://r\u{E9}sum\u{E9}.example.org/", "http://xn--rsum-bpad.example.org/", "http://h/t"];
    for idna in [false, true] {
        for (seen, other) in [(name, ace), (ace, name)] {
            let plain = Ladder::new().idna(idna);
            let mut observations = Observations::new(plain);
            let (from, to) = (ri::<Unicode>(seen), ri::<Unicode>(target));
            observations.observe(ObservationKind::Canonical, &from, &to, "").unwrap();
            let (evidence, _) = observations.settle();
            let ladder = plain.evidence(&evidence);
            let found = |one: &str| ladder.compare(&ri::<Unicode>(one), &to).rung();
            assert_eq!(found(seen), Some(Rung::Protocol), "{seen}, idna {idna}");
            assert_eq!(found(other), idna.then_some(Rung::Protocol), "{other}, idna {idna}");
        }
    }
}
