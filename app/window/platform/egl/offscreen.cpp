// The first display of Egl::displays() that gives an OpenGL 3.3 context is drawn on.
#include "app/window/platform/egl/offscreen.hpp"

#include <backends/imgui_impl_opengl3.h>
#include <glad/gl.h>
#include <imgui.h>

#include "app/window/platform/imgui_opengl.hpp"
#include "sim/base/say.hpp"

namespace warplens::platform {

namespace {

EGLContext open_context(const Egl& egl, EGLDisplay display) {
  const EGLint config_wish[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                EGL_OPENGL_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (!egl.eglBindAPI(EGL_OPENGL_API) ||
      !egl.eglChooseConfig(display, config_wish, &config, 1, &count) || count == 0) {
    return EGL_NO_CONTEXT;
  }
  const EGLint context_wish[] = {EGL_CONTEXT_MAJOR_VERSION,
                                 3,
                                 EGL_CONTEXT_MINOR_VERSION,
                                 3,
                                 EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                 EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                 EGL_NONE};
  return egl.eglCreateContext(display, config, EGL_NO_CONTEXT, context_wish);
}

}  // namespace

base::Result<std::unique_ptr<Offscreen>, std::string> Offscreen::create(int width, int height) {
  auto egl = Egl::open();
  if (!egl) {
    return base::fail(
        say("no EGL display can be opened, so nothing can be drawn offscreen: {cause} (Debian: "
            "apt install libegl1 libegl-mesa0)",
            "cause"_a = egl.error()));
  }
  std::unique_ptr<Offscreen> screen(new Offscreen(*egl));
  if (!screen->open_any_display()) {
    return base::fail(
        say("no EGL display with OpenGL 3.3 can be opened, so nothing can be drawn "
            "offscreen; Mesa's EGL is enough (Debian: apt install libegl-mesa0)"));
  }
  if (const auto backend = start_imgui_opengl(); !backend) {
    return base::fail(std::string(backend.error()));
  }
  screen->backend_ready_ = true;
  screen->resize(width, height);
  return screen;
}

bool Offscreen::open_any_display() {
  for (const EGLDisplay display : egl_.displays()) {
    if (!egl_.eglInitialize(display, nullptr, nullptr)) {
      continue;
    }
    display_ = display;
    context_ = open_context(egl_, display);
    if (context_ != EGL_NO_CONTEXT &&
        egl_.eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) &&
        gladLoadGL(reinterpret_cast<GLADloadfunc>(egl_.eglGetProcAddress)) != 0) {
      return true;
    }
    close_display();
  }
  return false;
}

void Offscreen::close_display() {
  if (display_ == EGL_NO_DISPLAY) {
    return;
  }
  egl_.eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  if (context_ != EGL_NO_CONTEXT) {
    egl_.eglDestroyContext(display_, context_);
  }
  egl_.eglTerminate(display_);
  display_ = EGL_NO_DISPLAY;
  context_ = EGL_NO_CONTEXT;
}

Offscreen::~Offscreen() {
  if (backend_ready_) {
    ImGui_ImplOpenGL3_Shutdown();
  }
  release_target();
  close_display();
}

std::string Offscreen::renderer() const {
  const auto* words = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  return words == nullptr ? "" : words;
}

void Offscreen::release_target() {
  if (framebuffer_ != 0) {
    glDeleteFramebuffers(1, &framebuffer_);
    glDeleteRenderbuffers(1, &color_);
    framebuffer_ = 0;
  }
}

void Offscreen::resize(int width, int height) {
  release_target();
  width_ = width;
  height_ = height;
  glGenFramebuffers(1, &framebuffer_);
  glGenRenderbuffers(1, &color_);
  glBindRenderbuffer(GL_RENDERBUFFER, color_);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color_);
}

void Offscreen::draw() {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glViewport(0, 0, width_, height_);
  glClearColor(0, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

Image Offscreen::picture() {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glFinish();
  return read_pixels(width_, height_);
}

}  // namespace warplens::platform
