// From checked syntax tree to warp bytecode, one kernel at a time. Organised by what is lowered:
//   lower.cpp             homes of variables, shared layout, limits, the program as a whole
//   lower_statement.cpp   control flow by masks
//   lower_expression.cpp  values, assignments
//   lower_convert.cpp     conversions and constants known beforehand
//   lower_address.cpp     places in memory, loads and stores
//   lower_call.cpp        the functions of lang/intrinsics.hpp
//
// Masks follow the text's structure. At every statement at least one lane is active: behind a
// construct that lanes may have left for good (break, continue, return), a jump goes to where
// others may join them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/code/builder.hpp"
#include "sim/code/lower.hpp"

namespace warplens::code {

// How a value lies in a register and which instructions work on it. Narrow integers and bool are
// kS32 or kU32.
enum class Rep : uint8_t { kS32, kU32, kS64, kU64, kF32, kF64 };
Rep rep_of(const lang::Type* type);
bool is_wide(const lang::Type* type);

// An operator's instruction for each representation.
struct OpSet {
  Op s32, u32, s64, u64, f32, f64;
  Op of(Rep rep) const;
};

// Where an lvalue lies: a register variable, or an address = register + offset in one of the
// spaces.
struct Place {
  enum class Kind : uint8_t { kRegister, kLocal, kShared, kPointer } kind = Kind::kRegister;
  std::optional<Slot> slot;  // kRegister: the variable's; else the computed part of the address
  int64_t offset = 0;        // [bytes] known part of the address
  uint16_t local_array = 0;  // kLocal: index into Program::local_arrays
  const lang::Type* type = nullptr;
  const lang::Expr* lvalue = nullptr;
};

// A value known while lowering: an integer as its 64-bit sign-extension, or a floating number.
struct Known {
  bool is_floating = false;
  uint64_t bits = 0;
  double real = 0;
};

class Lowering {
 public:
  Lowering(std::shared_ptr<const lang::Unit> unit, const lang::Kernel& kernel);
  base::Checked<std::shared_ptr<const Program>> run();

 private:
  // lower.cpp
  void lay_out_shared();
  void give_homes();
  void give_home(const lang::Variable& variable);
  void check_limits();
  void fail(Span span, std::string message, std::string hint);
  const VariableHome* home_of(const lang::Variable* variable) const;

  // lower_statement.cpp
  void statement(const lang::Stmt& stmt);
  void declaration(const lang::Declaration& stmt);
  void initialise_array(const lang::Declarator& declarator, uint32_t offset);
  void if_statement(const lang::If& stmt);
  void for_statement(const lang::For& stmt);
  void while_statement(const lang::While& stmt);
  void do_statement(const lang::DoWhile& stmt);
  void switch_statement(const lang::Switch& stmt);
  void switch_labels(const lang::Switch& stmt, size_t position, Slot chosen, Mask entered,
                     Mask others);
  void branch(const lang::Stmt& stmt, Label boundary);
  void loop_body(const lang::Loop& loop, Label boundary);
  void close_loop(const lang::Loop& loop, Label end, uint32_t escapes_before);
  void jump_if_deserted(uint32_t escapes_before);
  void phase_begins(const lang::Loop& loop);
  Slot condition(const lang::Expr& expr) { return value(expr); }

  // lower_expression.cpp
  Slot value(const lang::Expr& expr);
  void effect(const lang::Expr& expr);
  Slot value_of(const lang::Expr& expr);
  // value(), in a register that evaluating `next` does not change.
  Slot stable_value(const lang::Expr& expr, const lang::Expr& next);
  Slot unary(const lang::Unary& expr);
  Slot binary(const lang::Binary& expr);
  Slot operate(lang::BinaryOp op, const lang::Type* type, Slot left, Slot right);
  Slot pointer_arithmetic(const lang::Binary& expr);
  Slot pointer_plus(Slot pointer, const lang::Type* pointer_type, const lang::Expr& count,
                    bool subtract);
  Slot logical(const lang::Logical& expr);
  Slot conditional(const lang::Conditional& expr);
  void conditional_effect(const lang::Conditional& expr);
  Place assign(const lang::Assign& expr, Slot* stored);
  Place increment(const lang::Increment& expr, Slot* result);
  bool is_pure(const lang::Expr& expr) const;
  bool writes_variables(const lang::Expr& expr, bool calls_too = false) const;
  bool reads_variable(const lang::Expr& expr) const;
  void move(Slot to, Slot from, bool wide) {
    builder_.emit(wide ? Op::kMove64 : Op::kMove32, to, from);
  }

  // lower_convert.cpp
  Slot convert(Slot from_slot, const lang::Type* from, const lang::Type* to);
  Slot narrow(Slot slot, const lang::Type* to);
  std::optional<Known> known(const lang::Expr& expr) const;
  Slot constant(const Known& value, const lang::Type* type);

  // lower_address.cpp
  Place place(const lang::Expr& lvalue);
  Place pointed_to(const lang::Expr& pointer);
  Place variable_place(const lang::VariableRef& ref);
  void add_index(Place& place, const lang::Expr& index, uint64_t element_bytes);
  Slot address(const Place& place, int32_t& imm);
  Slot pointer_to(const Place& place);
  Slot load(const Place& place);
  void store(const Place& place, Slot value);
  void emit_local(Op op, Slot dst, Slot a, Slot b, int32_t imm, const Place& place);
  AccessSite site(const Place& place, Operation operation) const;

  // lower_call.cpp
  Slot call(const lang::Call& expr);
  Slot atomic_add(const lang::Call& expr);

  Slot compute(Op op, bool wide, Slot a, Slot b = 0, Slot c = 0, int32_t imm = 0) {
    const Slot result = builder_.temporary(wide);
    builder_.emit(op, result, a, b, c, imm);
    return result;
  }

  // Where `break` and `continue` collect their lanes.
  struct Target {
    Mask left;
    std::optional<Mask> continued;  // loops
    bool has_continue = false;
  };

  std::shared_ptr<const lang::Unit> unit_;
  const lang::Kernel& kernel_;
  std::shared_ptr<Program> program_;
  Builder builder_;
  base::Diagnostics errors_;
  std::unordered_map<const lang::Variable*, VariableHome> homes_;
  std::unordered_map<const lang::Variable*, uint16_t> local_arrays_;  // index into the program's
  std::vector<Target> targets_;
  Label boundary_ = 0;  // where lanes may come back: to go there if none is active
  bool reachable_ = true;
  uint32_t escapes_ = 0;  // break, continue and return statements lowered so far
  const lang::Stmt* statement_ = nullptr;
};

}  // namespace warplens::code
