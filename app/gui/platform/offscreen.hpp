// An OpenGL context without a display (EGL, surfaceless) and a framebuffer to draw in.
#pragma once

#include <memory>
#include <string>

#include "app/gui/platform/image.hpp"
#include "sim/base/result.hpp"

namespace warplens::platform {

class Offscreen {
 public:
  static base::Result<std::unique_ptr<Offscreen>, std::string> create(int width, int height);
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  void resize(int width, int height);
  int width() const { return width_; }
  int height() const { return height_; }
  // Draws what ImGui::Render() made.
  void draw();
  Image picture();

 private:
  Offscreen() = default;
  void release_target();

  void* display_ = nullptr;
  void* context_ = nullptr;
  unsigned framebuffer_ = 0, color_ = 0;
  int width_ = 0, height_ = 0;
  bool backend_ready_ = false;
};

}  // namespace warplens::platform
