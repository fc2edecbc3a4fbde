//! The program `oneiri`. All of it lies in the library beside this file.

use std::process::ExitCode;

fn main() -> ExitCode {
    oneiri_cli::main()
}
