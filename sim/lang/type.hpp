// Types of the kernel language, interned: two equal types are the same pointer, so `==` on Type*
// compares types.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "sim/base/scalar.hpp"

namespace warplens::lang {

enum class TypeKind : uint8_t { kVoid, kScalar, kPointer, kArray };

struct Type {
  TypeKind kind = TypeKind::kVoid;
  base::Scalar scalar = base::Scalar::kInt;  // kScalar
  const Type* element = nullptr;             // kPointer: pointee; kArray: element
  uint64_t count = 0;                        // kArray: elements; 0 for `extern __shared__ T name[]`
  bool is_const = false;                     // of a scalar: `const float`; of a pointer: `T* const`

  bool is_void() const { return kind == TypeKind::kVoid; }
  bool is_scalar() const { return kind == TypeKind::kScalar; }
  bool is_pointer() const { return kind == TypeKind::kPointer; }
  bool is_array() const { return kind == TypeKind::kArray; }
};

uint64_t size_of(const Type* type);       // [bytes]; pointers are 8
uint32_t alignment_of(const Type* type);  // [bytes]
std::string name_of(const Type* type);    // as C writes it: "const float*", "float[8][9]"
// The scalar at the bottom of nested arrays; null if that is a pointer.
const Type* innermost_element(const Type* type);
// Extents of nested arrays, outermost first: float[8][9] gives {8, 9}; empty for anything else.
std::vector<uint64_t> extents_of(const Type* type);

// Owns every Type of one translation unit.
class TypeTable {
 public:
  const Type* void_type();
  const Type* scalar(base::Scalar scalar, bool is_const = false);
  const Type* pointer_to(const Type* pointee, bool is_const = false);
  const Type* array_of(const Type* element, uint64_t count);
  const Type* with_const(const Type* type, bool is_const);

 private:
  using Key = std::tuple<TypeKind, base::Scalar, const Type*, uint64_t, bool>;
  const Type* intern(const Type& type);
  std::vector<std::unique_ptr<Type>> types_;
  std::map<Key, const Type*> known_;
};

}  // namespace warplens::lang
