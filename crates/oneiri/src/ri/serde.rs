//! Serialization as a string. Deserialization parses the string.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;

use serde_core::de::{Deserialize, Deserializer, Error as _, Visitor};
use serde_core::ser::{Serialize, Serializer};

use super::{Alphabet, Ri, SchemePresence};

impl<T: AsRef<str>, A, F> Serialize for Ri<T, A, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text.as_ref())
    }
}

impl<'de: 'a, 'a, A: Alphabet, F: SchemePresence> Deserialize<'de> for Ri<&'a str, A, F> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(<&'a str>::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl<'de, A: Alphabet, F: SchemePresence> Deserialize<'de> for Ri<String, A, F> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// Borrows the text if the format allows it.
impl<'de: 'a, 'a, A: Alphabet, F: SchemePresence> Deserialize<'de> for Ri<Cow<'a, str>, A, F> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Either(PhantomData))
    }
}

struct Either<A, F>(PhantomData<fn() -> (A, F)>);

impl<'de, A: Alphabet, F: SchemePresence> Visitor<'de> for Either<A, F> {
    type Value = Ri<Cow<'de, str>, A, F>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_borrowed_str<E: serde_core::de::Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ri::<&str, A, F>::parse(text).map(Ri::from).map_err(E::custom)
    }

    fn visit_str<E: serde_core::de::Error>(self, text: &str) -> Result<Self::Value, E> {
        self.visit_string(String::from(text))
    }

    fn visit_string<E: serde_core::de::Error>(self, text: String) -> Result<Self::Value, E> {
        let parsed = Ri::<String, A, F>::parse(text).map_err(E::custom)?;
        Ok(Ri::new(Cow::Owned(parsed.text), parsed.spans))
    }
}
