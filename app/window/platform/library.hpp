// Shared libraries that are opened when they are first needed, so that the program starts on a
// machine that has none of them.
#pragma once

#include <initializer_list>
#include <string>

#include "sim/base/result.hpp"

namespace warplens::platform {

// An open library; it stays open until the program ends, because drivers keep threads in theirs.
class Library {
 public:
  // The first of `names` that can be opened. The error is the system's sentence about the first.
  static base::Result<Library, std::string> open(std::initializer_list<const char*> names);
  // A function's address; null if the library has none of that name.
  void* find(const char* function) const;

 private:
  explicit Library(void* handle) : handle_(handle) {}
  void* handle_;
};

}  // namespace warplens::platform
