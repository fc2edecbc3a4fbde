//! Replacing one component where it stands, so that the others stay what they are.
//!
//! A value is checked by its component's own grammar and by the three rules between components
//! before anything moves: an edit that is refused leaves the text as it was. Then the text behind
//! moves and the offsets with it; nothing is parsed again.

mod repair;

use alloc::borrow::Cow;
use alloc::string::String;
use core::ops::Range;

use crate::normalize::significant;
use crate::syntax::error::{Component, Error, ErrorKind, Grammar};
use crate::syntax::parse::component::{check, check_authority, check_seams};
use crate::syntax::spans::{Hints, Spans, Untyped};

/// A new value for one component, or for the authority as a whole. `None` removes the component.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Edit<'a> {
    /// A scheme, where there is one: a relative reference cannot be given any, for that would make
    /// it something else.
    Scheme(&'a str),
    /// A userinfo. Where there is no authority, one with an empty host is made.
    Userinfo(Option<&'a str>),
    /// A host. `None` removes the authority if there is neither a userinfo nor a port that is not
    /// empty; otherwise it leaves the host empty.
    Host(Option<&'a str>),
    /// A port's digits. Where there is no authority, one with an empty host is made.
    Port(Option<&'a str>),
    /// The whole authority as text: `[ userinfo "@" ] host [ ":" port ]`.
    Authority(Option<&'a str>),
    /// A path; there always is one, though it may be empty.
    Path(&'a str),
    /// A query.
    Query(Option<&'a str>),
    /// A fragment.
    Fragment(Option<&'a str>),
}

/// What becomes of a value that cannot stand where it is put.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Policy {
    /// It is an error, and nothing changes.
    #[default]
    Refuse,
    /// It is made to fit, by these rules and no others:
    ///
    /// 1. In userinfo, host, path, query and fragment, a character that the component does not hold
    ///    becomes the escapes of its UTF-8, and a `%` that begins no escape becomes `%25`.
    /// 2. A host that is an IPv6 address is put in brackets.
    /// 3. A path behind an authority that neither is empty nor begins with `/` is given a `/`.
    /// 4. A path without an authority that begins with `//` is given `/.` before it.
    /// 5. A path without scheme and authority whose first segment has a colon, is given `./`.
    ///
    /// A scheme, a port or a whole authority is still refused.
    Repair,
}

/// A text and its spans, under change.
pub(crate) struct Draft<'d> {
    pub(crate) text: &'d mut String,
    pub(crate) spans: &'d mut Spans,
    pub(crate) grammar: Grammar,
}

/// The spans in their order: an edit moves those from some index on.
const HOST_START: usize = 1;
const HOST_END: usize = 2;
const PATH_START: usize = 3;
const PATH_END: usize = 4;
const QUERY_END: usize = 5;

impl Draft<'_> {
    /// Makes one change, or none.
    pub(crate) fn apply(&mut self, edit: Edit<'_>, policy: Policy) -> Result<(), Error> {
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
            return Err(Error { start: 0, end: 0, kind, component, grammar, found: None });
        }
        check(scheme, Component::Scheme, self.grammar)?;
        self.replace(0, 0..self.spans.scheme_end, &[scheme]);
        Ok(())
    }

    fn set_userinfo(&mut self, userinfo: Option<&str>, policy: Policy) -> Result<(), Error> {
        let userinfo = self.admit_optional(userinfo, Component::Userinfo, policy)?;
        self.open_authority(policy)?;
        let range = self.spans.authority_start()..self.spans.host_start;
        match userinfo {
            Some(userinfo) => self.replace(HOST_START, range, &[&userinfo, "@"]),
            None => self.replace(HOST_START, range, &[]),
        }
        Ok(())
    }

    fn set_host(&mut self, host: &str, policy: Policy) -> Result<(), Error> {
        let host = self.admit(host, Component::Host, policy)?;
        self.open_authority(policy)?;
        self.replace(HOST_END, self.spans.host_start..self.spans.host_end, &[&host]);
        Ok(())
    }

    fn remove_host(&mut self, policy: Policy) -> Result<(), Error> {
        let current = self.untyped();
        if current.userinfo().is_none() && current.port().and_then(significant).is_none() {
            return self.close_authority(policy);
        }
        self.replace(HOST_END, self.spans.host_start..self.spans.host_end, &[]);
        Ok(())
    }

    fn set_port(&mut self, port: Option<&str>, policy: Policy) -> Result<(), Error> {
        let port = self.admit_optional(port, Component::Port, policy)?;
        self.open_authority(policy)?;
        let range = self.spans.host_end..self.spans.path_start;
        self.replace_delimited(PATH_START, range, ":", port.as_deref());
        Ok(())
    }

    fn set_authority(&mut self, authority: &str, policy: Policy) -> Result<(), Error> {
        let inner = check_authority(authority, self.grammar)?;
        self.open_authority(policy)?;
        let start = self.spans.authority_start();
        self.replace(PATH_START, start..self.spans.path_start, &[authority]);
        self.spans.host_start = start + inner.start;
        self.spans.host_end = start + inner.end;
        Ok(())
    }

    /// Sets the three parts together; all `None` removes the authority.
    pub(crate) fn set_authority_parts(
        &mut self,
        userinfo: Option<&str>,
        host: Option<&str>,
        port: Option<&str>,
    ) -> Result<(), Error> {
        if userinfo.is_none() && host.is_none() && port.is_none() {
            return self.close_authority(Policy::Refuse);
        }
        // All are checked before the first is set, so that none is set where one is refused.
        let host = host.unwrap_or_default();
        check(userinfo.unwrap_or_default(), Component::Userinfo, self.grammar)?;
        check(host, Component::Host, self.grammar)?;
        check(port.unwrap_or_default(), Component::Port, self.grammar)?;
        self.set_host(host, Policy::Refuse)?;
        self.set_userinfo(userinfo, Policy::Refuse)?;
        self.set_port(port, Policy::Refuse)
    }

    fn set_path(&mut self, path: &str, policy: Policy) -> Result<(), Error> {
        let path = self.admit(path, Component::Path, policy)?;
        let prefix = self.seam(self.spans.has_authority(), &path, policy)?;
        self.replace(PATH_END, self.spans.path_start..self.spans.path_end, &[prefix, &path]);
        Ok(())
    }

    /// Makes an authority with an empty host, if there is none.
    fn open_authority(&mut self, policy: Policy) -> Result<(), Error> {
        if self.spans.has_authority() {
            return Ok(());
        }
        let prefix = self.seam(true, self.untyped().path(), policy)?;
        let at = self.spans.path_start;
        self.replace(PATH_END, at..at, &["//", prefix]);
        self.spans.path_start = at + 2;
        self.spans.host_start = at + 2;
        self.spans.host_end = at + 2;
        Ok(())
    }

    /// Removes the authority, if there is one.
    fn close_authority(&mut self, policy: Policy) -> Result<(), Error> {
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

    /// What has to stand before a path, with or without an authority before that.
    fn seam(&self, has_authority: bool, path: &str, policy: Policy) -> Result<&'static str, Error> {
        match check_seams(self.spans.has_scheme(), has_authority, path, self.grammar) {
            Err(error) if policy == Policy::Refuse => Err(error),
            Err(error) => Ok(repair::prefix(error.kind)),
            Ok(()) => Ok(""),
        }
    }

    fn admit<'v>(
        &self,
        value: &'v str,
        component: Component,
        policy: Policy,
    ) -> Result<Cow<'v, str>, Error> {
        match (check(value, component, self.grammar), policy) {
            (Err(error), Policy::Refuse) => Err(error),
            (Err(error), Policy::Repair) => repair::value(value, error, self.grammar),
            (Ok(()), _) => Ok(Cow::Borrowed(value)),
        }
    }

    fn admit_optional<'v>(
        &self,
        value: Option<&'v str>,
        component: Component,
        policy: Policy,
    ) -> Result<Option<Cow<'v, str>>, Error> {
        value.map(|value| self.admit(value, component, policy)).transpose()
    }

    fn replace_delimited(
        &mut self,
        first: usize,
        range: Range<usize>,
        delimiter: &str,
        value: Option<&str>,
    ) {
        match value {
            Some(value) => self.replace(first, range, &[delimiter, value]),
            None => self.replace(first, range, &[]),
        }
    }

    /// Puts pieces in the place of a range, and moves the spans from index `first` on along.
    fn replace(&mut self, first: usize, range: Range<usize>, pieces: &[&str]) {
        let added: usize = pieces.iter().map(|piece| piece.len()).sum();
        let removed = range.len();
        self.text.reserve(added.saturating_sub(removed));
        let mut at = range.start;
        let mut range = range;
        for piece in pieces {
            self.text.replace_range(range, piece);
            at += piece.len();
            range = at..at;
        }
        self.text.replace_range(range, "");

        let has_authority = self.spans.has_authority();
        let Spans { scheme_end, host_start, host_end, path_start, path_end, query_end, hints } =
            &mut *self.spans;
        *hints = Hints::ALL;
        let spans = [scheme_end, host_start, host_end, path_start, path_end, query_end];
        for (index, span) in spans.into_iter().enumerate().skip(first) {
            // Without an authority the host's spans are zero, and stay so.
            if has_authority || !(HOST_START..=HOST_END).contains(&index) {
                *span = *span + added - removed;
            }
        }
    }

    pub(crate) fn untyped(&self) -> Untyped<'_, '_> {
        Untyped { text: self.text, spans: self.spans }
    }
}
