# Chez 9.5. It finds (srfi :275 iri) in the folder srfi/:275. Windows has no such names, so only a build has that folder.

hint='apt-get install chezscheme'
chez=$(command -v chezscheme || command -v chez || command -v scheme || true)
installed() { [ -n "$chez" ]; }
version() { "$chez" --version 2>&1; }

libraries() {
    {
        echo '#!chezscheme'
        echo '(library (oneiri core)'
        echo '  (export'
        names_of_all
        echo '  )'
        echo '  (import (rnrs) (rnrs mutable-pairs) (rnrs mutable-strings)'
        echo '          (only (chezscheme)'
        echo '                $primitive fx= fx< fx<= fx>= fxlogor fxsll foreign-procedure getenv library-directories'
        echo '                load-shared-object make-guardian record-type-equal-procedure record-type-hash-procedure'
        echo '                record-writer))'
        body
        echo ')'
    } | write oneiri/core.sls
    chez_library oneiri '(oneiri)' '(oneiri)'
    local name
    for name in iri uri normalise; do
        chez_library "srfi/:275/$name" "(srfi :275 $name)" "(srfi 275 $name)"
        chez_library "srfi/:275/$name/in-place" "(srfi :275 $name in-place)" "(srfi 275 $name in-place)"
    done
}

# chez_library FILE NAME LIBRARY: a library that passes on the names of one in names.scm.
chez_library() {
    {
        echo "(library $2"
        echo '  (export'
        names "$3"
        echo '  )'
        echo '  (import (oneiri core)))'
    } | write "$1.sls"
}

# The body checks each argument before it uses it, so it is compiled without the checks of the primitives.
compile() {
    (
        cd "$folder"
        find . -name '*.sls' ! -path ./oneiri/core.sls | {
            echo '(optimize-level 3) (compile-library "oneiri/core.sls") (optimize-level 2)'
            sed 's/.*/(compile-library "&")/'
        } | "$chez" -q --libdirs . >/dev/null
    )
}

# After a colon at the end Chez adds its own folders.
start() { "$chez" --libdirs "$folder:${CHEZSCHEMELIBDIRS-}" "${options[@]}" --program "$@"; }

place() { echo lib/chezscheme; }
variables() { echo "CHEZSCHEMELIBDIRS=$1:\${CHEZSCHEMELIBDIRS-}"; }
