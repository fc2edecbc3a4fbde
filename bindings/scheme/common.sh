# What `run`, `test` and `install` share: they source this file.

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
systems='guile chez chicken racket'
# Options of the system, for `start`.
options=()

# Takes the functions of a system: `installed`, `version`, `libraries`, `compile`, `start`, `place`, `variables`.
use() {
    system=$1
    [ -f "$here/systems/$system/system.sh" ] || {
        echo "no such system: $system. There are: $systems" >&2
        exit 2
    }
    . "$here/systems/$system/system.sh"
}

# The names that a library of names.scm exports: names '(srfi 275 iri)'.
names() {
    awk -v wanted="($1" '
        /^\(\(/ { inside = $0 == wanted; next }
        inside { gsub(/[()]/, ""); if (NF) print }
    ' "$here/names.scm"
}

names_of_all() { awk '/^\(\(/ { inside = 1; next } inside { gsub(/[()]/, ""); if (NF) print }' "$here/names.scm"; }

# The body of the library (oneiri core), from which the other libraries take their names.
body() {
    cat "$here/src/numbers.scm" "$here/src/calls.scm" "$here/systems/$system/shim.scm" "$here/src/identifiers.scm" "$here/src/updates.scm" \
        "$here/src/normalisation.scm" "$here/src/beyond.scm" "$here/src/compiled.scm"
}

# Writes standard input to a file of the folder.
write() {
    mkdir -p "$(dirname "$folder/$1")"
    { echo ';;; Made from names.scm, src and systems; see bindings/scheme/README.md.'; cat; } >"$folder/$1"
}

# Puts the path of the C library into `library`: the one that ONEIRI_LIBRARY names, or the one of the package that these
# files are from (share/oneiri beside lib), or else the one that is built.
build_library() {
    local name
    library=${ONEIRI_LIBRARY:-}
    if [ ! -f "$root/Cargo.toml" ]; then
        for name in "$root"/../../lib/liboneiri.so "$root"/../../lib/*/liboneiri.so; do
            if [ -z "$library" ] && [ -f "$name" ]; then library=$(realpath "$name"); fi
        done
    fi
    [ -z "$library" ] || return 0
    cargo build --quiet --release --manifest-path "$root/Cargo.toml" -p oneiri-capi
    local target=${CARGO_TARGET_DIR:-$root/target}
    for name in liboneiri_capi.so liboneiri_capi.dylib oneiri_capi.dll; do
        [ ! -f "$target/release/$name" ] || library=$target/release/$name
    done
    [ -n "$library" ]
}

# Fills a folder with the libraries of the system and the C library.
build_into() {
    folder=$1
    mkdir -p "$folder/oneiri"
    libraries
    case $library in
    *.dll) cp "$library" "$folder/oneiri/oneiri.dll" ;;
    *.dylib) cp "$library" "$folder/oneiri/liboneiri.dylib" ;;
    *) cp "$library" "$folder/oneiri/liboneiri.so" ;;
    esac
    compile
}

# The folder of the system's build, which is made anew where a source has changed.
build() {
    build_library
    folder=$root/target
    [ -w "$root" ] || folder=${XDG_CACHE_HOME:-$HOME/.cache}/oneiri
    folder=${CARGO_TARGET_DIR:-$folder}/scheme/$system
    if [ ! -f "$folder/built" ] || [ -n "$(find "$here" "$library" -newer "$folder/built" -type f \
        ! -path "$here/tests/*" ! -path "$here/examples/*" ! -path "$here/bench/*" -print -quit)" ]; then
        rm -rf "$folder"
        build_into "$folder"
        touch "$folder/built"
    fi
}
