// A kernel as warp bytecode, with everything needed to get from an instruction back to the text.
//
// A register is 32 lanes wide. Slots are 128 bytes (32 x 4); a 64-bit value takes two consecutive
// slots and is addressed by the first. Masks (which lanes are active) are 32-bit scalars in mask
// registers of their own. Made by lower() (lower.hpp), executed by sim/machine, printed by
// disassemble() (disassemble.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/source.hpp"
#include "sim/code/operation.hpp"
#include "sim/lang/tree/unit.hpp"

namespace warplens::code {

using base::Span;

// What an instruction does: opcodes.hpp, which only who executes or makes instructions includes.
enum class Op : uint16_t;

// 16 bytes. opcodes.hpp states for each opcode what dst, a, b, c and imm mean.
struct Instr {
  Op op;
  uint16_t dst = 0;
  uint16_t a = 0;
  uint16_t b = 0;
  uint16_t c = 0;
  int32_t imm = 0;
};

inline constexpr uint32_t kNoSite = 0xffffffff;

// One place in the text that touches shared or global memory; the instruction of an access carries
// its index. `x op= y` and `x++` are two sites with the same span.
struct AccessSite {
  Span span;  // the accessing expression: `tile_m[threadIdx.y][k]`
  Operation operation = Operation::kLoad;
  Atomic atomic = Atomic::kNone;
  uint8_t bytes = 4;                 // per lane: 1, 2, 4, 8, 16
  bool is_volatile = false;          // the accessed place is volatile
  bool passes_by_l1 = false;         // a copy that is not cached in L1 (cp.async.cg)
  bool is_matrix = false;            // rows of matrices, which all lanes of a warp move together
  bool gives_source_bytes = false;   // a copy that says how many bytes of the source are read
  const lang::Type* type = nullptr;  // of the value
  const lang::Expr* lvalue =
      nullptr;  // the expression that names the place (Index, Dereference, VariableRef)
  const lang::Variable* root =
      nullptr;  // the array or pointer variable the text names; null if it is computed
  const lang::Stmt* statement = nullptr;  // the innermost statement around it
  uint32_t pc = 0;
  uint32_t frame = 0;  // index into Program::frames
};

// A subscript of an access to an array of several dimensions.
struct Subscript {
  static constexpr uint32_t kKnown = 0xffffffff;
  uint64_t extent = 0;               // of its dimension; 0: a pointer's or a dynamic array's
  const lang::Type* type = nullptr;  // of the index
  uint32_t pc = kKnown;  // of the instruction that scales it, and reads it in b (Scale32: in a)
  int64_t value = 0;     // kKnown: the index itself
};

// An access whose text has an index for each of two dimensions or more.
struct SubscriptedAccess {
  uint32_t pc = 0;
  Span span;                          // of the place: `tile[r][c]`
  std::string array;                  // as the text names it; empty if it is computed
  std::vector<Subscript> subscripts;  // outermost first
};

// One function's text as it is in the program: [0] is the kernel; every other is one call,
// inlined, or a recursive function, which is in it once.
struct Frame {
  const lang::Function* function = nullptr;
  Span call;            // the text of the call; of a recursive function: of the first one
  uint32_t parent = 0;  // the frame that holds the call
  bool is_subroutine = false;
};

// Where a variable lives. A record in registers has its leaves (lang::leaves_of) in order, in slots
// that follow each other, each leaf in one or two.
struct VariableHome {
  const lang::Variable* variable = nullptr;
  enum class Place : uint8_t { kRegister, kLocalMemory, kSharedMemory } place = Place::kRegister;
  uint32_t slot = 0;    // kRegister: first slot
  uint32_t offset = 0;  // kLocalMemory: byte in the thread's frame (of a subroutine: from the
                        // frame's present base); kSharedMemory: byte in the block's shared memory
  uint32_t frame = 0;   // index into Program::frames: whose variable it is
};

// A loop whose iterations are phases (it is the innermost around a barrier).
struct PhaseLoop {
  Span span;
  const lang::Loop* loop = nullptr;
};

struct SharedArray {
  std::string name;
  const lang::Type* type = nullptr;  // dynamic: the array type with count 0
  uint32_t offset = 0;               // [bytes] in the block's shared memory
  uint32_t bytes = 0;                // dynamic: 0 here, the launch determines it
  bool is_dynamic = false;
};

// A __device__ or __constant__ variable that the program uses. A __device__ one is an array of
// global memory, whose address the launch writes to a register; a __constant__ one is at a fixed
// offset of constant memory.
struct GlobalVariable {
  const lang::Variable* variable = nullptr;
  bool is_constant = false;
  uint32_t slot = 0;    // __device__: register of its address, written before the kernel starts
  uint32_t offset = 0;  // __constant__: [bytes] in constant memory
};

// A recursive function: called by Op::kCall, where registers and mask registers of its range are
// saved for the caller.
struct Subroutine {
  const lang::Function* function = nullptr;
  uint32_t frame = 0;  // index into Program::frames
  uint32_t entry = 0;  // pc
  uint32_t first_slot = 0, end_slot = 0;
  uint32_t first_mask = 0, end_mask = 0;
  uint32_t local_bytes = 0;  // its frame of local memory
};

// A printf of the text: what Op::kPrint prints, with the arguments' registers.
// Or a launch in a kernel, which the host begins once the grid has ended: what it is given are the
// numbers of the grid and of the block, three each, the bytes of shared memory, and the leaves of
// the arguments.
struct PrintSite {
  Span span;
  std::string format;
  std::string launched;  // lang::Kernel::name; nothing is printed then
  struct Argument {
    const lang::Type* type = nullptr;
    uint32_t slot = 0;
  };
  std::vector<Argument> arguments;
};

// A value in registers: of a record one for each leaf.
struct HostArgument {
  const lang::Type* type = nullptr;  // scalar or pointer
  uint32_t slot = 0;
};

// A call in host code of a function that has no body: one that the host's runtime provides
// (lang::Function::is_provided), or one whose text is refused (lang::Function::errors).
struct HostCallSite {
  Span span;
  const lang::Function* function = nullptr;
  std::vector<HostArgument> arguments;
  uint32_t result = 0;  // slot, unless the function returns void
};

// A launch in host code.
struct LaunchSite {
  Span span;
  std::string kernel;                   // lang::Kernel::name
  uint32_t grid = 0, block = 0;         // slots of three numbers each
  std::optional<uint32_t> shared;       // slot of a 64-bit number [bytes]; nothing: 0
  std::optional<uint32_t> stream;       // slot of a handle; nothing: the default stream
  std::vector<HostArgument> arguments;  // as the kernel's Program::parameters
};

// An assert of the text, or a __trap() (text empty).
struct AssertSite {
  Span span;
  std::string text;
};

// A variable in the thread's frame. Instructions that access one directly hold its index in c.
struct LocalArray {
  const lang::Variable* variable = nullptr;  // null: the frame as a whole
  uint32_t begin = 0, end = 0;               // [bytes] in the frame
};

// A variable of the kernel or of an inlined call that is declared without a value. From its
// declaration on nothing has written it, in the lanes that are active there.
struct BareDeclaration {
  const lang::Variable* variable = nullptr;
  // Of the instruction behind the declaration. A jump may lead there, too, past the declaration.
  uint32_t pc = 0;
  bool is_local = false;  // in the frame; else in registers
  uint32_t slot = 0;      // in registers: the first
  uint32_t offset = 0;    // in the frame [bytes]
};

// An array that a subroutine of host code declares without a value.
struct BareArray {
  const lang::Variable* variable = nullptr;
  uint32_t frame = 0;   // index into Program::frames
  uint32_t offset = 0;  // in the subroutine's frame [bytes]
};

// A parameter, or of one that is a record each leaf of it, in order.
struct Parameter {
  std::string name;                  // "n", "v.x"
  const lang::Type* type = nullptr;  // scalar or pointer
  uint32_t slot = 0;                 // register written before the kernel starts
};

// An array of host code that is a static variable. Behind it, and behind arrays on the host's
// stack, some bytes are nobody's: so an index that is too large is found.
struct StaticArray {
  const lang::Variable* variable = nullptr;
  uint64_t offset = 0;  // behind kHostStaticOffset [bytes]
};
inline constexpr uint64_t kHostArrayGap = 16;  // [bytes]

struct Program {
  std::shared_ptr<const lang::Unit> unit;  // keeps types, variables and text alive
  const lang::Kernel* kernel = nullptr;

  std::vector<Instr> instrs;
  std::vector<Span> spans;         // parallel to instrs: the expression or statement each came from
  std::vector<uint32_t> sites_of;  // parallel to instrs: index into sites, or kNoSite
  std::vector<uint32_t> frames_of;  // parallel to instrs: index into frames
  // By site: pointer_sources.hpp. Empty: not known.
  std::vector<uint64_t> pointer_sources;
  std::vector<uint64_t> constants;  // bit patterns for kConst instructions

  uint32_t register_slots = 0;
  uint32_t mask_registers = 0;
  uint32_t local_bytes = 0;          // a thread's frame of arrays and address-taken variables
  uint32_t static_shared_bytes = 0;  // where the dynamic array starts (aligned)

  std::vector<Parameter> parameters;
  std::vector<LocalArray> local_arrays;  // [0] is the whole frame
  std::vector<SharedArray> shared;       // in order of declaration, the dynamic one last
  std::vector<AccessSite> sites;
  std::vector<VariableHome> homes;                 // every parameter and local
  std::vector<BareDeclaration> bare_declarations;  // by pc; of functions of the text
  std::vector<SubscriptedAccess> subscripted;      // by ascending pc
  std::vector<uint32_t> two_sided;  // pcs of the If of if statements with an else, ascending
  // Sums, differences and products that a compiler may round together with another one: the pcs of
  // their additions, subtractions and multiplications, ascending; those of 16-bit floats, computed
  // as float, apart. fuse_sums() makes Fuseds of some.
  std::vector<uint32_t> fusible, small_fusible;
  std::vector<PhaseLoop> phase_loops;
  std::vector<Frame> frames;            // [0] is the kernel
  std::vector<GlobalVariable> globals;  // in the order of lang::Unit::globals, only those used
  uint32_t constant_bytes = 0;          // of constant memory used; at most 64 KiB
  std::vector<Subroutine> subroutines;
  std::vector<PrintSite> prints;
  std::vector<AssertSite> asserts;

  // Of host code.
  std::vector<BareArray> bare_arrays;
  std::vector<HostCallSite> host_calls;
  std::vector<LaunchSite> launches;
  std::vector<const lang::Variable*> symbols;  // kSymbolPointerBase
  // Static variables and literals, from kHostPointerBase + kHostStaticOffset on; all that follows
  // the given bytes is zero.
  std::vector<uint8_t> host_static;
  uint64_t host_static_bytes = 0;
  std::vector<StaticArray> static_arrays;  // that are in it
};

// The first bytes of the host's memory belong to nothing.
inline constexpr uint64_t kHostStaticOffset = 4096;

}  // namespace warplens::code
