// The file's top level: which tokens are kernels, which are constants, and what is host code that
// no kernel reaches.
//
// Host code is C++ of any kind, so it is not parsed: it is stepped over by balanced braces and
// remembered by name, so that a kernel which uses it can be told what it is.
#pragma once

#include <string>
#include <vector>

#include "sim/lang/reporter.hpp"
#include "sim/lang/token.hpp"

namespace warplens::lang {

enum class ItemKind : uint8_t {
  kKernel,
  kConstant,  // `const int N = 16;` and the like
  // Skipped, by what they are:
  kHostFunction,
  kDeviceFunction,
  kTemplate,
  kRecord,  // struct, class, union
  kEnum,
  kAlias,           // typedef, using
  kDeviceVariable,  // __device__, __constant__ or __managed__ data
  kHostVariable,
  kPrototype,  // of a kernel: `__global__ void k(...);`
  kReported,   // a mistake that has its diagnostic already
  kOther,
};

struct Item {
  ItemKind kind = ItemKind::kOther;
  size_t begin = 0;  // tokens [begin, end)
  size_t end = 0;
  std::string name;                  // best guess for what is skipped
  std::vector<std::string> members;  // an enum's constants
};

std::vector<Item> outline(const std::vector<Token>& tokens, Reporter& reporter);

}  // namespace warplens::lang
