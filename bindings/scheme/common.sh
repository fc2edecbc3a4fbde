# What `run`, `test` and `install` share: they source this file.

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
systems='guile chez chicken racket'

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
    cat "$here/systems/$system/shim.scm" "$here/src/identifiers.scm" "$here/src/updates.scm" \
        "$here/src/normalisation.scm" "$here/src/beyond.scm"
}

# Writes standard input to a file of the folder.
write() {
    mkdir -p "$(dirname "$folder/$1")"
    { echo ';;; Made from names.scm, src and systems; see bindings/scheme/README.md.'; cat; } >"$folder/$1"
}

# Builds the C library, unless ONEIRI_LIBRARY names one, and puts its path into `library`.
build_library() {
    library=${ONEIRI_LIBRARY:-}
    [ -z "$library" ] || return 0
    cargo build --quiet --release --manifest-path "$root/Cargo.toml" -p oneiri-capi
    local target=${CARGO_TARGET_DIR:-$root/target} name
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
    *) cp "$library" "$folder/oneiri/liboneiri.${library##*.}" ;;
    esac
    compile
}

# The folder of the system's build, which is made anew where a source has changed.
build() {
    build_library
    folder=${CARGO_TARGET_DIR:-$root/target}/scheme/$system
    if [ ! -f "$folder/built" ] || [ -n "$(find "$here" "$library" -newer "$folder/built" -type f \
        ! -path "$here/tests/*" ! -path "$here/examples/*" ! -path "$here/bench/*" -print -quit)" ]; then
        rm -rf "$folder"
        build_into "$folder"
        touch "$folder/built"
    fi
}
