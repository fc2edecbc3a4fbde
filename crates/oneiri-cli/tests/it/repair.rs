//! RDF is repaired by `normalize --lenient` and by `lint --fix --lenient`, and no statement is lost.

use crate::run::{file, oneiri, path};

/// The two commands that repair.
const BOTH: [&[&str]; 2] = [&["normalize", "--lenient"], &["lint", "--fix", "--lenient", "-q"]];

#[test]
fn invalid_names_are_repaired() {
    for (format, before, after) in [
        (
            "nt",
            "<http://h/a b> <http://h/p> \"x y\" .\n",
            "<http://h/a%20b> <http://h/p> \"x y\" .\n",
        ),
        (
            "nt",
            "<http://h/a\\u0020b> <http://h/p> _:a .\n",
            "<http://h/a%20b> <http://h/p> _:a .\n",
        ),
        (
            "nq",
            "_:a <http://h/p> _:b <http://h/{g}> .\n",
            "_:a <http://h/p> _:b <http://h/%7Bg%7D> .\n",
        ),
        ("turtle", "<http://h/a b> a <#c d> .\n# e f\n", "<http://h/a%20b> a <#c%20d> .\n# e f\n"),
        // Valid names of Turtle stay, and so do prefixed ones, whose namespace is repaired.
        (
            "turtle",
            "@prefix p: <HTTP://h/n s#> .\np:a p:b <HTTP://h/%7E>, <x y> .\n",
            "@prefix p: <HTTP://h/n%20s#> .\np:a p:b <HTTP://h/%7E>, <x%20y> .\n",
        ),
        (
            "turtle",
            "@base <http://h/a b/> .\n<c> a <d e> .\n",
            "@base <http://h/a%20b/> .\n<c> a <d%20e> .\n",
        ),
        ("trig", "<g h> {\n <s> a <o p> .\n}\n", "<g%20h> {\n <s> a <o%20p> .\n}\n"),
    ] {
        let name = file("repair-invalid", before.as_bytes());
        for command in BOTH {
            let outcome = oneiri(&[command, &["--format", format, "-f", &name]].concat());
            assert_eq!(
                (outcome.code, outcome.stdout()),
                (0, after),
                "{command:?}: {}",
                outcome.stderr
            );
            // What was repaired is not repaired again, and holds.
            let name = file("repair-repaired", after.as_bytes());
            let arguments = [command, &["--format", format, "-f", &name]].concat();
            assert_eq!(oneiri(&arguments).stdout(), after, "{command:?}");
            assert_eq!(oneiri(&["check", "--format", format, "-f", &name]).code, 0, "{after}");
        }
    }
}

/// A statement that cannot be repaired stays as it is, or goes to the file of --rejects.
#[test]
fn no_statement_is_lost() {
    let good = "<http://h/a b> <http://h/p> <http://h/o> .\n";
    let repaired = "<http://h/a%20b> <http://h/p> <http://h/o> .\n";
    for (format, bad) in [
        ("nt", "<http://[h/> <http://h/p> <http://h/o> .\n"),
        ("nt", "<http://h/s> <http://h/p> <http://h/%zz> .\n"),
        ("nt", "<http://h/s> <http://h/p> .\n"),
        ("nq", "_:a <http://h/p> \"x\\q\" .\n"),
        ("turtle", "<http://[h/> <http://h/p> <http://h/o> .\n"),
        ("turtle", "p:a <http://h/p> <http://h/o> .\n"),
        ("trig", "{ <http://h/s> <http://h/p> }\n"),
    ] {
        let name = file("repair-lost", [good, bad, good].concat().as_bytes());
        for command in BOTH {
            let arguments = [command, &["--format", format, "-f", &name]].concat();
            let outcome = oneiri(&arguments);
            let kept = [repaired, bad, repaired].concat();
            assert_eq!((outcome.code, outcome.stdout()), (1, &*kept), "{command:?}: {bad}");
            let rejects = path("repair-rejects");
            let rejects = rejects.to_str().unwrap();
            let outcome = oneiri(&[&arguments, &["--rejects", rejects][..]].concat());
            assert_eq!(outcome.stdout(), [repaired, repaired].concat(), "{command:?}: {bad}");
            assert_eq!(std::fs::read_to_string(rejects).unwrap(), bad, "{command:?}");
        }
    }
}
