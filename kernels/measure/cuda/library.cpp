#include "kernels/measure/cuda/library.hpp"

#include <dlfcn.h>
#include <link.h>

#include <cstdlib>
#include <filesystem>

namespace warplens::measure::cuda {

Library Library::open(const std::vector<std::string>& names) {
  Library library;
  for (const std::string& name : names) {
    library.handle_ = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library.handle_) {
      library.error_.clear();
      return library;
    }
    // The error of a library that exists but does not load is more useful than that of a missing
    // one.
    const char* error = ::dlerror();
    if (error && (library.error_.empty() || std::filesystem::exists(name))) library.error_ = error;
  }
  return library;
}

std::string Library::path() const {
  link_map* map = nullptr;
  if (!handle_ || ::dlinfo(handle_, RTLD_DI_LINKMAP, &map) != 0 || !map) return "";
  std::error_code ignored;
  const std::filesystem::path real = std::filesystem::canonical(map->l_name, ignored);
  return ignored ? map->l_name : real.string();
}

void* Library::symbol(const char* name) const {
  return handle_ ? ::dlsym(handle_, name) : nullptr;
}

std::vector<std::string> usual_toolkit_folders() {
  std::vector<std::string> folders;
  for (const char* variable : {"CUDA_PATH", "CUDA_HOME"}) {
    const char* folder = std::getenv(variable);
    if (folder && *folder) folders.push_back(folder);
  }
  folders.insert(folders.end(), {"/usr/local/cuda", "/opt/cuda"});
  return folders;
}

std::vector<std::string> files_in_toolkit(const std::string& folder,
                                          const std::vector<std::string>& names) {
  std::vector<std::string> files;
  for (const char* place : {"/lib64/", "/lib/", "/extras/CUPTI/lib64/"}) {
    for (const std::string& name : names) files.push_back(folder + place + name);
  }
  return files;
}

}  // namespace warplens::measure::cuda
