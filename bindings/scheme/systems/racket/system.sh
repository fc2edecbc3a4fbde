# Racket, as R6RS. It finds (srfi :275 iri) in the folder srfi/%3a275.

hint='apt-get install racket'
installed() { command -v racket >/dev/null && command -v raco >/dev/null; }
version() { racket -e '(display (version))'; }

libraries() {
    {
        echo '(library (oneiri core)'
        echo '  (export'
        names_of_all
        echo '  )'
        echo '  (import (rnrs) (rnrs mutable-strings)'
        echo '          (only (racket base)'
        echo '                bytes->string/utf-8 collection-file-path define-values getenv make-struct-type'
        echo '                path->string prop:custom-write prop:equal+hash subbytes write-string)'
        echo '          (prefix (only (racket base) cons list) racket:)'
        echo '          (only (ffi unsafe)'
        echo '                _bytes _cprocedure _int32 _size _uintptr _void ffi-lib get-ffi-obj register-finalizer'
        echo '                void/reference-sink))'
        body
        echo ')'
    } | racket_write oneiri/core.rkt
    racket_library oneiri/main '(oneiri)' '(oneiri)'
    local name
    for name in iri uri normalise; do
        racket_library "srfi/%3a275/$name" "(srfi :275 $name)" "(srfi 275 $name)"
        racket_library "srfi/%3a275/$name/in-place" "(srfi :275 $name in-place)" "(srfi 275 $name in-place)"
    done
}

# Racket wants to see the language in front of everything else.
racket_write() { { echo '#!r6rs'; cat; } | write "$1"; sed -i -e '1{h;d}' -e '2G' "$folder/$1"; }

# racket_library FILE NAME LIBRARY: a library that passes on the names of one in names.scm.
racket_library() {
    {
        echo "(library $2"
        echo '  (export'
        names "$3"
        echo '  )'
        echo '  (import (oneiri core)))'
    } | racket_write "$1.rkt"
}

compile() { find "$folder" -name '*.rkt' -print0 | PLTCOLLECTS="$folder:" xargs -0 raco make; }

start() { PLTCOLLECTS="$folder:${PLTCOLLECTS:-}" racket "${options[@]}" "$@"; }

place() { echo share/racket/collects; }
variables() { echo "PLTCOLLECTS=$1:\${PLTCOLLECTS-}"; }
