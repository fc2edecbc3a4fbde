//! Replaces `engine.rs` in builds without the feature `sql`.

use super::options::Args;
use crate::output::session::Session;
use crate::output::stop::{Flow, Stop};

pub(super) fn run(_: Args, _: &mut Session) -> Flow {
    Err(Stop::Failed("this build has no SQL: install it with --features sql".to_owned()))
}
