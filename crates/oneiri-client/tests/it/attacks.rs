//! The attack list of oneiri-policy through both clients: each text as the first URL and as the target of a redirect.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use oneiri_policy::{Base, Checked, Violation};
use toml::{Table, Value};

use super::*;

fn table(name: &str) -> Table {
    let path = format!("{}/../oneiri-policy/tests/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap().parse().unwrap()
}

fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::Table(table) => table.keys().cloned().collect(),
        value => value.as_array().unwrap().iter().map(|it| it.as_str().unwrap().to_owned()).collect(),
    }
}

/// Policies, and texts for each of them.
struct Group {
    policies: Vec<String>,
    texts: Vec<String>,
}

fn bypasses(port: u16) -> Vec<Group> {
    let all: String = Violation::all().map(|it| format!("{} = 'allow'\n", it.name())).collect();
    let all = format!("[violations]\n{all}");
    let group = |group: &Value| {
        let (mut policies, mut parsers, mut before, mut after) = (vec![], vec![], vec![], vec![]);
        for (key, value) in group.as_table().unwrap() {
            match key.as_str() {
                "policies" => policies = texts(value),
                "parsers" => parsers = texts(value),
                "before" => before = texts(value),
                "deny" | "deny_or_host" | "allow" | "canonical" => after.extend(texts(value)),
                // The base is that of the redirect.
                "about" | "bases" | "without_base" => {}
                key => panic!("{key} is not known"),
            }
        }
        if before.is_empty() {
            before.push(String::new());
        }
        let with = |policy: &String| {
            let policy = policy.replace("{all}", &all);
            let with = parsers.iter().map(|parser| format!("parsers = ['{parser}']\n{policy}"));
            let with: Vec<_> = with.collect();
            if with.is_empty() { vec![policy] } else { with }
        };
        let policies = policies.iter().flat_map(with).collect();
        let texts = before.iter().flat_map(|before| {
            // Also without TLS, at a port where the server would be seen to be reached.
            let reached = before
                .strip_prefix("https://")
                .map(|host| format!("http://{}:{port}", host.split_once(':').map_or(host, |it| it.0)));
            let befores = [Some(before.clone()), reached];
            befores
                .into_iter()
                .flatten()
                .flat_map(|before| after.iter().map(move |after| format!("{before}{after}")).collect::<Vec<_>>())
        });
        Group { policies, texts: texts.collect() }
    };
    table("bypasses.toml")["group"].as_table().unwrap().values().map(group).collect()
}

/// Each pattern with each of its values, in rows, and what presets deny.
fn families() -> Group {
    let file = table("families.toml");
    let shared = file["values"].as_table().unwrap();
    let mut urls = Vec::new();
    for family in file["family"].as_table().unwrap().values() {
        let family = family.as_table().unwrap();
        for pattern in texts(&family["patterns"]) {
            let slots = shared
                .iter()
                .chain(family)
                .filter(|(name, value)| value.is_array() && pattern.contains(&format!("{{{name}}}")));
            let slots: Vec<_> = slots.map(|(name, values)| (name, texts(values))).collect();
            let rows = slots.iter().map(|(_, values)| values.len()).max().unwrap_or(1);
            urls.extend((0..rows).map(|row| {
                // The values of a family come last, and go before the shared ones.
                slots.iter().rev().fold(pattern.clone(), |url, (name, values)| {
                    url.replace(&format!("{{{name}}}"), &values[row % values.len()])
                })
            }));
        }
    }
    urls.extend(file["denied"].as_array().unwrap().iter().flat_map(|group| texts(&group["texts"])));
    urls.extend(urls.clone().iter().filter_map(|url| Some(format!("http{}", url.strip_prefix("https")?))));
    let any = "[[allow]]\nhost = '*'\nport = '*'";
    let policies = vec!["extends = 'ssrf'".to_owned(), format!("extends = 'agent'\n{any}")];
    Group { policies, texts: urls }
}

type Names = Arc<Mutex<Vec<String>>>;

/// Each name leads to the server, at addresses that hardly any policy admits.
fn recorded(policy: &Policy) -> [(Box<dyn Fetch>, Names); 2] {
    let resolver = || {
        let names = Names::default();
        let own = Arc::clone(&names);
        let resolve = move |host: &str, port| {
            own.lock().unwrap().push(host.to_owned());
            let addresses = ["127.0.0.1", "127.0.0.2", "::1"];
            let address = |it: &str| SocketAddr::new(it.parse().unwrap(), port);
            Ok(addresses.map(address).to_vec())
        };
        (resolve, names)
    };
    let ((first, of_ureq), (second, of_reqwest)) = (resolver(), resolver());
    let blocking = ureq::Client::new(policy.clone()).limits(limits()).resolver(first);
    let asynchronous = reqwest::Client::new(policy.clone()).limits(limits()).resolver(second);
    [(Box::new(Blocking(blocking)), of_ureq), (Box::new(Asynchronous(asynchronous, runtime())), of_reqwest)]
}

/// How often each thing happened.
#[derive(Default, Debug)]
struct Counts {
    denied: usize,
    address: usize,
    client: usize,
    hello: usize,
    /// Admitted addresses elsewhere, to which no test may connect.
    literals: BTreeSet<String>,
}

impl Counts {
    /// Counts the outcome of a text with its decision.
    fn add(&mut self, checked: Option<&Checked<'_>>, hop: usize, names: &[String], outcome: &Outcome) {
        let host = checked.map(|it| it.host().unwrap_or_default());
        let is_admitted = checked.is_some_and(|it| it.admits(Ipv4Addr::LOCALHOST.into()));
        assert!(names.iter().all(|name| Some(name.as_str()) == host), "{names:?} for {host:?}");
        match (checked, outcome) {
            (None, Err((at, "denied"))) if *at == hop => self.denied += 1,
            (Some(_), Err((at, "address"))) if *at == hop && !is_admitted && names.len() == 1 => self.address += 1,
            // There is no TLS, or the client would read another URL.
            (Some(_), Err((at, "client"))) if *at == hop => self.client += 1,
            (Some(_), Ok(text)) if is_admitted && text == "hello" => self.hello += 1,
            _ => panic!("{checked:?}: {outcome:?}, {names:?}"),
        }
    }

    /// Nothing but these hosts was left out, and each thing happened.
    fn verify(&self, literals: [&str; 5]) {
        assert_eq!(self.literals, BTreeSet::from(literals.map(str::to_owned)));
        let least = self.denied.min(self.address).min(self.client).min(self.hello);
        assert!(least > 50, "{self:?}");
    }

    /// Whether the host is an address elsewhere, to which the client would connect.
    fn is_literal(&mut self, checked: Option<&Checked<'_>>) -> bool {
        let host = checked.and_then(Checked::host).unwrap_or_default();
        let is_literal = host != "127.0.0.1" && host.trim_matches(['[', ']']).parse::<std::net::IpAddr>().is_ok();
        if is_literal {
            self.literals.insert(host.to_owned());
        }
        is_literal
    }
}

#[test]
fn attacks_as_first_urls() {
    let server = Server::new();
    let mut counts = Counts::default();
    let groups = bypasses(server.port()).into_iter().chain([families()]);
    for group in groups {
        assert!(!group.policies.is_empty() && !group.texts.is_empty());
        for policy in group.policies {
            let policy = Policy::compile(&policy).unwrap();
            let clients = recorded(&policy);
            for text in &group.texts {
                let checked = policy.check(text).into_result().ok();
                if counts.is_literal(checked.as_ref()) {
                    continue;
                }
                for (client, names) in &clients {
                    let outcome = client.fetch(&get(text));
                    let names = std::mem::take(&mut *names.lock().unwrap());
                    counts.add(checked.as_ref(), 0, &names, &outcome);
                }
            }
        }
    }
    println!("{counts:?}");
    counts.verify(["10.1.2.3", "8.8.8.8", "9.9.9.9", "93.184.215.14", "[2606:4700:4700::1111]"]);
    assert_eq!((server.requests().len(), server.others()), (counts.hello, 0));
}

#[test]
fn attacks_as_targets_of_redirects() {
    let rules = r#"
        [[allow]]
        host = "*"
        port = "*"
        [[allow]]
        host = "127.0.0.1"
        port = "*"
    "#;
    let policy = Policy::compile(rules).unwrap();
    let server = Server::new();
    let groups = bypasses(server.port()).into_iter().chain([families()]);
    let texts: BTreeSet<_> = groups.flat_map(|group| group.texts).collect();
    let first = format!("http://127.0.0.1:{}/next", server.port());
    let base = Base::compile(&first).unwrap();
    let clients = recorded(&policy);
    let (mut counts, mut invalid) = (Counts::default(), 0);
    for text in &texts {
        server.redirect(text);
        // A field of HTTP begins and ends with no white space.
        let trimmed = text.trim_matches([' ', '\t']);
        let checked = policy.check_with_base(trimmed, &base).into_result().ok();
        if counts.is_literal(checked.as_ref()) {
            continue;
        }
        for (client, names) in &clients {
            let outcome = client.fetch(&get(&first));
            let names = std::mem::take(&mut *names.lock().unwrap());
            if text.contains(|c: char| c != '\t' && c.is_ascii_control()) {
                assert_eq!((outcome, names.len()), (Err((0, "client")), 0), "{text:?}");
                invalid += 1;
                continue;
            }
            counts.add(checked.as_ref(), 1, &names, &outcome);
        }
    }
    println!("{counts:?}, {invalid} invalid fields");
    counts.verify(["1.1.1.1", "8.8.8.8", "9.9.9.9", "93.184.215.14", "[2606:4700:4700::1111]"]);
    let host = format!("host: 127.0.0.1:{}\r\n", server.port());
    for request in server.requests() {
        assert!(request.to_lowercase().contains(&host), "{request}");
    }
    assert_eq!(server.others(), 0);
}
