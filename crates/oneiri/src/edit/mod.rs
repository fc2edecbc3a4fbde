//! Replacing one component in place, so that all other components keep their text.
//!
//! An edit first checks the new value, by the grammar of its component and by the three rules between components.
//! A rejected edit leaves the text unchanged. Then the edit moves the text after the component and adjusts the
//! offsets; it does not parse the text again.

mod repair;

use alloc::borrow::Cow;
use alloc::string::String;
use core::ops::Range;

use crate::normalize::significant;
use crate::syntax::error::{Component, Error, ErrorKind, Grammar};
use crate::syntax::parse::component::{check, check_authority, check_seams, surely_valid};
use crate::syntax::spans::{Hints, Spans, Untyped};

/// A new value for one component, or for the whole authority. `None` removes the component.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Edit<'a> {
    /// A scheme, for an identifier that has one. A relative reference accepts no scheme, because a scheme would
    /// turn it into an identifier.
    Scheme(&'a str),
    /// A userinfo. If there is no authority, the edit adds one with an empty host.
    Userinfo(Option<&'a str>),
    /// A host. `None` removes the authority if there is no userinfo and the port is absent or empty; otherwise
    /// `None` makes the host empty.
    Host(Option<&'a str>),
    /// The digits of a port. If there is no authority, the edit adds one with an empty host.
    Port(Option<&'a str>),
    /// The whole authority as text: `[ userinfo "@" ] host [ ":" port ]`.
    Authority(Option<&'a str>),
    /// A path. Every identifier has a path, which may be empty.
    Path(&'a str),
    /// A query.
    Query(Option<&'a str>),
    /// A fragment.
    Fragment(Option<&'a str>),
}

/// How an edit treats a value that is invalid, or invalid at its position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum OnInvalid {
    /// The edit returns an error and changes nothing.
    #[default]
    Refuse,
    /// The edit makes the value fit, by these rules and no others:
    ///
    /// 1. In userinfo, host, path, query and fragment, a character that the component does not allow becomes the
    ///    escapes of its UTF-8 octets, and a `%` that begins no escape becomes `%25`.
    /// 2. A host that is an IPv6 address is put in brackets.
    /// 3. A path that follows an authority and neither is empty nor begins with `/` gets a `/` in front.
    /// 4. A path that begins with `//` without an authority before it gets `/.` in front.
    /// 5. A path without scheme and authority whose first segment has a colon gets `./` in front.
    ///
    /// An invalid scheme, port or whole authority is still an error.
    Repair,
}

/// A text and its spans while edits change them.
pub(crate) struct Draft<'d> {
    pub(crate) text: &'d mut String,
    pub(crate) spans: &'d mut Spans,
    pub(crate) grammar: Grammar,
}

/// The indices of the spans in their order. An edit moves all spans from some index on.
const HOST_START: usize = 1;
const HOST_END: usize = 2;
const PATH_START: usize = 3;
const PATH_END: usize = 4;
const QUERY_END: usize = 5;

impl Draft<'_> {
    /// Makes one change; on an error, changes nothing.
    pub(crate) fn apply(&mut self, edit: Edit<'_>, policy: OnInvalid) -> Result<(), Error> {
        match edit {
            Edit::Scheme(scheme) => self.set_scheme(scheme),
            Edit::Userinfo(None) | Edit::Port(None) if !self.spans.has_authority() => Ok(()),
            Edit::Userinfo(userinfo) => self.set_userinfo(userinfo, policy),
            Edit::Host(Some(host)) => self.set_host(host, policy),
            Edit::Host(None) => self.remove_host(policy),
            Edit::Port(port) => self.set_port(port, policy),
            Edit::Authority(Some(authority)) => self.set_authority(authority, policy),
            Edit::Authority(None) => self.close_authority(policy),
            Edit::Path(path) => self.set_path(path, policy),
            Edit::Query(query) => {
                let query = self.admit_optional(query, Component::Query, policy)?;
                let range = self.spans.path_end..self.spans.query_end;
                self.replace_delimited(QUERY_END, range, "?", query.as_deref());
                Ok(())
            }
            Edit::Fragment(fragment) => {
                let fragment = self.admit_optional(fragment, Component::Fragment, policy)?;
                let range = self.spans.query_end..self.text.len();
                self.replace_delimited(QUERY_END + 1, range, "#", fragment.as_deref());
                Ok(())
            }
        }
    }

    fn set_scheme(&mut self, scheme: &str) -> Result<(), Error> {
        if !self.spans.has_scheme() {
            let (kind, component) = (ErrorKind::SchemeMissing, Component::Scheme);
            let grammar = Some(Grammar { scheme: true, ..self.grammar });
            return Err(Error { start: 0, end: 0, kind, component: Some(component), grammar, found: None });
        }
        check(scheme, Component::Scheme, self.grammar)?;
        self.replace(0, 0..self.spans.scheme_end, &[scheme]);
        Ok(())
    }

    fn set_userinfo(&mut self, userinfo: Option<&str>, policy: OnInvalid) -> Result<(), Error> {
        let userinfo = self.admit_optional(userinfo, Component::Userinfo, policy)?;
        self.open_authority(policy)?;
        let range = self.spans.authority_start()..self.spans.host_start;
        match userinfo {
            Some(userinfo) => self.replace(HOST_START, range, &[&userinfo, "@"]),
            None => self.replace(HOST_START, range, &[]),
        }
        Ok(())
    }

    fn set_host(&mut self, host: &str, policy: OnInvalid) -> Result<(), Error> {
        let host = self.admit(host, Component::Host, policy)?;
        self.open_authority(policy)?;
        self.replace(HOST_END, self.spans.host_start..self.spans.host_end, &[&host]);
        Ok(())
    }

    fn remove_host(&mut self, policy: OnInvalid) -> Result<(), Error> {
        let current = self.untyped();
        if current.userinfo().is_none() && current.port().and_then(significant).is_none() {
            return self.close_authority(policy);
        }
        self.replace(HOST_END, self.spans.host_start..self.spans.host_end, &[]);
        Ok(())
    }

    fn set_port(&mut self, port: Option<&str>, policy: OnInvalid) -> Result<(), Error> {
        let port = self.admit_optional(port, Component::Port, policy)?;
        self.open_authority(policy)?;
        let range = self.spans.host_end..self.spans.path_start;
        self.replace_delimited(PATH_START, range, ":", port.as_deref());
        Ok(())
    }

    fn set_authority(&mut self, authority: &str, policy: OnInvalid) -> Result<(), Error> {
        let inner = check_authority(authority, self.grammar)?;
        self.open_authority(policy)?;
        let start = self.spans.authority_start();
        self.replace(PATH_START, start..self.spans.path_start, &[authority]);
        self.spans.host_start = start + inner.start;
        self.spans.host_end = start + inner.end;
        Ok(())
    }

    /// Sets the three components of the authority together. If all three are `None`, removes the authority.
    pub(crate) fn set_authority_parts(
        &mut self,
        userinfo: Option<&str>,
        host: Option<&str>,
        port: Option<&str>,
    ) -> Result<(), Error> {
        if userinfo.is_none() && host.is_none() && port.is_none() {
            return self.close_authority(OnInvalid::Refuse);
        }
        // Checks all three values before it sets the first, so that an error leaves all three unchanged.
        let host = host.unwrap_or_default();
        check(userinfo.unwrap_or_default(), Component::Userinfo, self.grammar)?;
        check(host, Component::Host, self.grammar)?;
        check(port.unwrap_or_default(), Component::Port, self.grammar)?;
        self.set_host(host, OnInvalid::Refuse)?;
        self.set_userinfo(userinfo, OnInvalid::Refuse)?;
        self.set_port(port, OnInvalid::Refuse)
    }

    fn set_path(&mut self, path: &str, policy: OnInvalid) -> Result<(), Error> {
        let path = self.admit(path, Component::Path, policy)?;
        let prefix = self.seam(self.spans.has_authority(), &path, policy)?;
        self.replace(PATH_END, self.spans.path_start..self.spans.path_end, &[prefix, &path]);
        Ok(())
    }

    /// Adds an authority with an empty host, if there is none.
    #[inline(always)]
    fn open_authority(&mut self, policy: OnInvalid) -> Result<(), Error> {
        if self.spans.has_authority() { Ok(()) } else { self.add_authority(policy) }
    }

    fn add_authority(&mut self, policy: OnInvalid) -> Result<(), Error> {
        let prefix = self.seam(true, self.untyped().path(), policy)?;
        let at = self.spans.path_start;
        self.replace(PATH_END, at..at, &["//", prefix]);
        self.spans.path_start = at + 2;
        self.spans.host_start = at + 2;
        self.spans.host_end = at + 2;
        Ok(())
    }

    /// Removes the authority, if there is one.
    fn close_authority(&mut self, policy: OnInvalid) -> Result<(), Error> {
        if !self.spans.has_authority() {
            return Ok(());
        }
        let prefix = self.seam(false, self.untyped().path(), policy)?;
        let start = self.spans.authority_start() - 2;
        self.replace(PATH_END, start..self.spans.path_start, &[prefix]);
        self.spans.path_start = start;
        self.spans.host_start = 0;
        self.spans.host_end = 0;
        Ok(())
    }

    /// The text that must be before a path, if an authority precedes it or not, as `has_authority` says: `/`,
    /// `/.`, `./` or nothing.
    fn seam(&self, has_authority: bool, path: &str, policy: OnInvalid) -> Result<&'static str, Error> {
        match check_seams(self.spans.has_scheme(), has_authority, path, self.grammar) {
            Err(error) if policy == OnInvalid::Refuse => Err(error),
            Err(error) => Ok(repair::prefix(error.kind)),
            Ok(()) => Ok(""),
        }
    }

    fn admit<'v>(&self, value: &'v str, component: Component, policy: OnInvalid) -> Result<Cow<'v, str>, Error> {
        if surely_valid(value, component, self.grammar) {
            return Ok(Cow::Borrowed(value));
        }
        match (check(value, component, self.grammar), policy) {
            (Err(error), OnInvalid::Refuse) => Err(error),
            (Err(error), OnInvalid::Repair) => repair::value(value, error, self.grammar),
            (Ok(()), _) => Ok(Cow::Borrowed(value)),
        }
    }

    fn admit_optional<'v>(
        &self,
        value: Option<&'v str>,
        component: Component,
        policy: OnInvalid,
    ) -> Result<Option<Cow<'v, str>>, Error> {
        value.map(|value| self.admit(value, component, policy)).transpose()
    }

    fn replace_delimited(&mut self, first: usize, range: Range<usize>, delimiter: &str, value: Option<&str>) {
        match value {
            Some(value) => self.replace(first, range, &[delimiter, value]),
            None => self.replace(first, range, &[]),
        }
    }

    /// Replaces a range of the text by `pieces`, and moves the spans from index `first` on.
    fn replace(&mut self, first: usize, range: Range<usize>, pieces: &[&str]) {
        let added: usize = pieces.iter().map(|piece| piece.len()).sum();
        let removed = range.len();
        let length = (self.text.len() - removed).saturating_add(added);
        if length > self.text.capacity() {
            // The text has to be copied, so it is copied to where it will be, and with room for more changes.
            let mut text = String::with_capacity(length.max(self.text.capacity().saturating_mul(2)));
            text.push_str(&self.text[..range.start]);
            pieces.iter().for_each(|piece| text.push_str(piece));
            text.push_str(&self.text[range.end..]);
            *self.text = text;
        } else {
            let (&piece, others) = pieces.split_first().unwrap_or((&"", &[]));
            let mut at = range.start + piece.len();
            self.text.replace_range(range, piece);
            for piece in others {
                self.text.insert_str(at, piece);
                at += piece.len();
            }
        }

        let has_authority = self.spans.has_authority();
        let Spans { scheme_end, host_start, host_end, path_start, path_end, query_end, hints } = &mut *self.spans;
        *hints = Hints::ALL;
        let spans = [scheme_end, host_start, host_end, path_start, path_end, query_end];
        for (index, span) in spans.into_iter().enumerate() {
            // Without an authority, the spans of the host are zero and stay zero.
            let is_absent = !has_authority && (HOST_START..=HOST_END).contains(&index);
            if index >= first && !is_absent {
                *span = *span + added - removed;
            }
        }
    }

    pub(crate) fn untyped(&self) -> Untyped<'_, '_> {
        Untyped { text: self.text, spans: self.spans }
    }
}
