#include "app/window/platform/library.hpp"

#include <dlfcn.h>

namespace warplens::platform {

base::Result<Library, std::string> Library::open(std::initializer_list<const char*> names) {
  std::string error;
  for (const char* name : names) {
    if (void* handle = dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
      return Library(handle);
    }
    const char* words = dlerror();
    if (error.empty() && words != nullptr) {
      error = words;
    }
  }
  return base::fail(std::move(error));
}

void* Library::find(const char* function) const {
  return dlsym(handle_, function);
}

}  // namespace warplens::platform
