// One lane that executes host code.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sim/code/program.hpp"
#include "sim/host/labels.hpp"
#include "sim/host/launch_reach.hpp"
#include "sim/host/memory.hpp"
#include "sim/host/scalar/native_code.hpp"
#include "sim/host/scalar/scalar_code.hpp"

namespace warplens::host {

class Follower;

// Why the lane stops. The next call of run() goes on behind the instruction.
enum class Stop : uint8_t {
  kBudget,
  kCall,       // HostCall: number
  kLaunch,     // Launch: number
  kPrint,      // Print: number
  kEnd,        // of the program
  kBadAccess,  // an address that is not the program's
  kDivision,   // of an integer by 0
  kAssert,     // number: index into Program::asserts
  kStackFull,
  kDeviceOnly,  // an instruction of a warp, which no host has
};

// What is at addresses that are not the host's: managed memory.
class OtherMemory {
 public:
  virtual ~OtherMemory() = default;
  // Pages that the host reached last and reaches again, until read() or write() is called or what
  // they are in changes.
  virtual const PageView* reads() const = 0;
  virtual const PageView* writes() const = 0;
  virtual bool read(uint64_t address, void* to, uint64_t bytes) = 0;
  virtual bool write(uint64_t address, const void* from, uint64_t bytes) = 0;
  // Of bytes that the host reads; for bytes that it has written. Asked where values are followed.
  virtual Label label(uint64_t address, uint64_t bytes) = 0;
  virtual void put_label(uint64_t address, uint64_t bytes, Label label) = 0;
};

class ScalarMachine {
 public:
  // `native_after`: steps after which the program is translated to the processor's instructions.
  ScalarMachine(std::shared_ptr<const code::Program> program, Memory& memory, OtherMemory& other,
                uint64_t native_after);
  ScalarMachine(const ScalarMachine&) = delete;
  ScalarMachine& operator=(const ScalarMachine&) = delete;

  // Labels of values are carried along from now on; before the first instruction.
  void follow(Follower& follower);
  // The branch that turned away last from a launch of its function, and that launch. If followed.
  struct Turn {
    base::Span branch, launch;
  };
  std::optional<Turn> last_turn() const;

  // Executes instructions until about `budget` are done, which it takes off. How many they are does
  // not depend on who executes them, nor on the budget.
  Stop run(uint64_t& budget);
  uint32_t number() const { return number_; }    // of the stop
  uint64_t address() const { return address_; }  // kBadAccess
  bool is_store() const { return is_store_; }    // kBadAccess
  // Of the instruction that it stopped at, or of the call in the user's own text that led there.
  base::Span place() const { return own_place_of(stopped_at_); }
  uint64_t steps() const { return steps_; }
  // The same by the time that they take: one that is interpreted takes several times as long.
  uint64_t work() const { return native_steps_ + kWorkOfInterpreted * (steps_ - native_steps_); }

  uint32_t read_32(uint32_t slot) const { return registers_[slot]; }
  uint64_t read_64(uint32_t slot) const;
  // By Program::host_calls; before it runs.
  void call_directly(std::vector<DirectCall> calls) { direct_calls_ = std::move(calls); }
  void write_32(uint32_t slot, uint32_t value) { registers_[slot] = value; }
  void write_64(uint32_t slot, uint64_t value);
  // All that there are, those of waiting callers among them.
  std::vector<uint32_t> all_registers() const;
  // Of a register; 0 where values are not followed.
  Label label(uint32_t slot) const { return follower_ == nullptr ? Label{0} : labels_[slot]; }
  void put_label(uint32_t slot, Label label) {
    if (follower_ == nullptr) return;
    labels_[slot] = label;
    if (label != 0) has_labels_ = true;
  }

 private:
  bool read(uint64_t address, void* to, uint64_t bytes);
  bool write(uint64_t address, const void* from, uint64_t bytes);
  template <class T>
  bool load_vector(const ScalarInstr& instr, uint64_t address);
  template <class T>
  bool store_vector(const ScalarInstr& instr, uint64_t address);
  std::optional<Stop> execute_rare(const ScalarInstr& instr);
  base::Span own_place_of(uint32_t index) const;
  template <bool kFollows>
  Stop run_as(uint64_t& budget);
  std::optional<Stop> run_natively(uint64_t& budget);
  void note_steps(int64_t steps, uint64_t& budget);
  Stop run_interpreted(uint64_t most, uint64_t& budget);
  bool has_labels();
  void make_native();
  static NativeCalls native_calls();
  Label label_at(uint64_t address, uint64_t bytes);
  void put_label_at(uint64_t address, uint64_t bytes, Label label);
  bool enter(uint32_t subroutine, uint32_t next);
  uint32_t leave();

  std::shared_ptr<const code::Program> program_;
  ScalarCode code_;
  Memory& memory_;
  OtherMemory& other_;
  std::vector<uint32_t> registers_;
  std::vector<uint8_t> masks_;
  std::vector<CallFrame> stack_;  // room for more than there are
  std::vector<uint32_t> saved_;   // registers of callers of recursive functions
  Follower* follower_ = nullptr;
  std::optional<LaunchReach> reach_;  // if followed
  static constexpr uint32_t kNoTurn = 0xffffffff;
  uint32_t turn_ = kNoTurn;                   // the last jump that turned away from a launch
  std::vector<Label> labels_, saved_labels_;  // parallel to registers_, saved_; if followed
  static constexpr uint64_t kNever = ~uint64_t{0};
  uint64_t native_after_ = 0;
  std::vector<DirectCall> direct_calls_;
  std::unique_ptr<NativeCode> native_;  // once it is made
  NativeState native_state_;
  bool has_labels_ = true;    // registers may have
  std::vector<Label> kept_;   // by slot: 0 of what native code does not keep between blocks
  uint64_t interpreted_ = 0;  // steps before labels are looked for again
  uint32_t at_ = 0;           // index of the next instruction
  uint32_t stopped_at_ = 0;
  uint32_t number_ = 0;
  uint64_t address_ = 0;
  bool is_store_ = false;
  static constexpr uint64_t kWorkOfInterpreted = 10;
  uint64_t steps_ = 0, native_steps_ = 0;  // all, and those of native code
};

}  // namespace warplens::host
