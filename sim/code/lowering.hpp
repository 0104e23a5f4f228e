// From checked syntax tree to warp bytecode, one kernel at a time. Organised by what is lowered:
//   lower.cpp             the program as a whole, limits
//   lower_home.cpp        where variables live, the layout of shared and constant memory
//   lower_statement.cpp   control flow by masks
//   lower_goto.cpp        blocks with labels
//   lower_declaration.cpp initial values
//   lower_expression.cpp  values, assignments
//   lower_pure.cpp        what evaluating an expression may change
//   lower_convert.cpp     conversions and constants known beforehand
//   lower_address.cpp     places in memory
//   lower_copy.cpp        loads and stores, piece by piece
//   lower_record.cpp      values of several parts
//   lower_inline.cpp      the text's own functions, inlined
//   lower_subroutine.cpp  those that call themselves
//   lower_host.cpp        what only host code has: calls of its runtime, launches, static variables
//   lower_call.cpp        the functions of lang/intrinsics.hpp on numbers
//   lower_collective.cpp  those of a warp or block together, and atomics
//   lower_async.cpp       copies that arrive later, and what waits for them
//   lower_matrix.cpp      those that move matrices
//   lower_mma.cpp         those that multiply them
//
// Masks follow the text's structure. At every statement at least one lane is active: after a
// construct that lanes may have left for good (break, continue, return), a jump goes to where
// others may join them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/code/builder.hpp"
#include "sim/code/lower.hpp"

namespace warplens::code {

// How a value is kept in a register and which instructions work on it. Narrow integers and bool are
// kS32 or kU32; floats of 16 bits are held as their bits, kU32.
enum class Rep : uint8_t { kS32, kU32, kS64, kU64, kF32, kF64 };
Rep rep_of(const lang::Type* type);
bool is_wide(const lang::Type* type);
bool is_small_float(const lang::Type* type);
// Slots that a value takes: a record's leaves follow each other, each in one or two.
uint32_t slots_of(const lang::Type* type);
// Whether a variable of the type needs memory of its own: for an array, or for fields that share
// bytes.
bool holds_array(const lang::Type* type);

// An operator's instruction for each representation.
struct OpSet {
  Op s32, u32, s64, u64, f32, f64;
  Op of(Rep rep) const;
};

// Where an lvalue is: a register variable, or an address = register + offset in one of the
// spaces.
struct Place {
  enum class Kind : uint8_t { kRegister, kLocal, kShared, kPointer } kind = Kind::kRegister;
  std::optional<Slot> slot;  // kRegister: the variable's; else the computed part of the address
  int64_t offset = 0;        // [bytes] known part of the address
  uint16_t local_array = 0;  // kLocal: index into Program::local_arrays
  bool is_value = false;     // kRegister: no variable's
  const lang::Field* bits = nullptr;  // of a bit-field, whose unit is there
  const lang::Type* type = nullptr;
  const lang::Expr* lvalue = nullptr;  // null: a variable of host code that is initialised
  std::vector<Subscript> subscripts;   // of the innermost chain of indices, outermost first
};

// Where a variable lives, with its array in Program::local_arrays (0: none of its own).
struct Home : VariableHome {
  uint16_t local_array = 0;
};

// A value known while lowering: an integer as its 64-bit sign-extension, or a floating number.
struct Known {
  bool is_floating = false;
  uint64_t bits = 0;
  double real = 0;
};

class Lowering {
 public:
  Lowering(std::shared_ptr<const lang::Unit> unit, const lang::Kernel& kernel,
           base::Budget& budget);
  base::Checked<std::shared_ptr<const Program>> run();

 private:
  static constexpr size_t kMostInstructions = 100'000, kMostOfHost = 1'000'000;

  // lower.cpp
  bool is_too_large();
  bool has_too_many_instructions() const {
    return builder_.size() > (is_host() ? kMostOfHost : kMostInstructions);
  }
  void fail(Span span, std::string message, std::string hint);

  // lower_home.cpp
  void lay_out_shared();
  void lay_out_constants();
  std::vector<const lang::Function*> functions() const;
  void give_kernel_homes();
  // A home of the variable's own, not yet in use.
  Home give_home(const lang::Variable& variable, bool is_lasting);
  bool give_local_home(Home& home, uint64_t bytes, uint64_t alignment, Span span);
  void use_home(const Home& home);
  void list_shared_homes(const lang::Function& function);
  const Home* home_of(const lang::Variable* variable) const;
  Place place_of(const Home& home) const;
  Place place_of_global(const lang::Variable& variable);
  void list_globals();

  // lower_statement.cpp
  void statement(const lang::Stmt& stmt);
  void if_statement(const lang::If& stmt);
  void for_statement(const lang::For& stmt);
  void while_statement(const lang::While& stmt);
  void do_statement(const lang::DoWhile& stmt);
  void switch_statement(const lang::Switch& stmt);
  void continue_statement();
  void switch_label(const lang::Switch& stmt, const lang::SwitchLabel& label, Slot chosen,
                    Mask entered, Mask others);
  void branch(const lang::Stmt& stmt, Label boundary);
  void open_loop();
  void loop_body(const lang::Loop& loop, Label boundary);
  void close_loop(const lang::Loop& loop, Label end, uint32_t escapes_before);
  void jump_if_deserted(uint32_t escapes_before);
  void phase_begins(const lang::Loop& loop);
  Mask collecting_mask();
  Slot condition(const lang::Expr& expr);
  // Objects that live: what ends them is executed where control leaves their block or expression.
  void begin_object(const lang::Variable* variable, const std::vector<lang::ExprPtr>& destructors);
  void end_objects(size_t from);  // and forgets them
  // Where others still live, except for the object `moved`.
  void leave_objects(size_t from, const lang::Variable* moved = nullptr);

  // lower_goto.cpp
  struct GotoLabel;
  void block(const lang::Block& stmt);
  void open_labels(const lang::Block& stmt);
  void place_label(GotoLabel& label, Span span);
  void close_label(const GotoLabel& label);
  void goto_statement(const lang::Goto& stmt);

  // lower_declaration.cpp
  void declaration(const lang::Declaration& stmt);
  void initialise(const lang::Declarator& declarator, const Place& target, Span span);
  void note_bare_declaration(const lang::Declarator& declarator, const Home& home);
  void initialise_array(const lang::Declarator& declarator, const Place& target);
  void clear_place(const Place& target, const lang::Type* type);

  // lower_expression.cpp
  Slot value(const lang::Expr& expr);
  void effect(const lang::Expr& expr);
  void effect_of(const lang::Expr& expr);
  Slot value_of(const lang::Expr& expr);
  Slot value_of_cast(const lang::Expr& expr);
  // value(), in a register that evaluating `next` does not change.
  Slot stable_value(const lang::Expr& expr, const lang::Expr& next);
  Slot unary(const lang::Unary& expr);
  Slot binary(const lang::Binary& expr);
  Slot operate(lang::BinaryOp op, const lang::Type* type, Slot left, Slot right);
  Slot operate_small(lang::BinaryOp op, const lang::Type* type, Slot left, Slot right);
  Slot small_to_float(Slot slot, const lang::Type* from);
  Slot small_from(Rep source, Slot slot, const lang::Type* to);
  Slot pointer_arithmetic(const lang::Binary& expr);
  Slot pointer_plus(Slot pointer, const lang::Type* pointer_type, const lang::Expr& count,
                    bool subtract);
  void branch_value(const lang::Expr& expr, std::optional<Slot> result);
  Slot logical(const lang::Logical& expr);
  Slot conditional(const lang::Conditional& expr);
  void conditional_effect(const lang::Conditional& expr);
  Place assign(const lang::Assign& expr, Slot* stored);
  Slot compound(const lang::Assign& expr, const Place& target, Slot right);
  Place increment(const lang::Increment& expr, Slot* result);
  Slot print(const lang::Print& expr);
  void check_assertion(const lang::Assert& expr);

  // lower_pure.cpp
  bool is_pure(const lang::Expr& expr) const;
  bool writes_variables(const lang::Expr& expr, bool calls_too = false) const;
  bool reads_variable(const lang::Expr& expr) const;

  // lower_convert.cpp
  Slot convert(Slot from_slot, const lang::Type* from, const lang::Type* to);
  Slot narrow(Slot slot, const lang::Type* to);
  std::optional<Known> known(const lang::Expr& expr) const;
  Slot constant(const Known& value, const lang::Type* type);

  // lower_address.cpp
  Place place(const lang::Expr& lvalue);
  Place pointed_to(const lang::Expr& pointer);
  Place variable_place(const lang::VariableRef& ref);
  Place member_place(const lang::Member& member);
  Place conditional_place(const lang::Conditional& expr);
  Place materialized(const lang::Materialize& made);
  // A value that is no place gets one: registers, or the frame if it must have an address.
  Place place_of_value(const lang::Expr& expr);
  Place spilled(const Place& registers, Span span);
  void add_index(Place& place, const lang::Index& expr);
  Slot address(const Place& place, int32_t& imm);
  Slot pointer_to(const Place& place);

  // lower_copy.cpp
  Slot load(const Place& place);
  void store(const Place& place, Slot value);
  Slot load_bits(const Place& place);
  void store_bits(const Place& place, Slot value);
  void load_piece(const Place& place, const lang::Type* type, uint64_t offset, Slot to);
  void store_piece(const Place& place, const lang::Type* type, uint64_t offset, Slot from);
  void emit_local(Op op, Slot dst, Slot a, Slot b, int32_t imm, const Place& place);
  void note_subscripts(const Place& place);
  AccessSite site(const Place& place, const lang::Type* type, Operation operation) const;
  void copy(Slot to, Slot from, const lang::Type* type, bool under_mask);
  Slot copied(Slot from, const lang::Type* type);

  // lower_record.cpp
  Slot construct(const lang::Construct& expr);
  void construct_at(const lang::Construct& expr, Slot to);
  void construct_in_memory(const lang::Construct& expr, Slot to);
  void value_at(const lang::Expr& expr, Slot to);
  void zero_at(const lang::Type* type, Slot to);
  Slot member_value(const lang::Member& member);
  Slot select(const lang::Type* type, Slot chosen, Slot left, Slot right);
  Slot temporary(const lang::Type* type, Span span);
  void move(Slot to, Slot from, const lang::Type* type) { copy(to, from, type, true); }

  // lower_inline.cpp
  Slot call_function(const lang::Call& expr);
  std::optional<Place> argument(const lang::Expr& expr, const Home& home, bool is_shown);
  const Place* referred_by(const lang::Expr& pointer) const;
  bool may_inline(const lang::Call& expr);
  void function_body(const lang::Call& expr, Slot result);
  void return_statement(const lang::Return& stmt);
  void give_callee_homes(const lang::Function& function);

  // lower_subroutine.cpp
  Slot call_subroutine(const lang::Call& expr);
  size_t subroutine_of(const lang::Call& expr);
  void lower_subroutine(size_t index);
  void list_subroutines();

  // lower_host.cpp
  bool is_host() const { return kernel_.is_host; }
  bool is_worth_inlining(const lang::Function& function);
  std::vector<HostArgument> host_arguments(const lang::Type* type, Slot slot) const;
  Slot call_host(const lang::Call& expr);
  std::vector<Slot> argument_values_backwards(const std::vector<lang::ExprPtr>& arguments,
                                              bool is_first_before_others);
  void launch(const lang::Launch& expr);
  void launch_from_kernel(const lang::Launch& expr);
  void check_exception();
  Place host_place(const lang::Variable& variable);
  Place result_place(const lang::Variable& variable);
  Place symbol_place(const lang::Variable& variable);
  Place string_place(const lang::String& string);
  uint64_t add_host_bytes(uint64_t bytes, uint64_t alignment);
  Place host_place_at(uint64_t offset);
  void guarded(const lang::Declaration& stmt);
  void finish_host_sites();

  // lower_call.cpp
  Slot call(const lang::Call& expr);
  Slot call_intrinsic(const lang::Call& expr);
  Slot call_math(const lang::Call& expr, const OpSet& ops);
  Slot bit_cast(const lang::Call& expr);
  // The arguments' values, left to right, each in registers that the next ones do not change.
  std::vector<Slot> argument_values(const lang::Call& call) {
    return argument_values(call.arguments, call.is_first_before_others);
  }
  std::vector<Slot> argument_values(const std::vector<lang::ExprPtr>& arguments,
                                    bool is_first_before_others);

  // lower_collective.cpp
  Slot nothing();
  Slot without_result(Op op);
  Slot nothing_but_arguments(const lang::Call& expr);
  Slot fence(int32_t scope);
  Slot barrier_vote(const lang::Call& expr, int32_t kind);
  Slot sync_warp(const lang::Call& expr);
  Slot trap();
  Slot mbarrier(const lang::Call& expr, Op op, int32_t imm);
  Slot mbarrier_arrive(const lang::Call& expr, bool drops);
  Slot mbarrier_phase(const lang::Call& expr, bool is_of_state, bool waits);
  Slot mbarrier_pending(const lang::Call& expr);
  Slot over_members(const lang::Call& expr, Op op, int32_t kind);
  Slot shuffle(const lang::Call& expr, int32_t mode);
  Slot match_all(const lang::Call& expr);
  Slot atomic(const lang::Call& expr, Atomic kind, const OpSet& in_shared);
  Place place_behind(const lang::Expr& pointer);
  void keep_address(Place& place, const lang::Expr& next);

  // lower_matrix.cpp
  AccessSite site_of_rows(const lang::Call& call, const lang::Expr& address,
                          Operation operation) const;
  Slot load_matrices(const lang::Call& expr, Op op);
  Slot store_matrices(const lang::Call& expr, Op op);

  // lower_async.cpp
  AccessSite site_of_copy(const lang::Call& expr, uint64_t bytes) const;
  Slot copy_async(const lang::Call& expr);
  Slot wait_for_copies(const lang::Call& expr);
  Slot arrive_with_copies(const lang::Call& expr);
  Slot copy_of_operands(const lang::Call& expr, Op op, Slot pointer,
                        const std::vector<Slot>& operands, int32_t imm);
  Slot load_in_bulk(const lang::Call& expr);
  Slot store_in_bulk(const lang::Call& expr, int32_t sum);
  Slot add_in_bulk(const lang::Call& expr);
  Slot copy_box(const lang::Call& expr, Op op);
  Slot wait_for_bulk(const lang::Call& expr);

  // lower_mma.cpp
  Slot multiply_matrices(const lang::Call& expr);
  Slot multiply_doubles(const lang::Call& expr);
  Slot emit_product(Op op, uint32_t shape, const lang::Call& expr, size_t first,
                    const std::array<size_t, 4>& given);

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
    size_t objects = 0;                 // that live outside of it
    std::optional<int32_t> phase_loop;  // of a loop that holds a barrier
  };

  // The function being lowered, inlined or as a subroutine; the kernel is none.
  struct Callee {
    const lang::Function* function = nullptr;
    Slot result = 0;  // of its value
    bool is_subroutine = false;
    std::optional<Mask> returned;  // where lanes that returned early wait for the end
    size_t depth = 1;              // calls around it
    size_t objects = 0;            // that live outside of it
  };

  // What the callers of a subroutine and its body agree upon.
  struct SubroutineCall {
    std::vector<Slot> arguments;
    Slot result = 0;
    Label entry = 0;
  };

  std::shared_ptr<const lang::Unit> unit_;
  const lang::Kernel& kernel_;
  base::Budget& budget_;
  std::shared_ptr<Program> program_;
  Builder builder_;
  base::Diagnostics errors_;
  std::unordered_map<const lang::Variable*, Home> homes_;
  std::unordered_map<const lang::Variable*, GlobalVariable> globals_;  // those used
  // __device__ and __constant__ and string literals, as written.
  std::vector<const lang::Variable*> file_variables_;
  std::unordered_map<const lang::Variable*, uint64_t> constant_offsets_;
  // What references, and `this`, refer to in the calls under way, where that is known.
  std::unordered_map<const lang::Variable*, Place> referred_;
  std::vector<Target> targets_;
  // Of the blocks around.
  struct GotoLabel {
    std::string name;
    Mask left;           // collects the lanes that go there from before it
    size_t objects = 0;  // that live there
    bool is_used = false, is_passed = false;
    // Its loop, from its own statement to behind the last one that goes back; empty: none does.
    size_t begin = 0, end = 0;
    std::optional<Mask> again = {},
                        done = {};  // collect the lanes that go back, and those that are through
    Label loop = 0;
  };
  std::vector<GotoLabel> labels_;
  Callee* callee_ = nullptr;
  std::vector<SubroutineCall> subroutine_calls_;  // parallel to the program's subroutines
  std::optional<Slot> frame_base_;  // in a subroutine: register of its frame's first byte
  uint64_t local_bytes_ = 0;        // of the present frame, in use now
  uint64_t most_local_bytes_ = 0;   // of the present frame, ever
  Label boundary_ = 0;              // where lanes may come back: to go there if none is active
  bool reachable_ = true;
  uint32_t escapes_ = 0;  // break, continue and return statements lowered so far
  const lang::Stmt* statement_ = nullptr;
  const lang::Stmt* check_ = nullptr;  // of the try block around, in this function
  struct Object {
    const lang::Variable* variable = nullptr;
    const std::vector<lang::ExprPtr>* destructors = nullptr;
  };
  std::vector<Object> objects_;
  // Of host code.
  std::unordered_map<const lang::Variable*, uint64_t> host_offsets_;  // in its static memory
  std::unordered_map<std::string, uint64_t> string_offsets_;
  std::unordered_map<const lang::Function*, bool> is_inlined_;
};

}  // namespace warplens::code
