// The typed syntax tree: variables, expressions, statements; the functions that they are in, and
// the text as a whole, are in unit.hpp. The parser makes the nodes; the checker fills in every
// `type`, resolves names and makes each conversion and each memory read explicit (Cast and Load
// nodes). So lowering (sim/code) needs no rules of C: an explicit load is an access, and nothing
// else is.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/source.hpp"
#include "sim/lang/tree/type.hpp"

namespace warplens::lang {

using base::Span;

enum class Storage : uint8_t {
  kLocal,           // a thread's own: register or local memory
  kParameter,       // a kernel's parameter, a local that the launch sets
  kShared,          // __shared__ with a known size
  kDynamic,         // extern __shared__ T name[]; all of a kernel's are the same memory
  kGlobal,          // __device__ T name, of the file
  kConstantMemory,  // __constant__ T name, of the file
  kConstant,  // file-scope or local const/constexpr with a known value: never stored, its uses are
              // folded
  kHost,      // of host code: static memory of the host, as long as the program runs
  kResult,    // of host code: what the function's last parameter points to
};

struct Variable {
  std::string name;
  const Type* type = nullptr;
  Storage storage = Storage::kLocal;
  Span span;                     // of its name where declared
  Span scope;                    // the text in which the name is visible
  bool address_taken = false;    // `&x`, or an array: must be in local memory, not in a register
  bool is_reference = false;     // holds a pointer to what it refers to; every use is a Dereference
  bool has_initializer = false;  // kGlobal, kConstantMemory
  bool is_managed = false;       // kGlobal: __managed__
  bool is_counted_array = false;  // a pointer in place of an array, `int a[n]` of host code
  std::string full_name;          // kGlobal, kConstantMemory: with its namespaces, "geo::weights"
  // kGlobal, kConstantMemory, kHost: as in memory; missing bytes are zero.
  std::vector<uint8_t> initial;
  double constant_float = 0;   // kConstant of a floating type
  uint64_t constant_bits = 0;  // kConstant of an integer type, sign-extended to 64 bits
};

// ----------------------------------------------------------------------------------------------
// expressions

enum class ExprKind : uint8_t {
  kLiteral,
  kVariable,
  kBuiltin,
  kUnary,
  kIncrement,
  kBinary,
  kLogical,
  kAssign,
  kConditional,
  kIndex,
  kDereference,
  kAddressOf,
  kCast,
  kLoad,
  kCall,
  kMember,
  kConstruct,
  kMaterialize,
  kPrint,
  kAssert,
  kString,
  kLaunch,
};

struct Expr {
  ExprKind kind;
  Span span;                   // in the file; for text out of a macro, the span of the macro's use
  const Type* type = nullptr;  // set by the checker
  bool is_lvalue = false;      // set by the checker; arrays are lvalues
  bool is_moved = false;       // an lvalue that std::move() made a value of
  bool from_macro = false;     // the expression as a whole was written by a macro

  virtual ~Expr() = default;

 protected:
  explicit Expr(ExprKind k) : kind(k) {}
};
using ExprPtr = std::unique_ptr<Expr>;

// What a type is written with, since a Type is no reference itself: T, T&, T&&.
enum class Reference : uint8_t { kNone, kPlace, kValue };
struct Entity;  // a template, as sim/lang/syntax knows it

// An argument between the < > of a template's use: a type, an integer constant, a template of
// types, or all arguments of a parameter pack.
struct TemplateArgument {
  const Type* type = nullptr;              // null: a value, or one of those below
  uint64_t value = 0;                      // sign-extended
  Reference reference = Reference::kNone;  // of a type
  Entity* meant = nullptr;                 // a template
  bool is_pack = false;
  std::vector<TemplateArgument> elements;  // of a pack
  bool is_unknown = false;                 // read before the template's own arguments are known
  bool is_value() const { return type == nullptr && meant == nullptr && !is_pack && !is_unknown; }
  friend bool operator==(const TemplateArgument&, const TemplateArgument&) = default;
};

// An integer, character, bool or floating constant; sizeof and folded constants too; of a pointer
// nullptr, or in host code a kernel's handle.
struct Literal : Expr {
  Literal() : Expr(ExprKind::kLiteral) {}
  uint64_t bits = 0;        // integer types, sign-extended to 64 bits
  double real = 0;          // floating types
  bool is_written = false;  // a number written in the text: 0 may be a null pointer
};

struct VariableRef : Expr {
  VariableRef() : Expr(ExprKind::kVariable) {}
  std::string name;
  bool has_template_arguments = false;  // of a kernel that host code names
  std::vector<TemplateArgument> template_arguments;
  Variable* variable = nullptr;  // set by the checker
};

// One component of threadIdx, blockIdx, blockDim, gridDim (type unsigned int), or warpSize (int).
enum class Builtin : uint8_t {
  kThreadIdxX,
  kThreadIdxY,
  kThreadIdxZ,
  kBlockIdxX,
  kBlockIdxY,
  kBlockIdxZ,
  kBlockDimX,
  kBlockDimY,
  kBlockDimZ,
  kGridDimX,
  kGridDimY,
  kGridDimZ,
  kWarpSize,
};
std::string_view name_of(Builtin builtin);  // "threadIdx.x"

struct BuiltinRef : Expr {
  BuiltinRef() : Expr(ExprKind::kBuiltin) {}
  Builtin builtin = Builtin::kThreadIdxX;
};

enum class UnaryOp : uint8_t { kPlus, kNegate, kNot, kBitNot };
struct Unary : Expr {
  Unary() : Expr(ExprKind::kUnary) {}
  UnaryOp op = UnaryOp::kPlus;
  ExprPtr operand;
};

// ++x, --x, x++, x--: a load and a store of an lvalue (scalar or pointer).
struct Increment : Expr {
  Increment() : Expr(ExprKind::kIncrement) {}
  ExprPtr operand;  // the lvalue
  bool is_decrement = false;
  bool is_prefix = false;
};

// After checking, both operands of an arithmetic operator have the result's type (of a comparison:
// one common type; of a shift: each its own promoted type). Pointer + integer, pointer - integer,
// pointer - pointer and comparisons of pointers stay Binary too; the integer is converted to 64
// bits and counts elements.
enum class BinaryOp : uint8_t {
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kRemainder,
  kShiftLeft,
  kShiftRight,
  kBitAnd,
  kBitOr,
  kBitXor,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqual,
  kNotEqual,
  kComma,
};
std::string_view spelling_of(BinaryOp op);
// Whether a compiler may round + - * together with another one. Not of __fmul_rn() and its like.
enum class Fusible : uint8_t {
  kNo,
  kFull,   // of float and double
  kSmall,  // of 16-bit floats, computed as float
};
struct Binary : Expr {
  Binary() : Expr(ExprKind::kBinary) {}
  BinaryOp op = BinaryOp::kAdd;
  Fusible fusible = Fusible::kNo;
  ExprPtr left, right;
};

// && and ||: the right side is executed by the lanes that need it. Operands are bool after
// checking.
struct Logical : Expr {
  Logical() : Expr(ExprKind::kLogical) {}
  bool is_and = true;
  ExprPtr left, right;
};

// `target = value`, or with is_compound `target op= value`: load, convert to compute_type, operate,
// convert back, store. For a plain assignment `value` has the target's type; for a compound one it
// has compute_type (shifts: its own type; pointer += integer: 64-bit).
struct Assign : Expr {
  Assign() : Expr(ExprKind::kAssign) {}
  bool is_compound = false;
  BinaryOp op = BinaryOp::kAdd;
  const Type* compute_type = nullptr;  // is_compound
  Fusible fusible = Fusible::kNo;
  ExprPtr target, value;
};

struct Conditional : Expr {
  Conditional() : Expr(ExprKind::kConditional) {}
  ExprPtr condition, then_value, else_value;  // condition is bool after checking
};

// base[index], an lvalue. `base` is an array lvalue (indexed in place) or a pointer value; index is
// an integer of its own promoted type.
struct Index : Expr {
  Index() : Expr(ExprKind::kIndex) {}
  ExprPtr base, index;
};

// *pointer, an lvalue.
struct Dereference : Expr {
  Dereference() : Expr(ExprKind::kDereference) {}
  ExprPtr pointer;
  bool is_implicit = false;  // of a reference, or of the object that `this` points to
};

// object.field, or pointer->field, which is a Member of a Dereference. An lvalue if the object is
// one; else a part of its value.
struct Member : Expr {
  Member() : Expr(ExprKind::kMember) {}
  ExprPtr object;  // of record type
  std::string name;
  Span name_span;
  const Field* field = nullptr;  // set by the checker
  bool is_arrow = false;
};

// A value of record (or, inside one, array) type made from its parts: make_float4(...), {1, 2},
// threadIdx as a whole. One element a field (or array element), in order; missing ones are zero.
//
// The parser makes it for a list `{a, b}` (type null: determined by what it initialises) and for
// `T(a, b)` and `T{a, b}`; the checker turns it into a Cast, a constructor's Materialize, or a
// complete Construct.
struct Construct : Expr {
  Construct() : Expr(ExprKind::kConstruct) {}
  bool has_parentheses = false;  // T(a, b)
  std::vector<ExprPtr> elements;
  // Parser to checker, of `{.x = a, .y = b}`: one for each element; else empty.
  std::vector<std::string> designators;
};

// A temporary object: executing it makes `variable` anew, from `value` or by `constructor` (a Call
// whose first argument is the variable's address); it is then an lvalue of the variable.
struct Materialize : Expr {
  Materialize() : Expr(ExprKind::kMaterialize) {}
  Variable* variable = nullptr;
  ExprPtr value, constructor;        // at most one; neither: not initialised
  std::vector<ExprPtr> destructors;  // called at the end of the full expression, in order
};

struct AddressOf : Expr {
  AddressOf() : Expr(ExprKind::kAddressOf) {}
  ExprPtr operand;  // an lvalue
};

// Written or implicit conversion to `type`; an array lvalue to a pointer to its first element is
// one too.
struct Cast : Expr {
  Cast() : Expr(ExprKind::kCast) {}
  ExprPtr operand;
  bool is_implicit = false;
};

// The value of an lvalue. Only the checker makes these, and only where a value is needed: `a[i];`
// alone loads nothing.
struct Load : Expr {
  Load() : Expr(ExprKind::kLoad) {}
  ExprPtr operand;
};

struct Function;

// A call of a function of the text or of an intrinsic (intrinsics.hpp). Arguments are converted to
// the types of the parameters, one for each: defaults are filled in; a reference parameter takes an
// address (AddressOf); a member function's first argument is the object's address. A call of a
// function that returns a reference has a pointer type and is inside a Dereference.
struct Call : Expr {
  Call() : Expr(ExprKind::kCall) {}
  std::string name;  // as written, qualified: "cg::reduce"
  Span name_span;
  ExprPtr object;  // parser to checker: of `object.name(...)`; becomes the first argument
  bool is_arrow = false;
  const Type* qualifier = nullptr;  // of object.Base::name(...)
  bool is_qualified = false;        // then the very function that is named is executed
  // Since C++17 the object of a member call, and the left operand of << >> [] and (), come before
  // the other arguments, also where those are evaluated from the last to the first.
  bool is_first_before_others = false;
  bool has_template_arguments = false;
  std::vector<TemplateArgument> template_arguments;  // as written
  const Function* function = nullptr;                // the text's own, set by the checker
  uint16_t intrinsic = 0;  // without one: index into intrinsics(), set by the checker
  std::vector<ExprPtr> arguments;
};

// printf(format, ...). Its value (int) is the number of arguments after the format, as on the GPU.
struct Print : Expr {
  Print() : Expr(ExprKind::kPrint) {}
  std::string format;              // escapes resolved
  std::vector<ExprPtr> arguments;  // promoted: 32- or 64-bit integers, double, pointers
  uint32_t texts = 0;              // arguments that were literals, which the format holds now
};

// assert(condition); void.
struct Assert : Expr {
  Assert() : Expr(ExprKind::kAssert) {}
  ExprPtr condition;  // bool
  std::string text;   // of the condition
};

// A string literal: an lvalue, an array of const char of which the last one is 0.
struct String : Expr {
  String() : Expr(ExprKind::kString) {}
  std::string text;                    // escapes resolved, without the 0
  const Variable* variable = nullptr;  // where kernels have it, set by the checker
};

// kernel<<<grid, block, shared, stream>>>(arguments) in host code; void.
struct Launch : Expr {
  Launch() : Expr(ExprKind::kLaunch) {}
  ExprPtr callee;    // parser to checker: a pointer to a kernel, instead of a name
  std::string name;  // as written, qualified
  Span name_span;
  bool has_template_arguments = false;
  std::vector<TemplateArgument> template_arguments;  // as written
  ExprPtr grid, block;                               // dim3 after checking
  ExprPtr shared;                                    // size_t after checking; null: 0
  ExprPtr stream;                                    // void* after checking; null: the default one
  std::vector<ExprPtr> arguments;                    // one for each parameter after checking
  std::string kernel;                                // Kernel::name, set by the checker
};

// -----------------------------------------------------------------------------------------------
// statements

enum class StmtKind : uint8_t {
  kBlock,
  kDeclaration,
  kExpression,
  kIf,
  kFor,
  kWhile,
  kDoWhile,
  kSwitch,
  kBreak,
  kContinue,
  kReturn,
  kGoto,
  kLabel,
  kEmpty,
};

struct Stmt {
  StmtKind kind;
  Span span;
  virtual ~Stmt() = default;

 protected:
  explicit Stmt(StmtKind k) : kind(k) {}
};
using StmtPtr = std::unique_ptr<Stmt>;

struct Block : Stmt {
  Block() : Stmt(StmtKind::kBlock) {}
  // Of a try block: what is executed after each call that may throw; it goes on at the handlers.
  StmtPtr check;
  std::vector<StmtPtr> statements;
};

// One declarator. The initialisers of an array are flattened: `elements` are its first elements in
// order, the rest is zero if has_initializer.
struct Declarator {
  Variable* variable = nullptr;
  bool has_initializer = false;
  ExprPtr value;                  // scalar, pointer, record; of a reference: the pointer
  std::vector<ExprPtr> elements;  // array: row-major from the first element; missing ones are zero
  ExprPtr constructor;            // record: a Call whose first argument is the variable's address
  std::vector<ExprPtr> constructors;  // array of records: one Call an element, in order
  // Called at the end of the block, in order; of a reference: of the temporary that it refers to.
  std::vector<ExprPtr> destructors;
};
struct Declaration : Stmt {
  Declaration() : Stmt(StmtKind::kDeclaration) {}
  std::vector<Declarator> declarators;
  // Of a static variable of a host function whose value is computed: a bool, true once it is.
  Variable* guard = nullptr;
};

struct ExpressionStmt : Stmt {
  ExpressionStmt() : Stmt(StmtKind::kExpression) {}
  ExprPtr expression;
};

struct If : Stmt {
  If() : Stmt(StmtKind::kIf) {}
  ExprPtr condition;  // bool after checking, as all conditions below
  StmtPtr then_branch, else_branch;
};

// holds_barrier, set by the checker: the loop is the innermost one around a __syncthreads(), so its
// iterations are phases.
struct Loop : Stmt {
  using Stmt::Stmt;
  bool holds_barrier = false;
  Variable* induction =
      nullptr;  // the variable that `for` steps, if it is one scalar variable; else null
  StmtPtr body;
};
struct For : Loop {
  For() : Loop(StmtKind::kFor) {}
  StmtPtr init;       // declaration, expression or null
  ExprPtr condition;  // may be null
  ExprPtr step;       // may be null
};
struct While : Loop {
  While() : Loop(StmtKind::kWhile) {}
  ExprPtr condition;
};
struct DoWhile : Loop {
  DoWhile() : Loop(StmtKind::kDoWhile) {}
  ExprPtr condition;
};

// The body in order; a label is before statements[position]. Labels inside nested statements are
// not supported.
struct SwitchLabel {
  bool is_default = false;
  uint64_t value = 0;  // sign-extended, in the condition's type
  size_t position = 0;
  Span span;
};
struct Switch : Stmt {
  Switch() : Stmt(StmtKind::kSwitch) {}
  ExprPtr condition;                  // an integer
  std::vector<ExprPtr> label_values;  // parser to checker, parallel to labels; null for default
  std::vector<SwitchLabel> labels;
  std::vector<StmtPtr> statements;
};

struct Break : Stmt {
  Break() : Stmt(StmtKind::kBreak) {}
};
struct Continue : Stmt {
  Continue() : Stmt(StmtKind::kContinue) {}
};
struct Return : Stmt {
  Return() : Stmt(StmtKind::kReturn) {}
  ExprPtr value;  // null in a function that returns void; of a reference: the pointer
  const Variable* moved = nullptr;  // the local object that becomes the result: it does not end
};
// To a label that comes later in a block around it.
struct Goto : Stmt {
  Goto() : Stmt(StmtKind::kGoto) {}
  std::string label;
};
// `name:`, a statement of its own in a block.
struct Label : Stmt {
  Label() : Stmt(StmtKind::kLabel) {}
  std::string name;
};
struct Empty : Stmt {
  Empty() : Stmt(StmtKind::kEmpty) {}
};

template <class T>
const T& as(const Expr& expr) {
  return static_cast<const T&>(expr);
}
template <class T>
T& as(Expr& expr) {
  return static_cast<T&>(expr);
}
template <class T>
const T& as(const Stmt& stmt) {
  return static_cast<const T&>(stmt);
}
template <class T>
T& as(Stmt& stmt) {
  return static_cast<T&>(stmt);
}

}  // namespace warplens::lang
