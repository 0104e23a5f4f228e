#include "sim/lang/type.hpp"

namespace warplens::lang {

uint64_t size_of(const Type* type) {
  switch (type->kind) {
    case TypeKind::kVoid:
      return 1;  // as gcc and nvcc count it
    case TypeKind::kScalar:
      return base::size_of(type->scalar);
    case TypeKind::kPointer:
      return 8;
    case TypeKind::kArray:
      return type->count * size_of(type->element);
  }
  return 0;
}

uint32_t alignment_of(const Type* type) {
  if (type->is_array()) return alignment_of(type->element);
  return static_cast<uint32_t>(size_of(type));
}

std::string name_of(const Type* type) {
  switch (type->kind) {
    case TypeKind::kVoid:
      return type->is_const ? "const void" : "void";
    case TypeKind::kScalar:
      return (type->is_const ? "const " : "") + std::string(base::name_of(type->scalar));
    case TypeKind::kPointer: {
      const char* star = type->is_const ? "* const" : "*";
      if (!type->element->is_array()) return name_of(type->element) + star;
      std::string extents;  // a pointer to an array: float(*)[16]
      const Type* element = type->element;
      for (; element->is_array(); element = element->element) {
        extents += "[" + std::to_string(element->count) + "]";
      }
      return name_of(element) + "(" + star + ")" + extents;
    }
    case TypeKind::kArray: {
      std::string extents;
      const Type* element = type;
      for (; element->is_array(); element = element->element) {
        extents += element->count == 0 ? "[]" : "[" + std::to_string(element->count) + "]";
      }
      return name_of(element) + extents;
    }
  }
  return "";
}

const Type* innermost_element(const Type* type) {
  while (type->is_array()) type = type->element;
  return type->is_scalar() ? type : nullptr;
}

std::vector<uint64_t> extents_of(const Type* type) {
  std::vector<uint64_t> extents;
  for (; type->is_array(); type = type->element) extents.push_back(type->count);
  return extents;
}

const Type* TypeTable::void_type() {
  Type type;
  type.kind = TypeKind::kVoid;
  return intern(type);
}

const Type* TypeTable::scalar(base::Scalar scalar, bool is_const) {
  Type type;
  type.kind = TypeKind::kScalar;
  type.scalar = scalar;
  type.is_const = is_const;
  return intern(type);
}

const Type* TypeTable::pointer_to(const Type* pointee, bool is_const) {
  Type type;
  type.kind = TypeKind::kPointer;
  type.element = pointee;
  type.is_const = is_const;
  return intern(type);
}

const Type* TypeTable::array_of(const Type* element, uint64_t count) {
  Type type;
  type.kind = TypeKind::kArray;
  type.element = element;
  type.count = count;
  return intern(type);
}

// `const` of an array is its elements'.
const Type* TypeTable::with_const(const Type* type, bool is_const) {
  if (type->is_array()) return array_of(with_const(type->element, is_const), type->count);
  Type changed = *type;
  changed.is_const = is_const;
  return intern(changed);
}

const Type* TypeTable::intern(const Type& type) {
  const Key key{type.kind, type.scalar, type.element, type.count, type.is_const};
  const auto [known, is_new] = known_.emplace(key, nullptr);
  if (!is_new) return known->second;
  types_.push_back(std::make_unique<Type>(type));
  known->second = types_.back().get();
  return known->second;
}

}  // namespace warplens::lang
