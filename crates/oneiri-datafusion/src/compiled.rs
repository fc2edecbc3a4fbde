//! The functions whose literals are compiled: policies, templates, parsers; and URLs of the URL Standard.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, BooleanArray, LargeStringArray, LargeStringBuilder, StructArray,
};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::compute::{cast, take};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Fields};
use datafusion::common::{ScalarValue, internal_err};
use datafusion::error::Result;
use datafusion::logical_expr::{ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature};
use oneiri_parsers::ParseUrl;
use oneiri_policy::{Policy, Preset};
use oneiri_template::{Matcher, Template, Value};
use oneiri_whatwg::Url;

use crate::declaration::Declaration;

/// The functions of this file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Function {
    Href,
    Admits,
    Match,
    ParseUrl,
}

impl Function {
    const ALL: [Self; 4] = [Self::Href, Self::Admits, Self::Match, Self::ParseUrl];

    fn declaration(self) -> Declaration {
        let (name, parameters, least, texts): (_, &[_], _, &[_]) = match self {
            Self::Href => ("oneiri_whatwg_href", &["text", "base"], 1, &[0, 1]),
            Self::Admits => ("oneiri_admits", &["policy", "text"], 2, &[1]),
            Self::Match => ("oneiri_template_match", &["template", "text"], 2, &[1]),
            Self::ParseUrl => ("oneiri_parse_url", &["text", "part", "key", "parser"], 2, &[0]),
        };
        Declaration { name, parameters: parameters.to_vec(), least, texts }
    }
}

/// What a function does with each text.
#[derive(Debug)]
enum Compiled {
    /// The base if it is a literal: `Some(None)` if that is not a URL.
    Href(Option<Option<Url>>),
    Admits(Box<Policy>),
    /// The matcher, and the names of the variables.
    Match(Box<Matcher>, Fields),
    ParseUrl(ParseUrl),
}

impl Compiled {
    /// Compiles the literals. `literals` has an argument for each parameter; texts other than a base are ignored.
    fn new(function: Function, literals: &[Option<&ScalarValue>]) -> Result<Self> {
        let declaration = function.declaration();
        let literal = |at: usize| -> Result<Option<&str>> {
            let Some(&given) = literals.get(at) else { return Ok(None) };
            match given.and_then(ScalarValue::try_as_str) {
                Some(Some(text)) => Ok(Some(text)),
                _ if given.is_some_and(ScalarValue::is_null) && at >= declaration.least => Ok(None),
                _ => {
                    let name = declaration.parameters[at];
                    Err(declaration.wrong(format!("expected a literal for {name}")))
                }
            }
        };
        let text = |at| literal(at).map(Option::unwrap_or_default);
        let compiled = match function {
            Function::Href => {
                let base = literals.get(1).copied().flatten();
                let url = |base: &ScalarValue| Url::parse(base.try_as_str().flatten()?).ok();
                Ok(Self::Href(base.map(url)))
            }
            Function::Admits => policy(text(0)?).map(|policy| Self::Admits(policy.into())),
            Function::Match => matcher(text(0)?),
            Function::ParseUrl => ParseUrl::new(text(1)?, literal(2)?, literal(3)?).map(Self::ParseUrl),
        };
        compiled.map_err(|message| declaration.wrong(message))
    }

    /// The type that comes out for texts of a type.
    fn output(&self, texts: &DataType) -> DataType {
        match (self, texts) {
            (Self::Admits(_), _) => DataType::Boolean,
            (Self::Match(_, fields), _) => DataType::Struct(fields.clone()),
            (_, DataType::Dictionary(_, values)) => values.as_ref().clone(),
            (_, texts) => texts.clone(),
        }
    }

    /// Answers each text. `base` has a base for each of them.
    fn run(&self, texts: &ArrayRef, base: Option<&ArrayRef>) -> Result<ArrayRef> {
        let output = self.output(texts.data_type());
        if let (Some(dictionary), None) = (texts.as_any_dictionary_opt(), base) {
            // Each text of a dictionary is read once, unless most of them are in no row.
            if dictionary.values().len() <= dictionary.len() {
                let answers = self.run(dictionary.values(), None)?;
                return Ok(take(&answers, dictionary.keys(), None)?);
            }
        }
        let texts = cast(texts, &DataType::LargeUtf8)?;
        let texts = texts.as_string::<i64>();
        let done: ArrayRef = match self {
            Self::Href(literal) => Arc::new(hrefs(texts, literal.as_ref(), base)?),
            Self::ParseUrl(parse) => {
                let mut parts = LargeStringBuilder::new();
                let part = |text: Option<&str>| text.and_then(|text| parse.of(text));
                texts.iter().for_each(|text| parts.append_option(part(text)));
                Arc::new(parts.finish())
            }
            Self::Admits(policy) => {
                let check = |text: &str| policy.check(text).is_allowed();
                Arc::new(texts.iter().map(|text| text.map(check)).collect::<BooleanArray>())
            }
            Self::Match(matcher, fields) => matches(matcher, fields, texts)?,
        };
        Ok(cast(&done, &output)?)
    }
}

/// `preset:ssrf`, or a text of TOML.
fn policy(text: &str) -> Result<Policy, String> {
    let Some(name) = text.strip_prefix("preset:") else {
        return Policy::compile(text).map_err(|error| error.to_string());
    };
    Preset::from_name(name).map(Policy::preset).ok_or_else(|| {
        let names: Vec<_> = Preset::ALL.into_iter().map(Preset::name).collect();
        format!("unknown preset {name:?}: expected {}", names.join(", "))
    })
}

fn matcher(template: &str) -> Result<Compiled, String> {
    let template = Template::parse(template).map_err(|error| error.to_string())?;
    let matcher = template.matcher().map_err(|error| error.to_string())?;
    let mut fields: Vec<Field> = Vec::new();
    for variable in template.variables() {
        if fields.iter().all(|field| field.name() != variable.name()) {
            fields.push(Field::new(variable.name(), DataType::Utf8, true));
        }
    }
    if fields.is_empty() {
        return Err("expected a template with a variable".to_owned());
    }
    Ok(Compiled::Match(matcher.into(), fields.into()))
}

/// The URL of each text: by itself, by a literal base, or by the base of its row. Where the base is not a URL, there is
/// none.
fn hrefs(texts: &LargeStringArray, literal: Option<&Option<Url>>, base: Option<&ArrayRef>) -> Result<LargeStringArray> {
    let base = base.map(|base| cast(base, &DataType::LargeUtf8)).transpose()?;
    let base = base.as_ref().map(|base| base.as_string::<i64>());
    let (mut hrefs, mut parsed) = (LargeStringBuilder::new(), None);
    for (row, text) in texts.iter().enumerate() {
        let url = match (text, base) {
            (None, _) => None,
            (Some(text), None) => match literal {
                None => Url::parse(text).ok(),
                Some(base) => base.as_ref().and_then(|base| Url::parse_with_base(text, base).ok()),
            },
            (Some(text), Some(bases)) => {
                // Most columns of bases repeat the one before.
                let base = bases.is_valid(row).then(|| bases.value(row));
                let known = parsed.as_ref().is_some_and(|(known, _)| Some(*known) == base);
                if !known {
                    parsed = base.map(|base| (base, Url::parse(base).ok()));
                }
                let base = parsed.as_ref().and_then(|(_, url)| url.as_ref());
                base.and_then(|base| Url::parse_with_base(text, base).ok())
            }
        };
        hrefs.append_option(url.as_ref().map(Url::href));
    }
    Ok(hrefs.finish())
}

/// The values of each text as a struct: a text as it is, a list or a map as JSON.
fn matches(matcher: &Matcher, fields: &Fields, texts: &LargeStringArray) -> Result<ArrayRef> {
    let mut columns: Vec<_> = fields.iter().map(|_| LargeStringBuilder::new()).collect();
    let mut nulls = Vec::with_capacity(texts.len());
    for text in texts {
        let found = text.and_then(|text| matcher.matches(text).ok());
        nulls.push(found.is_some());
        for (field, column) in fields.iter().zip(&mut columns) {
            match found.as_ref().and_then(|found| found.get(field.name())) {
                None => column.append_null(),
                Some(Value::Text(text)) => column.append_value(text),
                Some(value) => column.append_option(serde_json::to_string(value).ok()),
            }
        }
    }
    let columns = columns.iter_mut().map(|column| cast(&column.finish(), &DataType::Utf8));
    let columns = columns.collect::<Result<Vec<_>, _>>()?;
    Ok(Arc::new(StructArray::try_new(fields.clone(), columns, Some(NullBuffer::from(nulls)))?))
}

/// The literals of a call, and what they compile to.
type Known = (Vec<Option<ScalarValue>>, Arc<Compiled>);

/// The most calls whose literals stay compiled.
const KEPT: usize = 16;

#[derive(Debug)]
pub(crate) struct CompiledFunction {
    function: Function,
    declaration: Declaration,
    signature: Signature,
    /// The latest calls, oldest first. A query compiles its literals when it is planned, and uses them for each batch.
    known: Mutex<Vec<Known>>,
}

impl PartialEq for CompiledFunction {
    fn eq(&self, other: &Self) -> bool {
        self.function == other.function
    }
}

impl Eq for CompiledFunction {}

impl Hash for CompiledFunction {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.function.hash(state);
    }
}

impl CompiledFunction {
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        Function::ALL.into_iter().map(|function| Self {
            function,
            declaration: function.declaration(),
            signature: function.declaration().signature(),
            known: Mutex::default(),
        })
    }

    /// The compiled literals, from an earlier call with the same ones if it is among the latest.
    fn compiled(&self, mut literals: Vec<Option<&ScalarValue>>) -> Result<Arc<Compiled>> {
        // A text that is a literal is compiled into nothing.
        if let Some(text) = self.declaration.texts.first().and_then(|&at| literals.get_mut(at)) {
            *text = None;
        }
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |(key, _): &&Known| key.iter().map(Option::as_ref).eq(literals.iter().copied());
        if let Some((_, compiled)) = known().iter().find(same) {
            return Ok(Arc::clone(compiled));
        }
        let compiled = Arc::new(Compiled::new(self.function, &literals)?);
        let key = literals.into_iter().map(Option::<&ScalarValue>::cloned).collect();
        let mut known = known();
        if known.len() >= KEPT {
            known.remove(0);
        }
        known.push((key, Arc::clone(&compiled)));
        Ok(compiled)
    }
}

impl ScalarUDFImpl for CompiledFunction {
    fn name(&self) -> &str {
        self.declaration.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        self.declaration.coerce(types)
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        internal_err!("{} is asked with its literals", self.declaration.name)
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        let compiled = self.compiled(args.scalar_arguments.to_vec())?;
        let text = self.declaration.texts.first().and_then(|&at| args.arg_fields.get(at));
        let text = text.ok_or_else(|| self.declaration.usage("0 arguments"))?;
        Ok(Arc::new(Field::new(self.declaration.name, compiled.output(text.data_type()), true)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let literals: Vec<_> = args
            .args
            .iter()
            .map(|argument| match argument {
                ColumnarValue::Scalar(value) => Some(value),
                ColumnarValue::Array(_) => None,
            })
            .collect();
        let compiled = self.compiled(literals)?;
        let mut texts = self.declaration.texts.iter().filter_map(|&at| args.args.get(at));
        let text = texts.next().ok_or_else(|| self.declaration.usage("0 arguments"))?;
        // A base that is a literal is compiled, so only a column is passed.
        let base = texts.next().filter(|base| matches!(base, ColumnarValue::Array(_)));
        let all_one = matches!(text, ColumnarValue::Scalar(_)) && base.is_none();
        let texts: Vec<_> = [text].into_iter().chain(base).cloned().collect();
        let rows = ColumnarValue::values_to_arrays(&texts)?;
        let Some(text) = rows.first() else {
            return Err(self.declaration.usage("0 arguments"));
        };
        let done = compiled.run(text, rows.get(1))?;
        Ok(if all_one {
            ColumnarValue::Scalar(ScalarValue::try_from_array(&done, 0)?)
        } else {
            ColumnarValue::Array(done)
        })
    }
}
