//! What a case asks of the command.

use std::collections::BTreeMap;

use serde_json::Value as Json;
use toml::Value;

use super::answers::Fields;
use super::case::Case;
use super::runs::Runs;
use crate::run::oneiri;

impl Case<'_> {
    /// Queues what the case asks; false if no command can be asked that.
    pub(super) fn queue(&self, runs: &mut Runs) -> bool {
        // With a line feed it is no line, and with a NUL no argument.
        if self.get("input").is_some_and(|input| input.contains('\n') && input.contains('\0')) {
            return false;
        }
        match self.file {
            "errors" => {
                for grammar in self.grammars() {
                    runs.add(&["check", grammar], self.text("input"), self.refused());
                }
            }
            "grammar" => {
                self.parses(runs);
                self.host_kind();
            }
            "lenient" => {
                for grammar in self.grammars() {
                    let check = if self.is("error") { self.refused() } else { self.recomposed() };
                    runs.add(&["parse", "--lenient", grammar], self.text("input"), check);
                }
            }
            "lint" => {
                // The code alone.
                let code = self.text("code");
                let mut arguments = vec!["lint", "--profile", "strict"];
                for other in oneiri_lint::Code::all().filter(|other| other.name() != code) {
                    arguments.extend(["--allow", other.name()]);
                }
                for grammar in self.grammars() {
                    let both = [&arguments[..], &[grammar]].concat();
                    runs.add(&both, self.text("input"), self.found());
                    let fixed = self.get("fixed").unwrap_or(self.text("input"));
                    let fix = [&["fix", "--lint"], &both[1..]].concat();
                    runs.add(&fix, self.text("input"), self.output(fixed));
                }
            }
            "decisions/parse-lenient" => {
                let check = if self.is("error") { self.refused() } else { self.before_encoding() };
                runs.add(&["parse", "--lenient", "--uri"], self.text("input"), check);
            }
            "decisions/convert" | "ladder/conversions" => {
                if self.is("optional") {
                    return false;
                }
                self.converts(self.text("direction"), runs);
            }
            "srfi275/uri-to-iri" => self.converts("uri->iri", runs),
            "srfi275/iri-to-uri" => self.converts("iri->uri", runs),
            "srfi275/iri-to-string" => {
                runs.add(&["parse"], self.text("input"), self.recomposed());
            }
            "srfi275/parse" | "srfi275/iri-getters" => {
                let (fields, input) = (self.fields(), self.text("input"));
                for grammar in ["--uri", "--iri"] {
                    runs.add(&["parse", grammar], input, fields.clone().check(self));
                }
                assert_eq!(self.is("relative"), fields.0["scheme"].is_none(), "{self}");
            }
            file if file.starts_with("decisions/parse-") => self.parses(runs),
            file if file.contains("/normalize-") => self.normalizes(runs),
            "decisions/resolve" | "ladder/resolve" | "stdurl/resolve" | "srfi275/resolve-iri-reference" => {
                self.resolves(runs)
            }
            "ladder/components" => {
                let names = ["scheme", "authority", "userinfo", "host", "port", "query", "fragment"];
                let mut fields: BTreeMap<_, _> =
                    names.iter().map(|&name| (name, self.get(name).map(str::to_owned))).collect();
                fields.insert("path", Some(self.text("path").to_owned()));
                runs.add(&["parse"], self.text("input"), Fields(fields).check(self));
            }
            "ladder/pairs" | "ladder/schemes" => self.compares(runs),
            // The hashes are the library's; what is hashed is not.
            "fingerprints" => {
                let arguments = ["normalize", "--rung", named(self.text("rung"))];
                runs.add(&arguments, self.text("input"), self.output(self.text("normal_form")));
            }
            "ladder/modes" => self.compares_in_a_mode(runs),
            "decisions/update" | "update" => return self.edits(runs),
            "ladder/percent" => {
                let arguments: &[&str] = match self.text("operation") {
                    "normalize" => &["normalize", "--only", "escape"],
                    "encode" => &["encode"],
                    other => panic!("{self}: {other}"),
                };
                for pair in self.table["pairs"].as_array().unwrap() {
                    let (input, output) = (pair[0].as_str().unwrap(), pair[1].as_str().unwrap());
                    runs.add(arguments, input, self.output(output));
                }
            }
            "stdurl/encode" => {
                let arguments = ["encode", "--safe", self.text("safe")];
                runs.add(&arguments, self.text("input"), self.output(self.text("expected")));
            }
            "stdurl/decode" => {
                runs.add(&["decode"], self.text("input"), self.output(self.text("expected")));
            }
            "stdurl/normalize" => {
                runs.add(&["normalize", "--rung", "path"], self.text("input"), self.output(self.text("expected")));
            }
            "stdurl/valid" => {
                let (this, valid) = (self.to_string(), self.is("expected"));
                let check = move |answer: &Json| assert_eq!(answer["ok"], valid, "{this}");
                runs.add(&["check", "--uri"], self.text("input"), check);
            }
            "stdurl/parse" => {
                let flat = self.table["flat"].as_table().unwrap().clone();
                let this = self.to_string();
                runs.add(&["parse", "--uri"], self.text("input"), move |answer| {
                    for name in ["scheme", "userinfo", "host", "port", "path", "query", "fragment"] {
                        let expected = flat.get(name).map_or("", |value| value.as_str().unwrap());
                        let got = answer[name].as_str().unwrap_or_default();
                        assert_eq!(got, expected, "{this}: {name}");
                    }
                });
            }
            "stdurl/parse-authority" => {
                let (host, port) = (self.text("host").to_owned(), self.text("port").to_owned());
                let (this, input) = (self.to_string(), format!("//{}", self.text("authority")));
                runs.add(&["parse", "--uri"], &input, move |answer| {
                    assert_eq!(
                        (&answer["host"], &answer["port"]),
                        (&Json::from(&*host), &Json::from(&*port)),
                        "{this}"
                    );
                });
            }
            _ => return false,
        }
        true
    }

    fn parses(&self, runs: &mut Runs) {
        for grammar in self.grammars() {
            let check = if self.is("error") { self.refused() } else { self.fields().check(self) };
            runs.add(&["parse", grammar], self.text("input"), check);
        }
    }

    fn normalizes(&self, runs: &mut Runs) {
        let operation = self
            .get("operation")
            .unwrap_or_else(|| self.file.rsplit_once("/normalize-").expect("a name like the others").1);
        let (grammar, step) = operation.split_once('-').expect("a name like the others");
        let grammar = if grammar == "uri" { "--uri" } else { "--iri" };
        let arguments: &[&str] = match step {
            "case" => &["normalize", grammar, "--only", "case"],
            "escape" => &["normalize", grammar, "--only", "escape"],
            "path-segments" => &["normalize", grammar, "--only", "path"],
            "normalize" => &["normalize", grammar, "--rung", "path"],
            other => panic!("{self}: {other}"),
        };
        let (input, expected) = (self.text("input"), self.text("expected"));
        if self.is("lenient") {
            runs.add(arguments, input, self.refused());
            let lenient = [arguments, &["--lenient"]].concat();
            runs.add(&lenient, input, self.output(expected));
        } else {
            runs.add(arguments, input, self.output(expected));
        }
        // Whatever has been normalized stays as it is, however often it is done again.
        runs.add(arguments, expected, self.output(expected));
    }

    fn converts(&self, direction: &str, runs: &mut Runs) {
        let arguments: &[&str] = match direction {
            "uri->iri" => &["convert", "--uri", "--to", "iri"],
            "iri->uri" => &["convert", "--iri", "--to", "uri"],
            other => panic!("{self}: {other}"),
        };
        runs.add(arguments, self.text("input"), self.output(self.text("expected")));
    }

    fn resolves(&self, runs: &mut Runs) {
        let (base, reference) = (self.text("base"), self.text("reference"));
        for grammar in ["--uri", "--iri"] {
            if grammar == "--iri" || (base.is_ascii() && reference.is_ascii()) {
                let arguments = ["resolve", grammar, "--base", base];
                runs.add(&arguments, reference, self.output(self.text("expected")));
            }
        }
    }

    fn pair(&self) -> String {
        format!("{}\t{}", self.text("a"), self.text("b"))
    }

    /// At every rung of which something is known; and whatever the rung, `explain` has a reason.
    fn compares(&self, runs: &mut Runs) {
        let expect = self.table["expect"].as_table().unwrap();
        for grammar in self.grammars() {
            for (rung, expected) in expect {
                // What only evidence makes equal, is not so without.
                let check = self.equal(expected.as_bool().unwrap_or(false));
                runs.add(&["compare", grammar, "--rung", named(rung)], &self.pair(), check);
            }
            runs.add(&["compare", grammar], &self.pair(), self.explained());
            let rung = self.get("rung").unwrap_or("scheme");
            if let (Some(normal), "syntax" | "scheme") = (self.get("normal_form"), rung) {
                for input in [self.text("a"), self.text("b")] {
                    let arguments = ["normalize", grammar, "--rung", named(rung)];
                    runs.add(&arguments, input, self.output(normal));
                }
            }
        }
    }

    fn compares_in_a_mode(&self, runs: &mut Runs) {
        let modes: [(&str, &[&str]); 4] = [
            ("same_text", &["compare", "--rung", "string"]),
            ("equivalent", &["compare", "--rung", "path"]),
            ("ignoring_fragment", &["compare", "--rung", "path", "--ignore-fragment"]),
            ("against_base", &["compare", "--rung", "path", "--base", self.get("base").unwrap_or("x:")]),
        ];
        let mut asked = 0;
        for (key, arguments) in modes {
            if self.table.contains_key(key) {
                runs.add(arguments, &self.pair(), self.equal(self.is(key)));
                asked += 1;
            }
        }
        assert!(asked > 0, "{self}");
    }

    fn edits(&self, runs: &mut Runs) -> bool {
        let text = |key: &str| match self.table.get(key) {
            Some(Value::Integer(number)) => Some(number.to_string()),
            Some(text) => Some(text.as_str().expect(key).to_owned()),
            None => None,
        };
        let name = self.text("operation").strip_prefix("update-").expect("a name like the others");
        let value = if name != "authority" {
            text("value")
        } else {
            let parts = [text("user"), text("host"), text("port")];
            let some = parts.iter().any(Option::is_some);
            let [user, host, port] = parts;
            // A part that is refused could pass for another one in the text of the whole.
            if some && (self.is("error") || self.get("policy").is_some()) {
                return false;
            }
            let user = user.map_or(String::new(), |user| format!("{user}@"));
            let port = port.map_or(String::new(), |port| format!(":{port}"));
            some.then(|| format!("{user}{}{port}", host.unwrap_or_default()))
        };
        let option = format!("--{name}");
        let grammars = if self.get("grammar").is_some() { self.grammars() } else { &["--iri"] };
        for grammar in grammars {
            let mut arguments = vec!["edit", grammar];
            match &value {
                Some(value) => arguments.extend([option.as_str(), value]),
                // There is no such option: a scheme cannot be removed.
                None if name == "scheme" => {
                    let outcome = oneiri(&["edit", "--unset", name, self.text("input")]);
                    assert_eq!((outcome.code, outcome.stdout()), (2, ""), "{self}");
                    assert!(self.is("error"), "{self}");
                    continue;
                }
                None => arguments.extend(["--unset", name]),
            }
            match self.get("policy") {
                Some("repair") => arguments.push("--repair"),
                Some(other) => panic!("{self}: policy {other}"),
                None => {}
            }
            let check = match self.get("expected") {
                Some(expected) => self.output(expected),
                None => self.refused(),
            };
            runs.add(&arguments, self.text("input"), check);
        }
        true
    }
}

/// The name of the command for a rung of the cases, which call the rung `path` by the name of its section.
fn named(rung: &str) -> &str {
    if rung == "syntax" { "path" } else { rung }
}
