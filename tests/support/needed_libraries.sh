#!/bin/bash
# needed_libraries.sh WARPLENS: the program starts without a driver, a toolkit or a window system: none of their libraries
# is among those that the system's loader must find first. 77 (skipped) where ldd is missing.
set -u
command -v ldd > /dev/null || exit 77
needed=$(ldd "$1") || { echo "ldd cannot read $1"; exit 1; }
grep -q "libc\.so" <<< "$needed" || { echo "ldd says nothing of $1: $needed"; exit 1; }
unwanted=$(grep -oE 'lib(EGL|OpenGL|GL|GLX|GLdispatch|glfw|X11|xcb|wayland-client|cuda|cudart|nvrtc|cupti|cublas|nvperf_host|nvidia[a-z-]*)\.so[.0-9]*' <<< "$needed")
if [ -n "$unwanted" ]; then
  echo "the program does not start without:"
  echo "$unwanted"
  exit 1
fi
