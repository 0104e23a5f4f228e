// An OpenGL context without a display (EGL, surfaceless) and a framebuffer to draw in.
#pragma once

#include <memory>
#include <string>

#include "app/window/platform/egl/egl.hpp"
#include "app/window/platform/image.hpp"
#include "sim/base/result.hpp"

namespace warplens::platform {

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
