// The file's top level: the extent, the kind and the name of each declaration.
//
// Host code may be any C++, so nothing is parsed here: declarations are distinguished by balanced
// braces and their first words, and only what a kernel uses is read later (names.hpp).
#pragma once

#include <string>
#include <vector>

#include "sim/lang/text/reporter.hpp"
#include "sim/lang/text/token.hpp"
#include "sim/lang/text/tokens.hpp"

namespace warplens::lang {

enum class ItemKind : uint8_t {
  kKernel,
  kConstant,  // `const int N = 16;` and the like
  // Skipped, by kind:
  kHostFunction,
  kDeviceFunction,
  kTemplate,
  kRecord,  // struct, class, union
  kEnum,
  kAlias,           // typedef, using
  kDeviceVariable,  // __device__, __constant__ or __managed__ data
  kHostVariable,
  kPrototype,  // of a kernel: `__global__ void k(...);`
  kReported,   // a mistake that is already reported
  kOther,
};

// The effect of an item on name lookup.
enum class ItemForm : uint8_t {
  kDeclaration,     // by its kind
  kNamespace,       // `namespace name {`
  kNamespaceEnd,    // its `}`
  kUsingNamespace,  // using namespace name;
  kUsingName,       // using owner::name;
  kNamespaceAlias,  // namespace name = owner;
  kStaticAssert,
  kInstantiation,  // template __global__ void k<float>(...); also with extern
};

struct Item {
  ItemKind kind = ItemKind::kOther;
  ItemForm form = ItemForm::kDeclaration;
  size_t begin = 0;  // tokens [begin, end)
  size_t end = 0;
  size_t head = 0;      // after `template <...>`
  size_t head_end = 0;  // the first `{`, `=` or `;` outside of parentheses
  bool is_template = false;
  bool is_function = false;
  bool has_body = false;
  std::string name;                  // best guess for what is skipped
  std::string owner;                 // "Foo" of `void Foo<T>::name()`; see ItemForm for others
  std::vector<std::string> members;  // an enum's constants
};

std::vector<Item> outline(const Tokens& tokens, Reporter& reporter);

}  // namespace warplens::lang
