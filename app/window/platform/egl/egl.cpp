#include "app/window/platform/egl/offscreen.hpp"

#include <string_view>

#include "app/window/platform/library.hpp"
#include "sim/base/say.hpp"

namespace warplens::platform {

namespace {

constexpr EGLint kMaxDevices = 16;

template <class Function>
Function extension(const Egl& egl, const char* name) {
  return reinterpret_cast<Function>(egl.eglGetProcAddress(name));
}

struct Devices {
  std::vector<EGLDeviceEXT> nvidia, others;
};

Devices find_devices(const Egl& egl) {
  Devices found;
  const auto query = extension<PFNEGLQUERYDEVICESEXTPROC>(egl, "eglQueryDevicesEXT");
  const auto describe = extension<PFNEGLQUERYDEVICESTRINGEXTPROC>(egl, "eglQueryDeviceStringEXT");
  EGLDeviceEXT devices[kMaxDevices];
  EGLint count = 0;
  if (query == nullptr || !query(kMaxDevices, devices, &count)) {
    return found;
  }
  for (EGLint i = 0; i < count; ++i) {
    const char* words = describe == nullptr ? nullptr : describe(devices[i], EGL_EXTENSIONS);
    const bool is_nvidia = words != nullptr && std::string_view(words).find("EGL_NV_device_cuda") !=
                                                   std::string_view::npos;
    (is_nvidia ? found.nvidia : found.others).push_back(devices[i]);
  }
  return found;
}

}  // namespace

base::Result<Egl, std::string> Egl::open() {
  const auto library = Library::open({"libEGL.so.1", "libEGL.dylib"});
  if (!library) {
    return base::fail(std::string(library.error()));
  }
  Egl egl;
  const char* missing = nullptr;
#define WARPLENS_EGL_FUNCTION(name)                                      \
  egl.name = reinterpret_cast<decltype(egl.name)>(library->find(#name)); \
  missing = egl.name == nullptr ? #name : missing;
#include "app/window/platform/egl/egl_functions.def"
#undef WARPLENS_EGL_FUNCTION
  if (missing != nullptr) {
    return base::fail(say("libEGL has no function {name}", "name"_a = missing));
  }
  return egl;
}

std::vector<EGLDisplay> Egl::displays() const {
  std::vector<EGLDisplay> displays;
  const auto get_display =
      extension<PFNEGLGETPLATFORMDISPLAYEXTPROC>(*this, "eglGetPlatformDisplayEXT");
  if (get_display != nullptr) {
    const Devices devices = find_devices(*this);
    for (EGLDeviceEXT device : devices.nvidia) {
      displays.push_back(get_display(EGL_PLATFORM_DEVICE_EXT, device, nullptr));
    }
    displays.push_back(get_display(EGL_PLATFORM_SURFACELESS_MESA,
                                   reinterpret_cast<void*>(EGL_DEFAULT_DISPLAY), nullptr));
    for (EGLDeviceEXT device : devices.others) {
      displays.push_back(get_display(EGL_PLATFORM_DEVICE_EXT, device, nullptr));
    }
  }
  displays.push_back(eglGetDisplay(EGL_DEFAULT_DISPLAY));
  std::erase(displays, EGL_NO_DISPLAY);
  return displays;
}

}  // namespace warplens::platform
