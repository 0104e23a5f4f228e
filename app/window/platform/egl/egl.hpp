// EGL, opened at run time. The header is needed to build, the library only to draw offscreen.
#pragma once

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <string>
#include <vector>

#include "sim/base/result.hpp"

namespace warplens::platform {

struct Egl {
#define WARPLENS_EGL_FUNCTION(name) decltype(&::name) name = nullptr;
#include "app/window/platform/egl/egl_functions.def"
#undef WARPLENS_EGL_FUNCTION

  // The error is the system's sentence.
  static base::Result<Egl, std::string> open();

  // Every display that may be drawn on without a window system, the best first: NVIDIA's GPUs, so
  // that drawing and measuring meet on one; Mesa's surfaceless platform; any other device; EGL's
  // default. None is initialised.
  std::vector<EGLDisplay> displays() const;
};

}  // namespace warplens::platform
