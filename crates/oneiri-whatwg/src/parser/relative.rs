//! The states of texts that are relative to a base.

use super::validation::Sink;
use super::{Parser, State};
use crate::url::value::Url;

impl<S: Sink> Parser<'_, '_, S> {
    /// Special relative or authority state.
    pub(super) fn special_relative_or_authority(&mut self) -> State {
        if self.rest().starts_with("//") {
            self.pointer += 2;
            return State::SpecialAuthorityIgnoreSlashes;
        }
        self.report_missing_solidus();
        State::Relative
    }

    /// Path or authority state, after the first slash.
    pub(super) fn path_or_authority(&mut self) -> State {
        if self.c() == Some(b'/') {
            self.pointer += 1;
            State::Authority
        } else {
            State::Path
        }
    }

    /// Relative state.
    pub(super) fn relative(&mut self) -> State {
        // This state is entered only with a base.
        let Some(base) = self.base else { return State::End };
        if self.at_slash() {
            self.report_backslash();
            self.pointer += 1;
            return State::RelativeSlash;
        }
        self.copy_authority(base);
        self.relative_path(base)
    }

    /// Relative slash state, after the first slash.
    pub(super) fn relative_slash(&mut self) -> State {
        if self.at_slash() {
            self.report_backslash();
            self.pointer += 1;
            return if self.special { State::SpecialAuthorityIgnoreSlashes } else { State::Authority };
        }
        if let Some(base) = self.base {
            self.copy_authority(base);
        }
        State::Path
    }

    /// The end of relative state and of file state: the path, and perhaps the query, of the base.
    pub(super) fn relative_path(&mut self, base: &Url) -> State {
        self.url.href.push_str(base.pathname());
        match self.c() {
            Some(b'?') => self.behind_path(),
            Some(c) if c != b'#' => {
                self.path_writer().shorten();
                State::Path
            }
            _ => {
                self.url.end_path();
                self.url.href.push_str(base.query_with_mark());
                self.url.offsets.fragment_start = self.url.href.len();
                if self.c().is_some() { State::Fragment } else { State::End }
            }
        }
    }

    /// Sets all components up to the path to those of the base.
    pub(super) fn copy_authority(&mut self, base: &Url) {
        self.copy(base, base.authority_end());
    }

    /// Takes the text of the base up to an offset at which a component ends.
    pub(super) fn copy(&mut self, base: &Url, end: usize) {
        self.url.href.clear();
        self.url.href.push_str(&base.href[..end]);
        self.url.offsets = base.offsets.up_to(end);
    }
}
