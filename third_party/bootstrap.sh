#!/usr/bin/env bash
# Sets Warplens up on a fresh Debian 12 and starts it: installs what is missing through apt, configures, builds.
#   bootstrap.sh run     build and open the window (without a display: draw one picture and print one report)
#   bootstrap.sh build   build only, in release mode
#   bootstrap.sh test    build and run the whole test suite; then the simulator and its tests by clang with sanitizers
set -euo pipefail
cd "$(dirname "$0")/.."

# What the build needs. third_party/README.md says why each is there.
packages=(
  g++ cmake ninja-build pkg-config
  libfmt-dev nlohmann-json3-dev libcli11-dev doctest-dev libstb-dev
  libimgui-dev libglfw3-dev libgl-dev libegl-dev libgif-dev python3-glad libasmjit-dev
  gettext python3
)
# What drawing needs: OpenGL and EGL in software where there is no GPU, and the fonts.
packages+=(libgl1-mesa-dri libegl1 libgl1 fonts-inter fonts-jetbrains-mono fonts-wqy-microhei)
# What only the tests need: a real window on a virtual display, driven by clicks; a second compiler with its sanitizers.
test_packages=(xvfb xdotool clang libclang-rt-14-dev clang-tidy)

build_folder=.build/release

say() { printf '== %s\n' "$*"; }
die() { printf '%s\n' "$*" >&2; exit 1; }

usage() {
  sed -n '3,5s/^# *//p' "$0" >&2
  exit 2
}

is_debian_12() {
  [ -r /etc/os-release ] || return 1
  # Read in a subshell: the file sets variables.
  [ "$(. /etc/os-release && printf '%s %s' "${ID:-}" "${VERSION_ID:-}")" = "debian 12" ]
}

is_installed() {
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null || true)" = installed ]
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    die "Packages are missing and this is neither root nor is sudo there. As root: apt-get install ${missing[*]}"
  fi
}

# Elsewhere nothing is installed; the build is tried only if the tools and libraries that CMake looks for are there.
install_elsewhere() {
  cat >&2 <<TEXT
This set-up installs packages on Debian 12 only. On another system, install
  a C++20 compiler (g++ 12 or newer), CMake 3.25 or newer, Ninja, pkg-config,
  fmt, nlohmann-json, CLI11, doctest, stb, giflib 5, Dear ImGui with its GLFW and OpenGL 3 backends, GLFW 3.3,
  OpenGL and EGL (Mesa), optionally AsmJit, Python 3 with the glad 2 generator (glad2), gettext's msgfmt,
  the fonts Inter, JetBrains Mono and WenQuanYi Micro Hei, and for the tests Xvfb and xdotool
and then run
  cmake --preset release && cmake --build --preset release && $build_folder/warplens
In Debian 12 the packages are:
  ${packages[*]} ${test_packages[*]}
TEXT
  exit 1
}

install_packages() {
  is_debian_12 || install_elsewhere
  missing=()
  local package
  for package in "$@"; do
    is_installed "$package" || missing+=("$package")
  done
  if [ ${#missing[@]} -eq 0 ]; then return; fi
  say "step 1 of 3: installing ${#missing[@]} packages: ${missing[*]}"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq
  local install=(as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends)
  if [ -t 1 ]; then
    "${install[@]}" -q -o Dpkg::Progress-Fancy=1 "${missing[@]}"
  else
    "${install[@]}" -qq "${missing[@]}" >/dev/null
  fi
}

build() {
  say "step 2 of 3: configuring $build_folder"
  cmake --preset release -DWARPLENS_TESTS="$1" >"$build_folder.log" 2>&1 || { cat "$build_folder.log" >&2; exit 1; }
  say "step 3 of 3: compiling with $(nproc) processes (finished/all, seconds so far)"
  NINJA_STATUS='[%f/%t, %e s] ' cmake --build --preset release
}

run() {
  install_packages "${packages[@]}"
  build OFF
  if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    say "opening the window"
    exec "$build_folder/warplens"
  fi
  say "there is no display, so the opening lesson is drawn to warplens.png instead of a window"
  "$build_folder/warplens" gui --headless --screenshot warplens.png
  "$build_folder/warplens" run matmul-tiled
  say "the picture is $PWD/warplens.png"
}

run_tests() {
  install_packages "${packages[@]}" "${test_packages[@]}"
  build ON
  ctest --preset release --exclude-regex '^long\.' -j "$(nproc)"
  tests/tools/tidy --commit HEAD
  say "once more by clang with sanitizers: the simulator, its tests, some seconds of each fuzz target"
  cmake --preset sanitize >.build/sanitize.log 2>&1 || { cat .build/sanitize.log >&2; exit 1; }
  cmake --build --preset sanitize
  ctest --preset sanitize -j "$(nproc)"
  say "and with the thread sanitizer: what runs on several threads"
  cmake --preset threads >.build/threads.log 2>&1 || { cat .build/threads.log >&2; exit 1; }
  cmake --build --preset threads
  ctest --preset threads -j "$(nproc)"
}

[ $# -eq 1 ] || usage
mkdir -p .build
case "$1" in
  run) run ;;
  build)
    install_packages "${packages[@]}"
    build OFF
    ;;
  test) run_tests ;;
  *) usage ;;
esac
