#include "app/window/platform/glfw/window.hpp"

#ifdef WARPLENS_GLFW_AT_RUN_TIME
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "app/window/platform/library.hpp"
#include "sim/base/say.hpp"

namespace {

// GLFW is itself one set of global functions, for one thread.
struct Functions {
#define WARPLENS_GLFW_FUNCTION(result, name, parameters, arguments) \
  decltype(&::name) name = nullptr;
#include "app/window/platform/glfw/glfw_functions.def"
#undef WARPLENS_GLFW_FUNCTION
} functions;

}  // namespace

extern "C" {
#define WARPLENS_GLFW_FUNCTION(result, name, parameters, arguments) \
  result name parameters {                                          \
    return functions.name arguments;                                \
  }
#include "app/window/platform/glfw/glfw_functions.def"
#undef WARPLENS_GLFW_FUNCTION
}

namespace warplens::platform {

namespace {

std::string lacks(const char* function) {
  return say("GLFW has no function {name}; 3.3 or newer is needed", "name"_a = function);
}

}  // namespace

base::Result<bool, std::string> open_glfw() {
  const auto library = Library::open({"libglfw.so.3", "libglfw.3.dylib"});
  if (!library) {
    return base::fail(std::string(library.error()));
  }
#define WARPLENS_GLFW_FUNCTION(result, name, parameters, arguments)                  \
  functions.name = reinterpret_cast<decltype(functions.name)>(library->find(#name)); \
  if (functions.name == nullptr) return base::fail(lacks(#name));
#include "app/window/platform/glfw/glfw_functions.def"
#undef WARPLENS_GLFW_FUNCTION
  return true;
}

}  // namespace warplens::platform

#else

namespace warplens::platform {

namespace {

std::string lacks(const char* function) {
  return say("GLFW has no function {name}; 3.3 or newer is needed", "name"_a = function);
}

}  // namespace

base::Result<bool, std::string> open_glfw() {
  return true;
}

}  // namespace warplens::platform

#endif
