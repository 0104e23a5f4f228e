// A shared library opened at run time: the one place that calls dlopen. CUDA's libraries
// cannot be closed while a context exists, so that they stay open until the program ends.
#pragma once

#include <string>
#include <vector>

namespace warplens::measure::cuda {

class Library {
 public:
  // The first of `names` that opens: files with their folders, or plain names, which the loader
  // looks for. None: is_open() is false and error() has the reason.
  static Library open(const std::vector<std::string>& names);
  Library() = default;  // none

  bool is_open() const { return handle_ != nullptr; }
  const std::string& error() const { return error_; }

  // The file itself, links resolved; "" if unknown.
  std::string path() const;

  // nullptr if there is no such symbol.
  void* symbol(const char* name) const;
  // Sets `function` to the symbol of that name; false, and nullptr, without one.
  template <class Function>
  bool find(Function*& function, const char* name) const {
    function = reinterpret_cast<Function*>(symbol(name));
    return function != nullptr;
  }

 private:
  void* handle_ = nullptr;
  std::string error_;
};

// Folders in which a toolkit is looked for: $CUDA_PATH and $CUDA_HOME, then the usual places.
std::vector<std::string> usual_toolkit_folders();

// Every file that `names` (plain) may have within a toolkit's folder: in lib64, lib and
// extras/CUPTI/lib64.
std::vector<std::string> files_in_toolkit(const std::string& folder,
                                          const std::vector<std::string>& names);

}  // namespace warplens::measure::cuda
