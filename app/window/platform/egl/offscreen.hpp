// An OpenGL context without a display (EGL, surfaceless) and a framebuffer to draw in.
#pragma once

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <memory>
#include <string>
#include <vector>

#include "app/window/platform/image.hpp"
#include "sim/base/result.hpp"

namespace warplens::platform {

// EGL, opened at run time. The header is needed to build, the library only to draw offscreen.

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

class Offscreen {
 public:
  // The error is one sentence: what is missing and where it comes from.
  static base::Result<std::unique_ptr<Offscreen>, std::string> create(int width, int height);
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  // Who draws, as OpenGL names it: "NVIDIA H200/PCIe/SSE2", "llvmpipe (LLVM 15.0.6, 256 bits)".
  std::string renderer() const;
  void resize(int width, int height);
  int width() const { return width_; }
  int height() const { return height_; }
  // Draws what ImGui::Render() made.
  void draw();
  Image picture();

 private:
  explicit Offscreen(const Egl& egl) : egl_(egl) {}
  bool open_any_display();
  void close_display();
  void release_target();

  Egl egl_;
  EGLDisplay display_ = EGL_NO_DISPLAY;
  EGLContext context_ = EGL_NO_CONTEXT;
  unsigned framebuffer_ = 0, color_ = 0;
  int width_ = 0, height_ = 0;
  bool backend_ready_ = false;
};

}  // namespace warplens::platform
