// The typed syntax tree. The parser makes the nodes, the checker fills in every `type`, resolves
// names and makes each conversion and each memory read explicit (Cast and Load nodes), so that
// lowering (sim/code) has no rule of C left to know: what it is told to load is an access, and
// nothing else is.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/base/source.hpp"
#include "sim/lang/type.hpp"

namespace warplens::lang {

using base::Span;

enum class Storage : uint8_t {
  kLocal,      // a thread's own: register or local memory
  kParameter,  // a kernel's parameter, a local that the launch sets
  kShared,     // __shared__ with a known size
  kDynamic,    // extern __shared__ T name[]
  kConstant,   // file-scope or local const/constexpr whose value is known: never stored, folded at
               // its uses
};

struct Variable {
  std::string name;
  const Type* type = nullptr;
  Storage storage = Storage::kLocal;
  Span span;                   // of its name where declared
  Span scope;                  // the text in which the name is visible
  bool address_taken = false;  // `&x`, or an array: must live in local memory, not in a register
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
};

struct Expr {
  ExprKind kind;
  Span span;                   // in the file; for text out of a macro, the span of the macro's use
  const Type* type = nullptr;  // set by the checker
  bool is_lvalue = false;      // set by the checker; arrays are lvalues
  bool from_macro = false;     // the expression as a whole was written by a macro

  virtual ~Expr() = default;

 protected:
  explicit Expr(ExprKind k) : kind(k) {}
};
using ExprPtr = std::unique_ptr<Expr>;

// An integer, character, bool or floating constant; sizeof and folded constants too.
struct Literal : Expr {
  Literal() : Expr(ExprKind::kLiteral) {}
  uint64_t bits = 0;  // integer types, sign-extended to 64 bits
  double real = 0;    // floating types
};

struct VariableRef : Expr {
  VariableRef() : Expr(ExprKind::kVariable) {}
  std::string name;
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
struct Binary : Expr {
  Binary() : Expr(ExprKind::kBinary) {}
  BinaryOp op = BinaryOp::kAdd;
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

// A call of a function that the language knows (intrinsics.hpp); arguments are converted to what it
// takes.
struct Call : Expr {
  Call() : Expr(ExprKind::kCall) {}
  std::string name;
  Span name_span;
  uint16_t intrinsic = 0;  // index into intrinsics(), set by the checker
  std::vector<ExprPtr> arguments;
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
  std::vector<StmtPtr> statements;
};

// One declarator. For an array the initialisers are flattened: `elements` pairs with element
// positions in order, the rest is zero if has_initializer.
struct Declarator {
  Variable* variable = nullptr;
  bool has_initializer = false;
  ExprPtr value;                  // scalar or pointer
  std::vector<ExprPtr> elements;  // array: row-major from the first element; missing ones are zero
};
struct Declaration : Stmt {
  Declaration() : Stmt(StmtKind::kDeclaration) {}
  std::vector<Declarator> declarators;
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

// Set by the checker: the loop is the innermost one around a __syncthreads(), so that its
// iterations are phases.
struct Loop : Stmt {
  using Stmt::Stmt;
  bool holds_barrier = false;
  Variable* induction =
      nullptr;  // the variable that `for` steps, if it is one scalar variable; may be null
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

// The body in order; a label stands before statements[position]. Labels inside nested statements
// are refused.
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
};
struct Empty : Stmt {
  Empty() : Stmt(StmtKind::kEmpty) {}
};

// -------------------------------------------------------------------------------------------------
// the unit

struct Kernel {
  std::string name;
  Span span;       // of its name
  Span full_span;  // from __global__ to the closing brace
  std::vector<Variable*> parameters;
  std::vector<Variable*> shared;  // static __shared__ arrays and scalars, in order of declaration
  Variable* dynamic_shared = nullptr;
  std::vector<std::unique_ptr<Variable>> variables;  // owns all of the kernel's own
  std::unique_ptr<Block> body;
};

// Text that no kernel reaches: host functions, declarations.
struct Skipped {
  std::string name;  // best guess; may be empty
  Span span;
};

struct Unit {
  base::SourceFile file;
  TypeTable types;
  std::vector<std::unique_ptr<Variable>> constants;  // file-scope const and constexpr
  std::vector<Kernel> kernels;
  std::vector<Skipped> skipped;
  base::Diagnostics warnings;  // what is hardly meant so, in order of place
  std::vector<std::string>
      macro_names;  // every macro the file or -D defined; for lesson parameters and suggestions
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
