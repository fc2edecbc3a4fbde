//! The functions, as DataFusion calls them.

use std::fmt;
use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{ScalarValue, internal_err};
use datafusion::error::{DataFusionError, Result};
use datafusion::logical_expr::{ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature};
use oneiri_arrow::{Error, Grammar, Options, Plan, Task};
use oneiri_operations::{Kind as Answers, Operation, Row, TABLE};

use crate::declaration::Declaration;

/// An operation as a function of SQL. The table of operations has its name and its parameters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Kind {
    operation: Operation,
    name: &'static str,
}

impl Kind {
    /// The operations that SQL has.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let kinds = |row: &Row| Some(Self { operation: row.operation, name: row.faces.sql? });
        // The URL Standard has a function of its own, because its base may be missing.
        let rows = TABLE.iter().filter(|row| row.operation != Operation::WhatwgHref);
        rows.filter_map(kinds)
    }

    /// The names of all parameters: first the texts, then the literals.
    fn parameters(self) -> Vec<&'static str> {
        let row = self.operation.row();
        let own = row.parameters.iter().map(|parameter| parameter.name());
        // Where no invalid text becomes null, nothing is to be chosen.
        let answers = matches!(row.result, Answers::Boolean | Answers::Error);
        let common = if answers { &["grammar"][..] } else { &["grammar", "errors"] };
        own.chain(common.iter().copied()).collect()
    }

    /// The number of parameters that are texts.
    fn texts(self) -> usize {
        self.operation.row().texts()
    }

    /// The place of the text that the function reads row by row, whose type its result has: the base comes before it.
    fn column(self) -> usize {
        usize::from(self.operation == Operation::Resolve)
    }

    /// The number of required parameters.
    fn least(self) -> usize {
        if self.operation == Operation::NormalizeSteps { 2 } else { self.texts() }
    }

    fn declaration(self) -> Declaration {
        let texts: &[usize] = if self.texts() == 2 { &[0, 1] } else { &[0] };
        Declaration { name: self.name, parameters: self.parameters(), least: self.least(), texts }
    }

    fn usage(self, found: &str) -> DataFusionError {
        self.declaration().usage(found)
    }

    fn wrong(self, message: impl fmt::Display) -> DataFusionError {
        self.declaration().wrong(message)
    }

    /// The plan for these literals, and for the base if it is one text for all rows.
    fn plan(self, literals: &[Option<&ScalarValue>], base: Option<&str>) -> Result<Plan> {
        let mut options = Options { base: base.map(str::to_owned), ..Options::default() };
        for (name, literal) in self.parameters()[self.texts()..].iter().zip(literals) {
            let value = literal.and_then(ScalarValue::try_as_str);
            let value = value.or(literal.filter(|value| value.is_null()).map(|_| None));
            let value = value.ok_or_else(|| self.wrong(format!("expected a literal for {name}")))?;
            if let Some(value) = value {
                options.set(name, value).map_err(|message| self.wrong(message))?;
            }
        }
        let Some(task) = Task::of(self.operation, &options) else { return internal_err!("{} has no task", self.name) };
        let usual = Grammar::default().with_ascii(self.operation == Operation::ToIri);
        let plan = Plan::new(task, options.grammar.unwrap_or(usual), options.errors);
        plan.map_err(|error| self.wrong(error))
    }
}

/// The error of a function that ends a statement. DataFusion wraps this error in its own, as the root cause.
///
/// ```
/// use datafusion::error::DataFusionError;
/// use datafusion::prelude::SessionContext;
/// use oneiri_datafusion::Ended;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> datafusion::error::Result<()> {
/// let context = SessionContext::new();
/// oneiri_datafusion::register(&context);
/// let query = "SELECT oneiri_normalize('a b', errors => 'raise', rung => NULL, grammar => NULL)";
/// let error = context.sql(query).await?.collect().await.unwrap_err();
/// let DataFusionError::External(cause) = error.find_root() else { return Err(error) };
/// assert!(cause.is::<Ended>());
/// assert!(cause.to_string().starts_with("oneiri_normalize: invalid IRI reference: path, byte 1"));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Ended {
    /// The name of the function.
    pub function: &'static str,
    /// The error of the task. It counts rows within one batch, so the number of a row means nothing to the user.
    pub error: Error,
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.function)?;
        match &self.error {
            Error::Refused(refusal) => refusal.fmt(f),
            other => other.fmt(f),
        }
    }
}

impl std::error::Error for Ended {}

#[derive(PartialEq, Eq, Hash, Debug)]
pub(crate) struct Function {
    kind: Kind,
    signature: Signature,
}

impl Function {
    pub(crate) fn new(kind: Kind) -> Self {
        Self { kind, signature: kind.declaration().signature() }
    }

    fn ended(&self, error: Error) -> DataFusionError {
        DataFusionError::External(Box::new(Ended { function: self.kind.name, error }))
    }

    fn run(&self, plan: &Plan, text: &ArrayRef, second: Option<&ArrayRef>) -> Result<ArrayRef> {
        let done = plan.run(text, second).map_err(|error| self.ended(error))?;
        Ok(cast(&done, &handed_out(done.data_type().clone()))?)
    }
}

/// The SQL type of a column: SQL has no binary type of fixed length.
fn handed_out(data_type: DataType) -> DataType {
    match data_type {
        DataType::FixedSizeBinary(_) => DataType::Binary,
        other => other,
    }
}

impl ScalarUDFImpl for Function {
    fn name(&self) -> &str {
        self.kind.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        self.kind.declaration().coerce(types)
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        internal_err!("{} is asked with its literals", self.kind.name)
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        let Some(text) = args.arg_fields.get(self.kind.column()) else {
            return Err(self.kind.usage("too few arguments"));
        };
        let literals = args.scalar_arguments.get(self.kind.texts()..).unwrap_or_default();
        let plan = self.kind.plan(literals, None)?;
        let output = plan.output(text.data_type()).map_err(|error| self.kind.wrong(error))?;
        Ok(Arc::new(Field::new(self.kind.name, handed_out(output), true)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let texts = self.kind.texts();
        let (texts, literals) = args.args.split_at(texts.min(args.args.len()));
        let literals: Vec<_> = literals
            .iter()
            .map(|literal| match literal {
                ColumnarValue::Scalar(value) => Some(value),
                ColumnarValue::Array(_) => None,
            })
            .collect();
        let is_resolve = self.kind.operation == Operation::Resolve;
        let base = match texts {
            [ColumnarValue::Scalar(base), _] if is_resolve => base.try_as_str().flatten(),
            _ => None,
        };
        let plan = self.kind.plan(&literals, base)?;
        // A base that is one text for all rows is already part of the plan, so it is not passed as a column.
        let texts = if base.is_some() { &texts[1..] } else { texts };
        let rows = ColumnarValue::values_to_arrays(texts)?;
        let done = match rows.as_slice() {
            [base, text] if is_resolve => self.run(&plan, text, Some(base))?,
            [text, second @ ..] => self.run(&plan, text, second.first())?,
            [] => return Err(self.kind.usage("0 arguments")),
        };
        let all_one = texts.iter().all(|text| matches!(text, ColumnarValue::Scalar(_)));
        Ok(if all_one {
            ColumnarValue::Scalar(ScalarValue::try_from_array(&done, 0)?)
        } else {
            ColumnarValue::Array(done)
        })
    }
}
