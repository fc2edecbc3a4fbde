//! A change to a value, and the ways to make it.

use crate::oracle::split::Seven;
use oneiri::{Alphabet, Edit, Error, OnInvalid, Ri, SchemePresence};

/// Both ways to treat a value that does not fit.
pub(crate) const POLICIES: [OnInvalid; 2] = [OnInvalid::Refuse, OnInvalid::Repair];

/// One change to a value.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Change<'a> {
    One(Edit<'a>),
    /// Userinfo, host and port together.
    Parts {
        userinfo: Option<&'a str>,
        host: Option<&'a str>,
        port: Option<&'a str>,
    },
}

impl<'a> Change<'a> {
    /// One edit for each component, and for the authority; all with this value.
    pub(crate) fn each(value: Option<&'a str>) -> [Self; 8] {
        let text = value.unwrap_or_default();
        [
            Edit::Scheme(text),
            Edit::Userinfo(value),
            Edit::Host(value),
            Edit::Port(value),
            Edit::Authority(value),
            Edit::Path(text),
            Edit::Query(value),
            Edit::Fragment(value),
        ]
        .map(Self::One)
    }

    /// The change that [`each`](Self::each) has at the place of a component, for the component's own value.
    pub(super) fn of_component(index: usize, it: &'a Seven, authority: Option<&'a str>) -> Self {
        Self::One(match index {
            0 => Edit::Scheme(it.scheme.as_deref().unwrap_or("none")),
            1 => Edit::Userinfo(it.userinfo.as_deref()),
            2 => Edit::Host(it.host.as_deref()),
            3 => Edit::Port(it.port.as_deref()),
            4 => Edit::Authority(authority),
            5 => Edit::Path(&it.path),
            6 => Edit::Query(it.query.as_deref()),
            _ => Edit::Fragment(it.fragment.as_deref()),
        })
    }

    pub(crate) fn pure<T: AsRef<str>, A: Alphabet, F: SchemePresence>(
        self,
        value: &Ri<T, A, F>,
        policy: OnInvalid,
    ) -> Result<Ri<String, A, F>, Error> {
        match self {
            Self::One(edit) => value.edited(edit, policy),
            Self::Parts { userinfo, host, port } => value.with_authority_parts(userinfo, host, port),
        }
    }

    pub(super) fn in_place<A: Alphabet, F: SchemePresence>(
        self,
        value: &mut Ri<String, A, F>,
        policy: OnInvalid,
    ) -> Result<(), Error> {
        match self {
            Self::One(edit) => value.edit(edit, policy),
            Self::Parts { userinfo, host, port } => value.set_authority_parts(userinfo, host, port),
        }
    }

    /// The same by the methods named after the components, where there is one for every type.
    pub(super) fn by_name<A: Alphabet, F: SchemePresence>(
        self,
        value: &mut Ri<String, A, F>,
    ) -> Option<Result<Ri<String, A, F>, Error>> {
        let Self::One(edit) = self else { return None };
        let pure = match edit {
            Edit::Userinfo(it) => value.with_userinfo(it),
            Edit::Host(it) => value.with_host(it),
            Edit::Port(it) => value.with_port_digits(it),
            Edit::Authority(it) => value.edited(Edit::Authority(it), OnInvalid::Refuse),
            Edit::Path(it) => value.with_path(it),
            Edit::Query(it) => value.with_query(it),
            Edit::Fragment(it) => value.with_fragment(it),
            _ => return None,
        };
        let in_place = match edit {
            Edit::Userinfo(it) => value.set_userinfo(it),
            Edit::Host(it) => value.set_host(it),
            Edit::Port(it) => value.set_port_digits(it),
            Edit::Authority(it) => value.set_authority(it),
            Edit::Path(it) => value.set_path(it),
            Edit::Query(it) => value.set_query(it),
            Edit::Fragment(it) => value.set_fragment(it),
            _ => return None,
        };
        assert_eq!(pure.as_ref().err(), in_place.as_ref().err());
        Some(pure)
    }
}
