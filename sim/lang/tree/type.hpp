// Types of the kernel language, interned: two equal types are the same pointer, so `==` on Type*
// compares types. There is no reference type: a reference is a variable that holds a pointer
// (Variable::is_reference), and its uses are dereferences.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "sim/base/scalar.hpp"
#include "sim/base/source.hpp"

namespace warplens::lang {

struct Type;

struct Field {
  std::string name;  // empty: an anonymous struct or union, whose members are the record's
  const Type* type = nullptr;
  uint64_t offset = 0;        // [bytes] in the record
  base::Span span;            // of its name; empty for CUDA's own
  bool is_reference = false;  // holds a pointer to what it refers to; every use is a Dereference
  // Of a bit-field: the unsigned integer at `offset` that it is a part of, and which bits of it.
  const Type* unit = nullptr;
  uint8_t first_bit = 0, bits = 0;
  bool is_base = false;     // a base class, which has no name
  bool is_mutable = false;  // of a const object, too
};

// A struct, a union, or one of CUDA's vector types. Its functions are in declarations.hpp.
struct Record {
  std::string name;        // "Particle", "float4", "Tile<16>", "physics::Body"
  base::Span span;         // of its name; empty for CUDA's own
  bool is_vector = false;  // float4 and its like: copied by one access of up to 16 bytes
  bool is_union = false;   // all fields are at its start
  // It has virtual functions: at its start is which class the object is of (kClassTag).
  bool is_polymorphic = false;
  bool is_complete = false;  // its fields are known
  std::vector<Field> fields;
  uint64_t size = 0;  // [bytes], at least 1
  // [bytes] Of them, those that a class derived from it leaves to it: a C struct all, others not
  // the padding at the end.
  uint64_t used = 0;
  uint32_t alignment = 1;  // [bytes]
  // Where fields share bytes (a union, bit-fields): what a value is copied as, of the same size.
  // Such a value is made and read in memory. Null: field by field.
  const Type* copied_as = nullptr;
  // Fields, with those of the records in it; an array counts as one element.
  uint32_t parts = 0;
  uint32_t depth = 1;  // records in each other
  // The field of that name; null if there is none.
  const Field* find(std::string_view field) const;
  // The anonymous field that has one of that name, itself or in one of its own.
  const Field* find_around(std::string_view field) const;
};

// Where the base is in an object of the derived class [bytes]; 0 for the class itself, nothing
// where it is no base of it.
std::optional<uint64_t> offset_of_base(const Record& derived, const Record& base);

// What objects with virtual functions begin with: the tag and the number of their class.
inline constexpr uint64_t kClassTag = uint64_t{5} << 60;

// An enum. Its type is a scalar, as wide as its underlying type.
struct Enumeration {
  std::string name;
  bool is_scoped = false;         // enum class
  bool has_written_type = false;  // enum Name : type
};

// kMember: what a pointer to a data member points to.
enum class TypeKind : uint8_t { kVoid, kScalar, kPointer, kArray, kRecord, kFunction, kMember };

struct SignatureParameter {
  const Type* type = nullptr;  // of a reference: what it refers to
  bool is_reference = false;
  bool takes_temporaries = false;  // const T& or T&&
  friend bool operator==(const SignatureParameter&, const SignatureParameter&) = default;
};

// What a function takes and returns. Of a member function the first parameter is the pointer to the
// object; what points to one is a pointer to such a function.
struct Signature {
  const Type* result = nullptr;
  bool returns_reference = false;
  bool is_variadic = false;
  bool is_member = false;
  std::vector<SignatureParameter> parameters;
  friend bool operator==(const Signature&, const Signature&) = default;
};

struct Type {
  TypeKind kind = TypeKind::kVoid;
  base::Scalar scalar = base::Scalar::kInt;  // kScalar
  const Type* element = nullptr;             // kPointer: pointee; kArray, kMember: element
  uint64_t count = 0;                        // kArray: elements; 0 for `extern __shared__ T name[]`
  const Record* record = nullptr;            // kRecord; kMember: whose
  const Enumeration* enumeration = nullptr;  // kScalar: of an enum
  const Signature* signature = nullptr;      // kFunction, which only pointers point to
  bool is_const = false;     // of a scalar or record: `const float`; of a pointer: `T* const`
  bool is_volatile = false;  // of the same; `volatile int*` is a pointer to such a scalar
  uint32_t depth = 0;        // pointers and arrays around a scalar, record or void

  bool is_void() const { return kind == TypeKind::kVoid; }
  bool is_scalar() const { return kind == TypeKind::kScalar; }
  bool is_pointer() const { return kind == TypeKind::kPointer; }
  bool is_array() const { return kind == TypeKind::kArray; }
  bool is_record() const { return kind == TypeKind::kRecord; }
  bool is_function() const { return kind == TypeKind::kFunction; }
  bool is_member() const { return kind == TypeKind::kMember; }
};

uint64_t size_of(const Type* type);       // [bytes]; pointers are 8
uint32_t alignment_of(const Type* type);  // [bytes]
std::string name_of(const Type* type);    // as C writes it: "const float*", "float[8][9]"
// The innermost element type of nested arrays; any other type itself.
const Type* array_base(const Type* type);
// Extents of nested arrays, outermost first: float[8][9] gives {8, 9}; empty for anything else.
std::vector<uint64_t> extents_of(const Type* type);

// Whether the record, or one in it, has bit-fields.
bool has_bit_fields(const Record& record);

// The value of a bit-field whose unit holds `unit`, extended to 64 bits as its type has it; and the
// unit with another value.
uint64_t bits_of(uint64_t unit, const Field& field);
uint64_t with_bits(uint64_t unit, const Field& field, uint64_t value);

bool is_function_pointer(const Type* type);
// Of members: a pointer to data holds its offset in the object and 1, so that null is 0 as of any
// other pointer.
bool is_data_member_pointer(const Type* type);
bool is_member_function_pointer(const Type* type);

// A scalar or pointer inside a value.
struct Leaf {
  const Type* type = nullptr;
  uint64_t offset = 0;  // [bytes] from the value's start
  std::string path;     // "", ".x", ".v[2]", "[3]"
};
// All of a type's leaves in order of offset; a scalar or pointer is its own only leaf.
std::vector<Leaf> leaves_of(const Type* type);

// The part of a copied value that one access per lane moves: a scalar, a pointer, or a whole vector
// of up to 16 bytes (float3 and its like: each component; a record: each member; an array: each
// element).
struct Piece {
  const Type* type = nullptr;  // a scalar, a pointer or a vector record
  uint64_t offset = 0;         // [bytes] from the value's start
};
std::vector<Piece> pieces_of(const Type* type);

// Owns every Type of one translation unit.
class TypeTable {
 public:
  const Type* void_type();
  const Type* scalar(base::Scalar scalar, bool is_const = false);
  const Type* pointer_to(const Type* pointee, bool is_const = false);
  const Type* array_of(const Type* element, uint64_t count);
  const Type* with_const(const Type* type, bool is_const);  // stays volatile if it is
  const Type* with_volatile(const Type* type, bool is_volatile);
  const Type* unqualified(const Type* type);                         // neither const nor volatile
  const Type* with_qualifiers_of(const Type* type, const Type* of);  // in addition to its own
  const Type* record(const Record* record, bool is_const = false);
  const Type* function(Signature signature);
  const Type* member(const Record* record, const Type* type);  // what T R::* points to
  // A record for the caller to fill in; the table owns it.
  Record* make_record(std::string name, base::Span span);
  // std::nullptr_t, which is not a pointer in deduction. Its value is a void*.
  const Type* null_type();
  const Type* enumeration(Enumeration enumeration, base::Scalar scalar);
  // CUDA's vector types by name (float4, uchar2, dim3, double3, longlong2...); null for any other.
  const Type* vector(std::string_view name);

 private:
  using Key = std::tuple<TypeKind, base::Scalar, const Type*, uint64_t, const Record*,
                         const Enumeration*, bool, bool, const Signature*>;
  const Type* intern(const Type& type);
  std::vector<std::unique_ptr<Type>> types_;
  std::map<Key, const Type*> known_;
  std::vector<std::unique_ptr<Record>> records_;
  std::vector<std::unique_ptr<Signature>> signatures_;
  std::vector<std::unique_ptr<Enumeration>> enumerations_;
  std::map<std::string, const Type*, std::less<>> vectors_;
  const Type* null_type_ = nullptr;
};

}  // namespace warplens::lang
