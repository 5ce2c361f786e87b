# What `run` and `nightly` share. Sets `root` (the checkout) and `work` (a temporary folder).

set -euo pipefail
exec </dev/null

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
work=$(mktemp -d "${TMPDIR:-/tmp}/clemtui-ci.XXXXXX")
chmod 755 "$work" # some tests go on as a user who may read and not write
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT
export CI="${CI:-true}" PIP_DISABLE_PIP_VERSION_CHECK=1
unset PYTHONDONTWRITEBYTECODE # the tests start hundreds of processes: each would compile everything
if [ -z "${CLEMTUI_SHARED:-}" ] && [ -d "$root/../shared" ]; then
    CLEMTUI_SHARED=$(cd "$root/../shared" && pwd -P)
    export CLEMTUI_SHARED
fi

section() { printf '\n========== %s (at %ss) ==========\n' "$1" "$SECONDS"; }
fail() { printf 'CI: %s\n' "$1" >&2; exit 1; }

# Make `python3` the Python that was asked for.
use_python() {
    local python
    python=$("${PYTHON:-python3}" -c 'import sys; print(sys.executable)')
    mkdir "$work/bin"
    ln -s "$python" "$work/bin/python3"
    export PATH="$work/bin:$PATH"
    python3 --version
}

# The README's command NAME without its last step, which has to be STEP: the one line of the code
# block after `<!-- command: NAME -->`. What a reader is told to type is what is tried.
readme_command() {
    local found
    found=$(awk -v mark="<!-- command: $1 -->" '
        $0 == mark { state = 1; next }
        state == 1 && /^```/ { state = 2; next }
        state == 2 && /^```/ { exit }
        state == 2 { print }' "$root/README.md")
    [ -n "$found" ] || fail "README.md has no code block after <!-- command: $1 -->"
    [ "$(printf '%s\n' "$found" | wc -l)" -eq 1 ] || fail "the README's command '$1' is not one line"
    case "$found" in
        *" && $2") printf '%s\n' "${found%" && $2"}" ;;
        *) fail "the README's command '$1' does not end with '$2'" ;;
    esac
}

# A copy of the checkout as somebody else would get it: nothing that git ignores comes along.
fresh_copy() {
    mkdir "$1"
    (cd "$root" && git ls-files -z --cached --others --exclude-standard |
        while IFS= read -r -d '' name; do
            if [ -e "$name" ]; then printf '%s\0' "$name"; fi
        done | tar --null --files-from=- -cf -) | tar -xf - -C "$1"
    git init -q "$1"
}

# Neither of the two stolen releases of litellm, nor what one of them leaves at every start.
refuse_poison() {
    local found
    found=$(find "$1" \( -name litellm_init.pth -o -iname 'litellm-1.82.[78].dist-info' \) -print)
    [ -z "$found" ] || fail "poisoned litellm: $found"
    find "$1" -iname 'litellm-*.dist-info' -print -quit | grep -q . || fail "no litellm in $1"
    echo "clean: $1"
}
