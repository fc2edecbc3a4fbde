//! The values of variables.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The value of a variable: a text, a list of texts, or an associative array (RFC 6570 section 2.3).
///
/// An empty list and an empty array are undefined, as is a variable that has no value.
///
/// ```
/// use oneiri_template::Value;
///
/// assert_eq!(Value::from(7), Value::from("7"));
/// assert_eq!(Value::from(["a", "b"]), Value::List(vec!["a".into(), "b".into()]));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value<'a> {
    /// A text.
    Text(Cow<'a, str>),
    /// A list of texts.
    List(Vec<Cow<'a, str>>),
    /// Names with their texts, in their order.
    Map(Vec<(Cow<'a, str>, Cow<'a, str>)>),
}

/// The same text, copied if it is borrowed.
pub(crate) fn owned(text: Cow<'_, str>) -> Cow<'static, str> {
    Cow::Owned(text.into_owned())
}

impl Value<'_> {
    /// The same value with all texts copied.
    #[must_use]
    pub fn into_owned(self) -> Value<'static> {
        match self {
            Self::Text(text) => Value::Text(owned(text)),
            Self::List(items) => Value::List(items.into_iter().map(owned).collect()),
            Self::Map(pairs) => {
                let pairs = pairs.into_iter().map(|(name, value)| (owned(name), owned(value)));
                Value::Map(pairs.collect())
            }
        }
    }

    /// Whether the value is a list or map without members, which is the same as no value.
    #[must_use]
    pub fn is_undefined(&self) -> bool {
        match self {
            Self::Text(_) => false,
            Self::List(items) => items.is_empty(),
            Self::Map(pairs) => pairs.is_empty(),
        }
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

macro_rules! from_display {
    ($($type:ty),*) => {
        $(impl From<$type> for Value<'_> {
            fn from(value: $type) -> Self {
                Self::Text(Cow::Owned(value.to_string()))
            }
        })*
    };
}
from_display!(i8, u8, i16, u16, i32, u32, i64, u64, i128, u128, isize, usize, f32, f64, bool, char);

impl<'a, T: AsRef<str>> From<&'a [T]> for Value<'a> {
    fn from(items: &'a [T]) -> Self {
        Self::List(items.iter().map(|item| Cow::Borrowed(item.as_ref())).collect())
    }
}

impl<'a, T: Into<Cow<'a, str>>> From<Vec<T>> for Value<'a> {
    fn from(items: Vec<T>) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}

impl<'a, T: Into<Cow<'a, str>>, const N: usize> From<[T; N]> for Value<'a> {
    fn from(items: [T; N]) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}

impl<'a, K: Into<Cow<'a, str>>, V: Into<Cow<'a, str>>> From<BTreeMap<K, V>> for Value<'a> {
    fn from(pairs: BTreeMap<K, V>) -> Self {
        Self::Map(pairs.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }
}

/// A source of values for variables.
pub trait Values {
    /// The value of the variable of this name, or `None` if it is undefined.
    fn value(&self, name: &str) -> Option<&Value<'_>>;
}

impl<N: AsRef<str>> Values for [(N, Value<'_>)] {
    fn value(&self, name: &str) -> Option<&Value<'_>> {
        self.iter().find(|(this, _)| this.as_ref() == name).map(|(_, value)| value)
    }
}

impl<N: AsRef<str>, const M: usize> Values for [(N, Value<'_>); M] {
    fn value(&self, name: &str) -> Option<&Value<'_>> {
        self.as_slice().value(name)
    }
}

impl<N: AsRef<str>> Values for Vec<(N, Value<'_>)> {
    fn value(&self, name: &str) -> Option<&Value<'_>> {
        self.as_slice().value(name)
    }
}

impl<N: core::borrow::Borrow<str> + Ord> Values for BTreeMap<N, Value<'_>> {
    fn value(&self, name: &str) -> Option<&Value<'_>> {
        BTreeMap::get(self, name)
    }
}
