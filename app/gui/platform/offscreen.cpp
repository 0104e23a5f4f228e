// The surfaceless Mesa platform is tried first, then EGL's device platform (NVIDIA machines), then
// EGL's default.
#include "app/gui/platform/offscreen.hpp"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <backends/imgui_impl_opengl3.h>
#include <glad/gl.h>
#include <imgui.h>

#include <vector>

namespace warplens::platform {

namespace {

EGLDisplay initialized(EGLDisplay display) {
  return display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr) ? display
                                                                               : EGL_NO_DISPLAY;
}

EGLDisplay device_display(PFNEGLGETPLATFORMDISPLAYEXTPROC get_display) {
  const auto query =
      reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
  EGLDeviceEXT devices[16];
  EGLint count = 0;
  if (query == nullptr || !query(16, devices, &count)) {
    return EGL_NO_DISPLAY;
  }
  for (EGLint i = 0; i < count; ++i) {
    const EGLDisplay display =
        initialized(get_display(EGL_PLATFORM_DEVICE_EXT, devices[i], nullptr));
    if (display != EGL_NO_DISPLAY) {
      return display;
    }
  }
  return EGL_NO_DISPLAY;
}

EGLDisplay open_display() {
  const auto get_display = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(
      eglGetProcAddress("eglGetPlatformDisplayEXT"));
  if (get_display != nullptr) {
    EGLDisplay display = initialized(get_display(
        EGL_PLATFORM_SURFACELESS_MESA, reinterpret_cast<void*>(EGL_DEFAULT_DISPLAY), nullptr));
    if (display == EGL_NO_DISPLAY) {
      display = device_display(get_display);
    }
    if (display != EGL_NO_DISPLAY) {
      return display;
    }
  }
  return initialized(eglGetDisplay(EGL_DEFAULT_DISPLAY));
}

EGLContext open_context(EGLDisplay display) {
  const EGLint config_wish[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                EGL_OPENGL_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (!eglBindAPI(EGL_OPENGL_API) || !eglChooseConfig(display, config_wish, &config, 1, &count) ||
      count == 0) {
    return EGL_NO_CONTEXT;
  }
  const EGLint context_wish[] = {EGL_CONTEXT_MAJOR_VERSION,
                                 3,
                                 EGL_CONTEXT_MINOR_VERSION,
                                 3,
                                 EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                 EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                 EGL_NONE};
  return eglCreateContext(display, config, EGL_NO_CONTEXT, context_wish);
}

}  // namespace

base::Result<std::unique_ptr<Offscreen>, std::string> Offscreen::create(int width, int height) {
  std::unique_ptr<Offscreen> screen(new Offscreen());
  const EGLDisplay display = open_display();
  if (display == EGL_NO_DISPLAY) {
    return base::fail(
        std::string("no EGL display can be opened, so nothing can be drawn offscreen; Mesa's EGL "
                    "is enough (Debian: apt install libegl-mesa0)"));
  }
  screen->display_ = display;
  screen->context_ = open_context(display);
  if (screen->context_ == EGL_NO_CONTEXT ||
      !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, screen->context_) ||
      gladLoadGL(reinterpret_cast<GLADloadfunc>(eglGetProcAddress)) == 0) {
    return base::fail(std::string("EGL gives no OpenGL 3.3 context"));
  }
  ImGui_ImplOpenGL3_Init("#version 330 core");
  screen->backend_ready_ = true;
  screen->resize(width, height);
  return screen;
}

Offscreen::~Offscreen() {
  if (backend_ready_) {
    ImGui_ImplOpenGL3_Shutdown();
  }
  release_target();
  if (display_ != nullptr) {
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (context_ != nullptr) {
      eglDestroyContext(display_, context_);
    }
    eglTerminate(display_);
  }
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
