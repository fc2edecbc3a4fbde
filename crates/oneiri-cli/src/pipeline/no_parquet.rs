//! Replaces `parquet.rs` in builds without the feature `parquet`.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::output::{Stop, Target, progress::Watch};

/// A type without values: a build without the feature cannot read Parquet.
#[derive(Debug)]
pub(crate) enum Columns {}

impl Columns {
    pub(crate) fn new(_: String, _: Option<String>) -> Option<Self> {
        None
    }

    pub(crate) fn open(&self, _: &Path, _: usize, _: &Watch) -> io::Result<Box<dyn Read + Send>> {
        match *self {}
    }

    pub(crate) fn copy(&self, _: File, _: &[PathBuf], _: Target, _: bool) -> Result<Target, Stop> {
        match *self {}
    }
}
