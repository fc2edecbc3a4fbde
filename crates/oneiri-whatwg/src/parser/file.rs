//! The states of the scheme `file`.

use super::validation::Sink;
use super::{Parser, State};
use crate::error::{Error, ErrorKind};
use crate::scheme::{is_drive_letter, is_normalized_drive_letter, starts_with_drive_letter};

impl<S: Sink> Parser<'_, '_, S> {
    /// File state.
    pub(super) fn file(&mut self) -> State {
        self.empty_host();
        if self.at_slash() {
            self.report_backslash();
            self.pointer += 1;
            return State::FileSlash;
        }
        let Some(base) = self.base.filter(|base| base.is_file()) else { return State::Path };
        if starts_with_drive_letter(self.rest()) {
            // The drive letter quirk: the host of the base stays, and its path goes.
            let at = self.pointer;
            self.report(ErrorKind::FileInvalidWindowsDriveLetter, at..at + 2);
            self.copy_authority(base);
            return State::Path;
        }
        self.copy_authority(base);
        self.relative_path(base)
    }

    /// File slash state, after the first slash.
    pub(super) fn file_slash(&mut self) -> State {
        if self.at_slash() {
            self.report_backslash();
            self.pointer += 1;
            return State::FileHost;
        }
        if let Some(base) = self.base.filter(|base| base.is_file()) {
            self.copy_authority(base);
            let path = base.pathname();
            let first = path.get(1..).and_then(|path| path.split('/').next()).unwrap_or_default();
            if !starts_with_drive_letter(self.rest()) && is_normalized_drive_letter(first) {
                self.url.href.push_str(&path[..3]);
            }
        }
        State::Path
    }

    /// File host state.
    pub(super) fn file_host(&mut self) -> Result<State, Error> {
        let rest = self.rest();
        let host = &rest[..super::authority::end(rest, true)];
        if is_drive_letter(host) {
            // The drive letter quirk: it is read again, as the start of the path.
            let at = self.pointer;
            self.report(ErrorKind::FileInvalidWindowsDriveLetterHost, at..at + 2);
            return Ok(State::DriveLetterPath);
        }
        if !host.is_empty() {
            self.parse_host(host, self.pointer)?;
            if self.url.hostname() == "localhost" {
                self.url.href.truncate(self.url.offsets.host_start);
            }
            self.pointer += host.len();
            self.url.offsets.host_end = self.url.href.len();
            self.url.offsets.path_start = self.url.href.len();
        }
        Ok(State::PathStart)
    }

    /// Sets the host to the empty string.
    fn empty_host(&mut self) {
        self.url.href.push_str("//");
        let scheme_end = self.url.offsets.scheme_end;
        self.url.offsets = crate::url::value::Offsets::all(self.url.href.len());
        self.url.offsets.scheme_end = scheme_end;
    }
}
