# shellcheck shell=sh
# What ./gyre and ./test share: missing Debian packages, one build at a time. Sourced, with $root set.
# Everything said here goes to stderr: stdout belongs to the program that is run afterwards.

build_packages="g++ cmake ninja-build libfmt-dev nlohmann-json3-dev libcpp-httplib-dev libzstd-dev llvm-19-dev"
# For embedded C: 40 MB to fetch, 412 MB on the disk, and few models have any. So only ./test installs them.
c_packages="libclang-19-dev libclang-cpp19-dev"
test_packages="$c_packages libgtest-dev librapidcheck-dev spin gcc python3 clang libclang-rt-14-dev"

missing= # what could not be installed

say() { echo "gyre: $*" >&2; }

# Those of the named packages that are not installed. Empty where there is no dpkg: then we just try to build.
missing_packages() {
  command -v dpkg-query >/dev/null 2>&1 || return 0
  # shellcheck disable=SC2016
  installed=$(dpkg-query -W -f '${Package}=${db:Status-Status}\n' "$@" 2>/dev/null)
  for package in "$@"; do
    case "
$installed
" in
      *"
$package=installed
"*) ;;
      *) printf '%s ' "$package" ;;
    esac
  done
}

# install_packages PACKAGE...: the missing ones. Returns 1, having said so, if that was not possible.
install_packages() {
  missing=$(missing_packages "$@")
  [ -n "$missing" ] || return 0
  if ! command -v apt-get >/dev/null 2>&1; then
    say "these packages are missing and there is no apt-get to install them: $missing"
    return 1
  fi
  as_root=
  if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
      say "these packages are missing; as root: apt-get install $missing"
      return 1
    fi
    as_root=sudo
  fi
  say "installing $missing"
  log=$root/build/packages.log
  mkdir -p "$root/build"
  # shellcheck disable=SC2086
  if ! apt_install $missing >"$log" 2>&1; then
    # No package lists yet, or old ones.
    if ! { $as_root apt-get -qq update && apt_install $missing; } >>"$log" 2>&1; then
      tail -n 20 "$log" >&2
      say "could not install packages (all of it: $log); as root: apt-get install $missing"
      return 1
    fi
  fi
  missing=
}

apt_install() {
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends \
    -o DPkg::Lock::Timeout=300 install "$@" </dev/null
}

# build_page: web/dist, if it is older than what it is made of. Without it the program is built all the same, and says
# what is missing.
build_page() {
  web=$root/web
  if [ -f "$web/dist/index.html" ] && [ -z "$(find "$web" \( -name node_modules -o -name dist \) -prune -o -type f \
    -newer "$web/dist/index.html" -print -quit)" ]; then
    return 0
  fi
  if ! command -v npm >/dev/null 2>&1; then install_packages nodejs npm || return 1; fi
  say "building the page (log: build/page.log)"
  mkdir -p "$root/build"
  if ! (cd "$web" && npm ci --no-audit --no-fund && npm run build) >"$root/build/page.log" 2>&1 </dev/null; then
    tail -n 20 "$root/build/page.log" >&2
    say "the page could not be built; all of it: build/page.log"
    return 1
  fi
  touch "$web/dist/index.html"
}

# build_tree PRESET TARGET on|off: brings TARGET of build/PRESET up to date, one caller at a time; configures where that
# has not been done, or was done without the tests that are now wanted. On failure shows the errors and returns 1.
# build/PRESET/up-to-date is then as old as the sources that were built.
build_tree() (
  tree=$root/build/$1
  log=$tree/build.log
  mkdir -p "$root/build" || return 1
  exec 9>"$root/build/lock.$1"
  if command -v flock >/dev/null 2>&1; then flock 9; fi
  # A tree that was configured somewhere else (the folder has been moved or copied) is of no use.
  if [ -f "$tree/CMakeCache.txt" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$tree/CMakeCache.txt"; then
    rm -rf "$tree"
  fi
  mkdir -p "$tree" && : >"$log" && : >"$tree/started" || return 1
  if configure_tree "$1" "$3" >>"$log" 2>&1 </dev/null &&
    cmake --build "$tree" --target "$2" >>"$log" 2>&1 </dev/null; then
    mv "$tree/started" "$tree/up-to-date"
    return 0
  fi
  # Ninja's list of finished steps says nothing; errors do.
  grep -v '^\[[0-9]*/[0-9]*\] \(Building\|Linking\|Re-checking\)' "$log" | head -n 80 >&2
  say "the build failed; all of it: $log"
  [ -z "$missing" ] || say "these packages are missing: $missing"
  command -v dpkg-query >/dev/null 2>&1 || say "needed, by their names in Debian 12: $build_packages"
  return 1
)

configure_tree() {
  if [ -f "$tree/build.ninja" ] && [ "$tree/build.ninja" -nt "$root/CMakePresets.json" ] &&
    { [ "$2" = off ] || grep -q '^GYRE_TESTS:[A-Z]*=\(ON\|on\)$' "$tree/CMakeCache.txt"; }; then
    return 0
  fi
  cd "$root" && cmake --preset "$1" -DGYRE_TESTS="$2"
}
