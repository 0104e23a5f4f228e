#include "sim/lang/tree/type.hpp"

#include <algorithm>
#include <utility>

#include "sim/lang/tree/vector_shape.hpp"

namespace warplens::lang {

uint64_t size_of(const Type* type) {
  switch (type->kind) {
    case TypeKind::kVoid:
    case TypeKind::kMember:
    case TypeKind::kFunction:
      return 1;  // as gcc and nvcc count it
    case TypeKind::kScalar:
      return base::size_of(type->scalar);
    case TypeKind::kPointer:
      return 8;
    case TypeKind::kArray:
      return type->count * size_of(type->element);
    case TypeKind::kRecord:
      return type->record->size;
  }
  return 0;
}

uint32_t alignment_of(const Type* type) {
  if (type->is_array()) return alignment_of(type->element);
  if (type->is_record()) return type->record->alignment;
  return static_cast<uint32_t>(size_of(type));
}

namespace {

std::string qualifiers_of(const Type* type) {
  return std::string(type->is_const ? "const " : "") + (type->is_volatile ? "volatile " : "");
}

}  // namespace

static std::string parameters_of(const Signature& signature) {
  std::string text = "(";
  for (const SignatureParameter& parameter : signature.parameters) {
    text += (text.size() > 1 ? ", " : "") + name_of(parameter.type) +
            (parameter.is_reference ? "&" : "");
  }
  return text + (signature.is_variadic ? ", ...)" : ")");
}

bool is_function_pointer(const Type* type) {
  return type->is_pointer() && type->element->is_function();
}

bool is_data_member_pointer(const Type* type) {
  return type->is_pointer() && type->element->is_member();
}

bool is_member_function_pointer(const Type* type) {
  return is_function_pointer(type) && type->element->signature->is_member;
}

// `float (Body::*)(int) const` of the pointer to one.
static std::string name_of_member_pointer(const Type* type, const std::string& star) {
  Signature signature = *type->element->signature;
  const Type* object = signature.parameters.front().type->element;
  signature.parameters.erase(signature.parameters.begin());
  return name_of(signature.result) + (signature.returns_reference ? "&" : "") + " (" +
         object->record->name + "::" + star + ")" + parameters_of(signature) +
         (object->is_const ? " const" : "");
}

std::string name_of(const Type* type) {
  switch (type->kind) {
    case TypeKind::kVoid:
      return qualifiers_of(type) + "void";
    case TypeKind::kScalar:
      return qualifiers_of(type) + (type->enumeration != nullptr
                                        ? type->enumeration->name
                                        : std::string(base::name_of(type->scalar)));
    case TypeKind::kPointer: {
      const std::string star = std::string("*") + (type->is_const ? " const" : "") +
                               (type->is_volatile ? " volatile" : "");
      if (type->element->is_member())
        return name_of(type->element->element) + " " + type->element->record->name + "::" + star;
      if (is_member_function_pointer(type)) return name_of_member_pointer(type, star);
      if (type->element->is_function()) {
        const Signature& signature = *type->element->signature;
        return name_of(signature.result) + (signature.returns_reference ? "&" : "") + " (" + star +
               ")" + parameters_of(signature);
      }
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
    case TypeKind::kRecord:
      return qualifiers_of(type) + type->record->name;
    case TypeKind::kFunction:
      return name_of(type->signature->result) + parameters_of(*type->signature);
    case TypeKind::kMember:
      return name_of(type->element) + " " + type->record->name + "::";
  }
  return "";
}

const Type* array_base(const Type* type) {
  while (type->is_array()) type = type->element;
  return type;
}

std::vector<uint64_t> extents_of(const Type* type) {
  std::vector<uint64_t> extents;
  for (; type->is_array(); type = type->element) extents.push_back(type->count);
  return extents;
}

const Field* Record::find(std::string_view field) const {
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [&](const Field& known) { return known.name == field; });
  return found == fields.end() ? nullptr : &*found;
}

const Field* Record::find_around(std::string_view field) const {
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const Field& known) {
    if (!known.name.empty() || !known.type->is_record()) return false;
    const Record& inner = *known.type->record;
    return inner.find(field) != nullptr || inner.find_around(field) != nullptr;
  });
  return found == fields.end() ? nullptr : &*found;
}

std::optional<uint64_t> offset_of_base(const Record& derived, const Record& base) {
  if (&derived == &base) return 0;
  for (const Field& field : derived.fields) {
    if (!field.is_base) continue;
    if (const auto offset = offset_of_base(*field.type->record, base))
      return field.offset + *offset;
  }
  return {};
}

uint64_t bits_of(uint64_t unit, const Field& field) {
  const uint32_t above = 64u - field.bits;
  const uint64_t highest = unit << (above - field.first_bit);
  return base::is_signed(field.type->scalar)
             ? static_cast<uint64_t>(static_cast<int64_t>(highest) >> above)
             : highest >> above;
}

uint64_t with_bits(uint64_t unit, const Field& field, uint64_t value) {
  const uint64_t ones = ~uint64_t{0} >> (64u - field.bits);
  return (unit & ~(ones << field.first_bit)) | ((value & ones) << field.first_bit);
}

bool has_bit_fields(const Record& record) {
  return std::any_of(record.fields.begin(), record.fields.end(), [](const Field& field) {
    const Type* inner = array_base(field.type);
    return field.unit != nullptr || (inner->is_record() && has_bit_fields(*inner->record));
  });
}

namespace {

void add_leaves(const Type* type, uint64_t offset, const std::string& path,
                std::vector<Leaf>& leaves) {
  if (type->is_array()) {
    for (uint64_t i = 0; i < type->count; ++i) {
      add_leaves(type->element, offset + i * size_of(type->element),
                 path + "[" + std::to_string(i) + "]", leaves);
    }
  } else if (type->is_record() && type->record->copied_as != nullptr) {
    add_leaves(type->record->copied_as, offset, path, leaves);
  } else if (type->is_record()) {
    for (const Field& field : type->record->fields) {
      add_leaves(field.type, offset + field.offset,
                 field.name.empty() ? path : path + "." + field.name, leaves);
    }
  } else {
    leaves.push_back({type, offset, path});
  }
}

void add_pieces(const Type* type, uint64_t offset, std::vector<Piece>& pieces) {
  constexpr uint64_t kWidestAccess = 16;  // [bytes]
  if (type->is_array()) {
    for (uint64_t i = 0; i < type->count; ++i) {
      add_pieces(type->element, offset + i * size_of(type->element), pieces);
    }
  } else if (type->is_record() && type->record->copied_as != nullptr) {
    add_pieces(type->record->copied_as, offset, pieces);
  } else if (type->is_record()) {
    const Record& record = *type->record;
    const size_t count = record.fields.size();
    if (record.is_vector && (count == 2 || count == 4) && record.size <= kWidestAccess) {
      pieces.push_back({type, offset});
      return;
    }
    for (const Field& field : record.fields) add_pieces(field.type, offset + field.offset, pieces);
  } else if (!type->is_void()) {
    pieces.push_back({type, offset});
  }
}

}  // namespace

std::vector<Leaf> leaves_of(const Type* type) {
  std::vector<Leaf> leaves;
  add_leaves(type, 0, "", leaves);
  return leaves;
}

std::vector<Piece> pieces_of(const Type* type) {
  std::vector<Piece> pieces;
  add_pieces(type, 0, pieces);
  return pieces;
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

// A qualifier of an array applies to its elements.
const Type* TypeTable::with_const(const Type* type, bool is_const) {
  if (type->is_array()) return array_of(with_const(type->element, is_const), type->count);
  if (type->is_const == is_const) return type;
  Type changed = *type;
  changed.is_const = is_const;
  return intern(changed);
}

const Type* TypeTable::with_volatile(const Type* type, bool is_volatile) {
  if (type->is_array()) return array_of(with_volatile(type->element, is_volatile), type->count);
  if (type->is_volatile == is_volatile) return type;
  Type changed = *type;
  changed.is_volatile = is_volatile;
  return intern(changed);
}

const Type* TypeTable::unqualified(const Type* type) {
  return with_volatile(with_const(type, false), false);
}

const Type* TypeTable::with_qualifiers_of(const Type* type, const Type* of) {
  if (of->is_const) type = with_const(type, true);
  return of->is_volatile ? with_volatile(type, true) : type;
}

const Type* TypeTable::record(const Record* record, bool is_const) {
  Type type;
  type.kind = TypeKind::kRecord;
  type.record = record;
  type.is_const = is_const;
  return intern(type);
}

const Type* TypeTable::function(Signature signature) {
  auto known = std::find_if(signatures_.begin(), signatures_.end(),
                            [&](const auto& one) { return *one == signature; });
  if (known == signatures_.end()) {
    signatures_.push_back(std::make_unique<Signature>(std::move(signature)));
    known = signatures_.end() - 1;
  }
  Type type;
  type.kind = TypeKind::kFunction;
  type.signature = known->get();
  return intern(type);
}

const Type* TypeTable::member(const Record* record, const Type* element) {
  Type type;
  type.kind = TypeKind::kMember;
  type.record = record;
  type.element = element;
  return intern(type);
}

Record* TypeTable::make_record(std::string name, base::Span span) {
  records_.push_back(std::make_unique<Record>());
  records_.back()->name = std::move(name);
  records_.back()->span = span;
  return records_.back().get();
}

const Type* TypeTable::null_type() {
  if (null_type_ == nullptr) null_type_ = record(make_record("std::nullptr_t", {}));
  return null_type_;
}

const Type* TypeTable::enumeration(Enumeration enumeration, base::Scalar scalar) {
  enumerations_.push_back(std::make_unique<Enumeration>(std::move(enumeration)));
  Type type;
  type.kind = TypeKind::kScalar;
  type.scalar = scalar;
  type.enumeration = enumerations_.back().get();
  return intern(type);
}

const Type* TypeTable::vector(std::string_view name) {
  if (name == "half2") name = "__half2";  // two names of one type
  if (name == "nv_bfloat162") name = "__nv_bfloat162";
  const auto known = vectors_.find(name);
  if (known != vectors_.end()) return known->second;
  const std::optional<VectorShape> shape = vector_shape(name);
  if (!shape) return nullptr;
  Record* made = make_record(std::string(name), {});
  made->is_vector = true;
  made->is_complete = true;
  const uint64_t bytes = base::size_of(shape->component);
  for (uint32_t i = 0; i < shape->count; ++i) {
    made->fields.push_back(
        {std::string(1, "xyzw"[i]), scalar(shape->component), i * bytes, base::Span{}});
  }
  made->size = made->used = bytes * shape->count;
  made->parts = shape->count;
  made->alignment = shape->alignment;
  const Type* type = record(made);
  vectors_.emplace(std::string(name), type);
  return type;
}

const Type* TypeTable::intern(const Type& type) {
  const Key key{type.kind,        type.scalar,   type.element,     type.count,    type.record,
                type.enumeration, type.is_const, type.is_volatile, type.signature};
  const auto [known, is_new] = known_.try_emplace(key, nullptr);
  if (!is_new) return known->second;
  types_.push_back(std::make_unique<Type>(type));
  types_.back()->depth = type.element != nullptr ? type.element->depth + 1 : 0;
  known->second = types_.back().get();
  return known->second;
}

}  // namespace warplens::lang
