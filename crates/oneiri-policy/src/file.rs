//! Policies as TOML files. The keys are an interface that `docs/policy-file.md` describes, so none may get another
//! meaning. A new key needs an arm, its name in the list for the error about an unknown one (`tests/it/elsewhere.rs`),
//! and a row of that page. Each key of a rule is a field of `Rule`.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use crate::builder::Builder;
use crate::error::PolicyError;
use crate::index::Index;
use crate::policy::Policy;
use crate::preset::Preset;
use crate::reason::Code;
use crate::rule::{Port, Rule};
use crate::source::{Place, RuleKind, Source};
use crate::suggest::suggestion;
use crate::test::Test;
use crate::violation::{Treatment, Violation};

impl Policy {
    /// Compiles a policy from the text of a TOML file.
    ///
    /// # Errors
    ///
    /// The text is not TOML, a key is unknown, a value has the wrong type, or
    /// [`Builder::build`](crate::Builder::build) fails. The error names the line and the key.
    ///
    /// ```
    /// use oneiri_policy::Policy;
    ///
    /// let error = Policy::compile("[[allow]]\nhost = \"ex*mple.com\"").unwrap_err();
    /// assert!(error.to_string().starts_with("line 2, host: 'ex*mple.com' would match more than it shows"));
    /// ```
    pub fn compile(toml: &str) -> Result<Self, PolicyError> {
        File { text: toml, source: Source::File(None) }.read(Builder::default())?.build()
    }

    /// The same, with the name of the file, which errors and references to rules have before the line.
    ///
    /// # Errors
    ///
    /// Those of [`compile`](Self::compile).
    pub fn compile_file(name: &str, toml: &str) -> Result<Self, PolicyError> {
        File { text: toml, source: Source::File(Some(name.into())) }.read(Builder::default())?.build()
    }

    /// A policy that the crate ships. A file takes over a preset with `extends = "ssrf"`.
    #[must_use]
    pub fn preset(preset: Preset) -> Self {
        let file = File { text: preset.text(), source: Source::Preset { preset, by: None } };
        // A test compiles each of them. A policy that did not compile would admit nothing.
        file.read(Builder::default()).and_then(Builder::build).unwrap_or_default()
    }
}

struct File<'f> {
    text: &'f str,
    source: Source,
}

#[derive(Default)]
struct TestFields {
    text: Option<String>,
    allow: Option<bool>,
    reason: Option<(Code, Range<usize>)>,
    base: Option<String>,
}

type Value<'f> = Spanned<DeValue<'f>>;
type Key<'f> = Spanned<DeString<'f>>;
type Done = Result<(), PolicyError>;

impl File<'_> {
    fn place(&self, range: &Range<usize>) -> Place {
        let before = self.text.get(..range.start).unwrap_or_default();
        Place { source: self.source.clone(), line: Some(before.matches('\n').count() + 1) }
    }

    fn fault(&self, range: Range<usize>, message: impl Into<String>) -> PolicyError {
        PolicyError::in_file(self.place(&range), range, message)
    }

    /// The file of a preset that this file extends.
    fn extended(&self, preset: Preset, by: Option<Preset>) -> File<'static> {
        File { text: preset.text(), source: Source::Preset { preset, by } }
    }

    fn read(&self, mut builder: Builder) -> Result<Builder, PolicyError> {
        let table = DeTable::parse(self.text)
            .map_err(|error| self.fault(error.span().unwrap_or_default(), error.message().to_owned()))?;
        let table = table.into_inner();
        if let Some((_, value)) = table.iter().find(|(key, _)| key.as_ref() == "extends") {
            let name = self.string(value).map_err(|error| error.in_key("extends"))?;
            let Some(preset) = Preset::from_name(name) else {
                let names: Vec<_> = Preset::ALL.into_iter().map(Preset::name).collect();
                let meant = suggestion(name, names.iter().copied());
                let names = names.join(", ");
                let message = format!("expected one of {names}, found '{name}'{meant}");
                return Err(self.fault(value.span(), message).in_key("extends"));
            };
            let by = match self.source {
                Source::Preset { preset, .. } => Some(preset),
                _ => None,
            };
            builder = self.extended(preset, by).read(builder)?;
            // The tests of a preset are about the preset alone.
            builder.tests.clear();
        }
        if table.iter().any(|(key, _)| key.as_ref() == "allow") {
            // The rules of the file say all that is allowed.
            builder.allow = Index::new(RuleKind::Allow);
        }
        for (key, value) in &table {
            self.entry(&mut builder, key, value).map_err(|error| error.in_key(key.as_ref()))?;
        }
        Ok(builder)
    }

    fn entry(&self, builder: &mut Builder, key: &Key<'_>, value: &Value<'_>) -> Done {
        let located = |error: PolicyError| error.at_place(self.place(&value.span()), value.span());
        match &**key.get_ref() {
            "extends" => {}
            "parsers" => builder.set_parsers(&self.strings(value)?).map_err(located)?,
            "readers" => {
                return Err(self.fault(key.span(), "the key is called parsers now: write parsers = [...]"));
            }
            "max-length" => builder.max_length = self.integer(value)?,
            "repair" => builder.repair = self.boolean(value)?,
            "addresses" => builder.set_addresses(&self.strings(value)?).map_err(located)?,
            "violations" => {
                for (name, value) in self.table(value)? {
                    let violation = Violation::from_name(name.as_ref()).ok_or_else(|| {
                        let names: Vec<_> = Violation::all().map(Violation::name).collect();
                        self.unknown(name, &names.join(", "))
                    })?;
                    let treatment = self.treatment(violation, value);
                    let treatment = treatment.map_err(|error| error.in_key(name.as_ref()))?;
                    builder.treatments.set(violation, treatment);
                }
            }
            "allow" => self.rules(builder, RuleKind::Allow, value)?,
            "deny" => self.rules(builder, RuleKind::Deny, value)?,
            "test" => {
                for value in self.array(value)? {
                    builder.tests.push(self.test(value)?);
                }
            }
            "base" => {
                let message = "a policy is for texts of every base: write base into a [[test]], or give it with the text \
                               (--base in the command)";
                return Err(self.fault(key.span(), message));
            }
            _ => {
                let keys = "extends, parsers, max-length, repair, addresses, violations, allow, deny, test";
                return Err(self.unknown(key, keys));
            }
        }
        Ok(())
    }

    fn unknown(&self, key: &Key<'_>, keys: &str) -> PolicyError {
        let meant = suggestion(key.as_ref(), keys.split(", "));
        let message = format!("expected one of the keys {keys}{meant}");
        self.fault(key.span(), message).in_key(key.as_ref())
    }

    fn rules(&self, builder: &mut Builder, kind: RuleKind, value: &Value<'_>) -> Done {
        self.array(value)?.iter().try_for_each(|value| self.rule(builder, kind, value))
    }

    fn rule(&self, builder: &mut Builder, kind: RuleKind, value: &Value<'_>) -> Done {
        let (mut rule, table) = (Rule::default(), self.table(value)?);
        for (key, value) in table {
            self.field(&mut rule, key, value).map_err(|error| error.in_key(key.as_ref()))?;
        }
        builder.add_at(kind, &rule, self.place(&value.span())).map_err(|error| {
            // A key that is missing has no line of its own.
            let field = table.iter().find(|(key, _)| Some(&**key.get_ref()) == error.key());
            let range = field.map_or(value.span(), |(_, value)| value.span());
            error.at_place(self.place(&range), range)
        })
    }

    fn field(&self, rule: &mut Rule, key: &Key<'_>, value: &Value<'_>) -> Done {
        match &**key.get_ref() {
            "uri" => rule.uris = self.some(value)?,
            "scheme" => rule.schemes = self.some(value)?,
            "host" => rule.hosts = self.some(value)?,
            "apex" => rule.apex = self.boolean(value)?,
            "same-origin" => rule.same_origin = self.boolean(value)?,
            "port" => rule.port = Some(self.port(value)?),
            "path" => rule.paths = self.some(value)?,
            "query" => rule.query = Some(self.strings(value)?),
            "ignore-case" => rule.ignore_case = self.boolean(value)?,
            "addresses" => rule.addresses = self.some(value)?,
            _ => {
                let keys = "uri, scheme, host, apex, same-origin, port, path, query, ignore-case, addresses";
                return Err(self.unknown(key, keys));
            }
        }
        Ok(())
    }

    fn test(&self, value: &Value<'_>) -> Result<Test, PolicyError> {
        let mut fields = TestFields::default();
        for (key, value) in self.table(value)? {
            self.test_field(&mut fields, key, value).map_err(|error| error.in_key(key.as_ref()))?;
        }
        let TestFields { text: Some(text), allow: Some(allow), reason, base } = fields else {
            return Err(self.fault(value.span(), "expected the keys text and decision"));
        };
        if let (true, Some((_, range))) = (allow, &reason) {
            let message = "a text that is admitted has no reason: leave the key out, or write decision = \"deny\"";
            return Err(self.fault(range.clone(), message).in_key("reason"));
        }
        Ok(Test { text, allow, reason: reason.map(|(code, _)| code), base })
    }

    fn test_field(&self, fields: &mut TestFields, key: &Key<'_>, value: &Value<'_>) -> Done {
        match &**key.get_ref() {
            "text" => fields.text = Some(self.string(value)?.to_owned()),
            "decision" => fields.allow = Some(self.decision(value)?),
            "reason" => fields.reason = Some((self.code(value)?, value.span())),
            "base" => fields.base = Some(self.string(value)?.to_owned()),
            _ => return Err(self.unknown(key, "text, decision, reason, base")),
        }
        Ok(())
    }

    fn code(&self, value: &Value<'_>) -> Result<Code, PolicyError> {
        let name = self.string(value)?;
        Code::from_name(name).ok_or_else(|| {
            let names: Vec<_> = Code::all().map(Code::as_str).collect();
            let meant = suggestion(name, names.iter().copied());
            let message = format!(
                "expected the code of a reason, such as denied, no-rule or the name of a violation, found '{name}'{meant}"
            );
            self.fault(value.span(), message)
        })
    }

    fn port(&self, value: &Value<'_>) -> Result<Port, PolicyError> {
        match value.get_ref() {
            DeValue::String(text) if text == "*" => Ok(Port::Any),
            DeValue::String(text) if text == "loopback" => Ok(Port::Loopback),
            DeValue::String(_) => Err(self.fault(value.span(), "expected a number, \"*\" or \"loopback\"")),
            DeValue::Array(ports) => {
                ports.iter().map(|port| self.integer(port)).collect::<Result<_, _>>().map(Port::Of)
            }
            _ => Ok(Port::Of([self.integer(value)?].into())),
        }
    }

    fn treatment(&self, violation: Violation, value: &Value<'_>) -> Result<Treatment, PolicyError> {
        let (text, of_path) = (value.get_ref().as_str(), violation.is_of_path());
        match text {
            Some("allow") => Ok(Treatment::Allow),
            Some("deny") => Ok(Treatment::Deny),
            Some("auto") if of_path => Ok(Treatment::Auto),
            _ if of_path => Err(self.fault(value.span(), "expected \"allow\", \"auto\" or \"deny\"")),
            _ => Err(self.fault(value.span(), "expected \"allow\" or \"deny\"")),
        }
    }

    fn decision(&self, value: &Value<'_>) -> Result<bool, PolicyError> {
        match value.get_ref().as_str() {
            Some("allow") => Ok(true),
            Some("deny") => Ok(false),
            _ => Err(self.fault(value.span(), "expected \"allow\" or \"deny\"")),
        }
    }

    fn string<'v>(&self, value: &'v Value<'_>) -> Result<&'v str, PolicyError> {
        value.get_ref().as_str().ok_or_else(|| self.fault(value.span(), "expected a string"))
    }

    /// One string, or a list of at least one.
    fn some(&self, value: &Value<'_>) -> Result<Vec<String>, PolicyError> {
        match self.strings(value)? {
            texts if texts.is_empty() => Err(self.fault(value.span(), "expected at least one string")),
            texts => Ok(texts),
        }
    }

    fn strings(&self, value: &Value<'_>) -> Result<Vec<String>, PolicyError> {
        match value.get_ref() {
            DeValue::String(text) => Ok([text.clone().into_owned()].into()),
            DeValue::Array(list) => list.iter().map(|it| self.string(it).map(ToOwned::to_owned)).collect(),
            _ => Err(self.fault(value.span(), "expected a string or a list of strings")),
        }
    }

    fn boolean(&self, value: &Value<'_>) -> Result<bool, PolicyError> {
        value.get_ref().as_bool().ok_or_else(|| self.fault(value.span(), "expected true or false"))
    }

    fn integer<T: TryFrom<i64>>(&self, value: &Value<'_>) -> Result<T, PolicyError> {
        let integer = value.get_ref().as_integer();
        let number = integer.and_then(|it| i64::from_str_radix(it.as_str(), it.radix()).ok());
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| {
            let most = (u64::MAX >> (64 - 8 * size_of::<T>())) >> u32::from(size_of::<T>() == 8);
            self.fault(value.span(), format!("expected a number from 0 to {most}"))
        })
    }

    fn array<'v, 'f>(&self, value: &'v Value<'f>) -> Result<&'v [Value<'f>], PolicyError> {
        let array = value.get_ref().as_array();
        array.map(|it| &**it).ok_or_else(|| {
            let message = "expected a list of tables: write the name in two brackets, [[allow]]";
            self.fault(value.span(), message)
        })
    }

    fn table<'v, 'f>(&self, value: &'v Value<'f>) -> Result<&'v DeTable<'f>, PolicyError> {
        value.get_ref().as_table().ok_or_else(|| self.fault(value.span(), "expected a table"))
    }
}
