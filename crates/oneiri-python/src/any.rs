//! What an identifier of Python holds: a value of one of the four types of the engine.
//!
//! Python has four classes below `Identifier`, one for each variant, and each of them has the methods of its type. Code that is
//! the same for all four takes a `view`, which copies nothing, or uses `each!`. A fifth variant would need a fifth class.

use oneiri::component::HostKind;
use oneiri::{IriBuf, IriRef, IriRefBuf, UriBuf, UriRefBuf};

use crate::grammar::Grammar;

/// A value of any of the four types.
#[derive(Clone)]
pub(crate) enum Any {
    Uri(UriBuf),
    UriRef(UriRefBuf),
    Iri(IriBuf),
    IriRef(IriRefBuf),
}

/// Evaluates the same expression for each of the four types.
macro_rules! each {
    ($any:expr, $it:ident => $body:expr) => {
        match $any {
            Any::Uri($it) => $body,
            Any::UriRef($it) => $body,
            Any::Iri($it) => $body,
            Any::IriRef($it) => $body,
        }
    };
}

pub(crate) use each;

impl From<UriBuf> for Any {
    fn from(uri: UriBuf) -> Self {
        Self::Uri(uri)
    }
}

impl From<UriRefBuf> for Any {
    fn from(reference: UriRefBuf) -> Self {
        Self::UriRef(reference)
    }
}

impl From<IriBuf> for Any {
    fn from(iri: IriBuf) -> Self {
        Self::Iri(iri)
    }
}

impl From<IriRefBuf> for Any {
    fn from(reference: IriRefBuf) -> Self {
        Self::IriRef(reference)
    }
}

impl Any {
    /// The value as the widest of the four types, which gives access to all components.
    pub(crate) fn view(&self) -> IriRef<'_> {
        match self {
            Self::Uri(uri) => uri.as_borrowed().into(),
            Self::UriRef(reference) => reference.as_borrowed().into(),
            Self::Iri(iri) => iri.as_borrowed().into(),
            Self::IriRef(reference) => reference.as_borrowed(),
        }
    }

    /// The name of the kind of the host. The stub `_oneiri.pyi` repeats the names. A kind that the engine gets later is
    /// a `reg-name` here until it has an arm, and the compiler does not ask for one.
    pub(crate) fn host_kind(&self) -> Option<&'static str> {
        self.view().host().map(|host| match host.kind() {
            HostKind::Ipv4(_) => "ipv4",
            HostKind::Ipv6(_) => "ipv6",
            HostKind::IpvFuture { .. } => "ipvfuture",
            _ => "reg-name",
        })
    }

    /// The grammar that the value was parsed by.
    pub(crate) fn grammar(&self) -> Grammar {
        match self {
            Self::Uri(_) => Grammar::Uri,
            Self::UriRef(_) => Grammar::UriReference,
            Self::Iri(_) => Grammar::Iri,
            Self::IriRef(_) => Grammar::IriReference,
        }
    }

    pub(crate) fn is_ascii(&self) -> bool {
        self.grammar().is_ascii()
    }
}
