// Host code as instructions of the processor: the lane's program (scalar_code.hpp), translated once
// it has run for a while. Registers are where the interpreter has them whenever native code ends,
// so that either goes on where the other stopped. Where there is no translator (other processors,
// builds without asmjit), the interpreter does everything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/code/program.hpp"
#include "sim/host/labels.hpp"
#include "sim/host/launch_reach.hpp"
#include "sim/host/memory.hpp"
#include "sim/host/scalar/scalar_code.hpp"

namespace warplens::host {

class ScalarMachine;

// A call of a subroutine that has not returned.
struct CallFrame {
  static constexpr uint64_t kNothing = ~uint64_t{0};
  uint32_t next = 0;  // index of the instruction behind the call
  uint32_t subroutine = 0;
  uint32_t frame_begin = 0, frame_end = 0;  // the caller's, in the stack
  uint64_t saved =
      kNothing;  // where the caller's registers were saved; nowhere if it is not recursive
};

// Of the functions that run: what is in memory for them, and the calls that led there.
struct Calls {
  uint32_t frame_begin = 0, frame_end = 0;  // of the present one, in the stack
  uint32_t depth = 0, most = 0;             // of calls: there are, there is room for
  CallFrame* frames = nullptr;
};
inline constexpr uint32_t kFrameAlignment = 16;
// Of a call, beside those of what is called.
inline constexpr int32_t kStepsOfCall = 8;

// Neighbouring bytes of managed memory. Of addresses with the same rest, one is kept.
struct PageView {
  static constexpr uint32_t kShift = 36;  // of an address: an array's window
  static constexpr uint64_t kViews = 8;   // of arrays by turns
  static size_t index_of(uint64_t address) { return (address >> kShift) % kViews; }

  uint64_t begin = Memory::first_address();  // its address. The host's own: there is none
  std::byte* bytes = nullptr;
  uint64_t last_of[4] = {};  // the last offset of a value of 1, 2, 4, 8 bytes

  // Null if not all of it is here.
  std::byte* at(uint64_t address, uint64_t size) const {
    const uint64_t offset = address - begin, last = last_of[0];
    return offset <= last && size <= last - offset + 1 ? bytes + offset : nullptr;
  }
};

// What native code reads and writes beside registers and memory. Its fields are found by their
// offsets.
struct NativeState {
  ScalarMachine* machine = nullptr;
  uint32_t* registers = nullptr;
  std::byte* memory = nullptr;  // at Memory::first_address()
  std::byte* frames = nullptr;
  uint64_t last_of[4] = {};    // the last offset in memory of a value of 1, 2, 4, 8 bytes
  uint64_t value = 0;          // on its way from or to memory that is not the program's own
  int64_t left = 0;            // of the budget [steps]
  uint32_t now = 0, next = 0;  // indices of the instruction that stops, and of the one after it
  Calls calls;
  const PageView* reads = nullptr;  // of other memory: PageView::kViews
  const PageView* writes = nullptr;
  // Where values are followed: beside memory, and beside frames.
  Label* labels = nullptr;
  Label* frame_labels = nullptr;
};

// What native code calls for what is rare. All of the machine's state but registers that it keeps
// in the processor is where it belongs then.
struct NativeCalls {
  // Of the subroutine by its index; false where the stack is full.
  bool (*enter)(ScalarMachine& machine, uint32_t subroutine, uint32_t next) = nullptr;
  uint32_t (*leave)(ScalarMachine& machine) = nullptr;  // where the caller goes on
  // NativeState::value from or to memory that is not the program's own; false: nobody's.
  bool (*load)(ScalarMachine& machine, uint64_t address, uint32_t bytes) = nullptr;
  bool (*store)(ScalarMachine& machine, uint64_t address, uint32_t bytes) = nullptr;
  // Bytes of the program's memory with a label are about to be stored to: takes it off; false if
  // that is the interpreter's to do.
  bool (*overwrite)(ScalarMachine& machine, uint64_t address, uint32_t bytes) = nullptr;
  // An instruction that is like no other. 0, or 1 + the Stop that it makes.
  uint32_t (*execute)(ScalarMachine& machine, uint32_t index) = nullptr;
};

class NativeCode {
 public:
  virtual ~NativeCode() = default;
  // From `state.next` on, where an instruction is that the lane can stop before. Returns the Stop,
  // or kInterpret: the interpreter is to go on at `state.next`, maybe in the middle of a block.
  virtual uint32_t run(NativeState& state) const = 0;
  static constexpr uint32_t kInterpret = 255;
  // By slot of a register: between blocks its value is not needed, and is not kept.
  virtual const std::vector<bool>& local_slots() const = 0;
};

// A function of the runtime that native code calls itself: it has no arguments, reads and stops
// nothing, and returns 32 bits.
struct DirectCall {
  uint32_t (*function)(void* of) = nullptr;  // null: the host's code stops at the call
  void* of = nullptr;
};

// Where things are that stay where they are; all outlives the native code.
struct NativeLayout {
  const ScalarCode& code;
  const code::Program& program;
  uint8_t* masks = nullptr;
  uint32_t* number = nullptr;   // ScalarMachine::number()
  uint64_t frames_address = 0;  // of the stack's first byte, as programs have it
  NativeCalls calls;
  // Where values are followed, else null. Native code computes only what has no label: it is begun
  // while no register has one, and leaves to the interpreter what reads one.
  const LaunchReach* reach = nullptr;
  uint32_t* turn = nullptr;              // the last jump that turned away from a launch
  std::vector<DirectCall> direct_calls;  // by Program::host_calls, or empty
};

// Null where there is no translator, or no memory for what it makes.
std::unique_ptr<NativeCode> translate_natively(const NativeLayout& layout);

}  // namespace warplens::host
