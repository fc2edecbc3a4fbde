//! How a function is called, and what is said of a wrong call.

use std::fmt;

use datafusion::arrow::datatypes::DataType;
use datafusion::error::{DataFusionError, Result};
use datafusion::logical_expr::{Signature, TypeSignature, Volatility};

/// The name of a function and its parameters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Declaration {
    pub(crate) name: &'static str,
    pub(crate) parameters: Vec<&'static str>,
    /// The number of required parameters.
    pub(crate) least: usize,
    /// The places of the parameters that are columns of texts; the others are literals.
    pub(crate) texts: &'static [usize],
}

impl Declaration {
    pub(crate) fn signature(&self) -> Signature {
        let mut signature = Signature::new(TypeSignature::UserDefined, Volatility::Immutable);
        let names = self.parameters.iter().map(|&name| name.to_owned());
        signature.parameter_names = Some(names.collect());
        signature
    }

    /// An error that shows how to call the function.
    pub(crate) fn usage(&self, found: &str) -> DataFusionError {
        let (given, optional) = self.parameters.split_at(self.least);
        let (given, ends) = (given.join(", "), "]".repeat(optional.len()));
        let optional: String = optional.iter().map(|name| format!("[, {name}")).collect();
        self.wrong(format!("expected {}({given}{optional}{ends}), found {found}", self.name))
    }

    pub(crate) fn wrong(&self, message: impl fmt::Display) -> DataFusionError {
        DataFusionError::Plan(format!("{}: {message}", self.name))
    }

    /// The types that the arguments are given as.
    pub(crate) fn coerce(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        if types.len() < self.least || types.len() > self.parameters.len() {
            return Err(self.usage(&format!("{} arguments", types.len())));
        }
        let coerced = self.parameters.iter().zip(types).enumerate().map(|(at, (name, found))| {
            match found {
                // A null literal stays a null literal.
                DataType::Null if !self.texts.contains(&at) => Ok(DataType::Null),
                DataType::Null => Ok(DataType::Utf8),
                found if oneiri_arrow::is_text(found) => Ok(found.clone()),
                found => Err(self.wrong(format!("expected text for {name}, found {found}"))),
            }
        });
        coerced.collect()
    }
}
