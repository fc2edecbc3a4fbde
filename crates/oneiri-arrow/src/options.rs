//! What becomes of an invalid text in a column. The other options are those of `oneiri-operations`.

use std::str::FromStr;

use oneiri_operations::Unfit;

/// How a task handles an invalid text.
///
/// ```
/// use oneiri_arrow::Errors;
///
/// assert_eq!("keep".parse(), Ok(Errors::Keep));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Errors {
    /// `null`: the result is null.
    #[default]
    Null,
    /// `raise`: the task ends with an error that names the row.
    Raise,
    /// `keep`: the result is the text itself. Only for tasks that return text.
    Keep,
}

impl FromStr for Errors {
    type Err = Unfit;

    fn from_str(name: &str) -> Result<Self, Unfit> {
        match name {
            "null" => Ok(Self::Null),
            "raise" => Ok(Self::Raise),
            "keep" => Ok(Self::Keep),
            _ => Err(Unfit::new(format!(
                "errors={name:?}: expected \"null\", \"raise\" or \"keep\""
            ))),
        }
    }
}
