//! Values from JSON and other formats, and matches as JSON.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde_core::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_core::ser::{Serialize, Serializer};

use crate::matching::Match;
use crate::value::Value;

/// A text, a number or a truth value is a text; null is undefined, which an empty list is, too. Undefined
/// members of lists and maps are left out (RFC 6570 section 2.3). Maps keep their order.
impl<'de> Deserialize<'de> for Value<'static> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Whole)
    }
}

struct Whole;

impl<'de> Visitor<'de> for Whole {
    type Value = Value<'static>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, a number, a truth value, or a list or map of them")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Value::from(text.to_owned()))
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Self::Value, E> {
        Ok(Value::from(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Self::Value, E> {
        Ok(Value::from(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Self::Value, E> {
        Ok(Value::from(value))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Self::Value, E> {
        Ok(Value::from(value))
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(Value::List(Vec::new()))
    }

    fn visit_none<E: Error>(self) -> Result<Self::Value, E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(Self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Member(item)) = items.next_element()? {
            list.extend(item.map(Cow::Owned));
        }
        Ok(Value::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut pairs: A) -> Result<Self::Value, A::Error> {
        let mut map = Vec::new();
        while let Some((name, Member(value))) = pairs.next_entry::<String, Member>()? {
            map.extend(value.map(|value| (Cow::Owned(name), Cow::Owned(value))));
        }
        Ok(Value::Map(map))
    }
}

/// A member of a list or of a map: `None` if it is undefined.
struct Member(Option<String>);

impl<'de> Deserialize<'de> for Member {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::Text(text) => Ok(Self(Some(text.to_string()))),
            value if value.is_undefined() => Ok(Self(None)),
            _ => Err(D::Error::custom("a member of a list or map is a list or map itself")),
        }
    }
}

/// A text, a list of texts, or a map of texts in its order.
impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(items) => serializer.collect_seq(items),
            Self::Map(pairs) => serializer.collect_map(pairs.iter().map(|(name, value)| (name, value))),
        }
    }
}

/// A map from the names of the variables that have a value to these values, in the order of the template.
///
/// ```
/// use oneiri_template::Template;
///
/// let matcher = Template::parse("/users/{id}{?fields*}")?.matcher()?;
/// let found = matcher.matches("/users/ada?fields=name&fields=age")?;
/// assert_eq!(serde_json::to_string(&found)?, r#"{"id":"ada","fields":["name","age"]}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Serialize for Match<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.captures().iter().map(|capture| (&capture.name, &capture.value)))
    }
}
