# Guile 3. It drops the word after the number of an SRFI (SRFI 97): (srfi 275 iri), (srfi 275 uri) and (srfi 275
# normalise) are all the module (srfi srfi-275), and their in-place libraries are (srfi srfi-275 in-place).

hint='apt-get install guile-3.0'
installed() { command -v guile >/dev/null; }
version() { guile -c '(display (version))'; }

guile_modules=('(ice-9 exceptions)' '(rnrs bytevectors)' '(srfi srfi-9)' '(srfi srfi-9 gnu)' '(system foreign)')

# The body as a library of R6RS.
guile_library() {
    {
        echo '(library (oneiri core)'
        echo '  (export'
        names_of_all
        echo '  )'
        echo "  (import (guile) ${guile_modules[*]})"
        body
        echo ')'
    } | write oneiri/core.guile.sls
}

libraries() {
    {
        echo '(define-module (oneiri core)'
        printf '  #:use-module %s\n' "${guile_modules[@]}"
        echo '  #:export ('
        names_of_all
        echo '  ))'
        body
    } | write oneiri/core.scm
    guile_module oneiri '(oneiri)' '(oneiri)'
    guile_module srfi/srfi-275 '(srfi srfi-275)' '(srfi 275 iri)' '(srfi 275 uri)' '(srfi 275 normalise)'
    guile_module srfi/srfi-275/in-place '(srfi srfi-275 in-place)' \
        '(srfi 275 iri in-place)' '(srfi 275 uri in-place)' '(srfi 275 normalise in-place)'
}

# guile_module FILE NAME LIBRARY...: a module that passes on the names of libraries.
guile_module() {
    {
        echo "(define-module $2"
        echo '  #:use-module (oneiri core)'
        echo '  #:re-export ('
        for one in "${@:3}"; do names "$one"; done
        echo '  ))'
    } | write "$1.scm"
}

compile() {
    local file
    for file in oneiri/core oneiri srfi/srfi-275 srfi/srfi-275/in-place; do
        # `guild compile` does the same, and is in Debian's guile-3.0-dev.
        guile --no-auto-compile -L "$folder" -c '
            (use-modules (system base compile))
            (compile-file (caddr (command-line)) #:output-file (cadddr (command-line)) #:optimization-level 2)
            ' -- "$folder/$file.scm" "$folder/$file.go"
    done
}

start() {
    GUILE_AUTO_COMPILE=0 GUILE_LOAD_PATH=$folder${GUILE_LOAD_PATH:+:$GUILE_LOAD_PATH} \
        GUILE_LOAD_COMPILED_PATH=$folder${GUILE_LOAD_COMPILED_PATH:+:$GUILE_LOAD_COMPILED_PATH} \
        guile "${options[@]}" "$@"
}

# The folder under the prefix, and the variables that a program needs.
place() { echo "share/guile/site/3.0"; }
variables() {
    echo "GUILE_LOAD_PATH=$1\${GUILE_LOAD_PATH:+:\$GUILE_LOAD_PATH}"
    echo "GUILE_LOAD_COMPILED_PATH=$1\${GUILE_LOAD_COMPILED_PATH:+:\$GUILE_LOAD_COMPILED_PATH}"
}
