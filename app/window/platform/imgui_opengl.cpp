#include "app/window/platform/imgui_opengl.hpp"

#include <backends/imgui_impl_opengl3.h>

#include "app/window/platform/library.hpp"
#include "sim/base/say.hpp"

namespace warplens::platform {

base::Result<bool, std::string> start_imgui_opengl() {
#ifdef __linux__  // the name that the backend's loader opens there; it says less when it fails
  if (const auto library = Library::open({"libGL.so.1"}); !library) {
    return base::fail(say(
        "OpenGL cannot be opened, so nothing can be drawn: {cause} (Debian: apt install libgl1)",
        "cause"_a = library.error()));
  }
#endif
  if (!ImGui_ImplOpenGL3_Init("#version 330 core")) {
    return base::fail(say("OpenGL cannot be opened, so nothing can be drawn"));
  }
  return true;
}

}  // namespace warplens::platform
