# CHICKEN 5. Its modules are compiled; (srfi 275 iri) is the module srfi.275.iri.

hint='apt-get install chicken-bin'
installed() { command -v csi >/dev/null && command -v csc >/dev/null; }
version() { csi -release; }

chicken_libraries='(srfi 275 iri)
(srfi 275 iri in-place)
(srfi 275 uri)
(srfi 275 uri in-place)
(srfi 275 normalise)
(srfi 275 normalise in-place)
(oneiri)'

# The name of a file of a module: srfi.275.iri for (srfi 275 iri).
dotted() { echo "$1" | tr -d '()' | tr ' ' .; }

libraries() {
    {
        echo '(module (oneiri core) ('
        names_of_all
        echo '  )'
        echo '  (import scheme (chicken foreign)'
        echo '          (only (chicken base) define-record-type error set-record-printer!)'
        echo '          (only (chicken file) file-exists?)'
        echo '          (only (chicken gc) set-finalizer!)'
        echo '          (only (chicken platform) repository-path)'
        echo '          (only (chicken process-context) get-environment-variable))'
        body
        echo ')'
    } | write oneiri.core.scm
    echo "$chicken_libraries" | while read -r name; do
        {
            # The module (oneiri) is named by a symbol, not by a list.
            case $name in '(oneiri)') echo '(module oneiri ()' ;; *) echo "(module $name ()" ;; esac
            echo '  (import (chicken module) (oneiri core))'
            echo '  (reexport (only (oneiri core)'
            names "$name"
            echo '  )))'
        } | write "$(dotted "$name").scm"
    done
}

compile() {
    (
        cd "$folder"
        export CHICKEN_REPOSITORY_PATH=$folder:$(chicken_repository)
        { echo '(oneiri core)'; echo "$chicken_libraries"; } | while read -r name; do
            csc -s -J -O3 "$(dotted "$name").scm" </dev/null
        done
    )
}

chicken_repository() { csi -e '(import (chicken platform)) (display (car (repository-path)))'; }

start() { CHICKEN_REPOSITORY_PATH=$folder:${CHICKEN_REPOSITORY_PATH:-$(chicken_repository)} csi "${options[@]}" -s "$@"; }

place() { echo "lib/chicken/$(basename "$(chicken_repository)")"; }
variables() { echo "CHICKEN_REPOSITORY_PATH=$1:\${CHICKEN_REPOSITORY_PATH:-$(chicken_repository)}"; }
