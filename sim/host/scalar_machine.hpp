// One lane that executes host code.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sim/code/program.hpp"
#include "sim/host/memory.hpp"
#include "sim/host/scalar_code.hpp"

namespace warplens::host {

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
  virtual bool read(uint64_t address, void* to, uint64_t bytes) = 0;
  virtual bool write(uint64_t address, const void* from, uint64_t bytes) = 0;
};

class ScalarMachine {
 public:
  ScalarMachine(std::shared_ptr<const code::Program> program, Memory& memory, OtherMemory& other);

  // Executes at most `budget` instructions, which it takes off.
  Stop run(uint64_t& budget);
  uint32_t number() const { return number_; }    // of the stop
  uint64_t address() const { return address_; }  // kBadAccess
  bool is_store() const { return is_store_; }    // kBadAccess
  // Of the instruction that it stopped at, or of the call of Warplens' own text that led there.
  base::Span place() const;
  uint64_t steps() const { return steps_; }

  uint32_t read_32(uint32_t slot) const { return registers_[slot]; }
  uint64_t read_64(uint32_t slot) const;
  void write_32(uint32_t slot, uint32_t value) { registers_[slot] = value; }
  void write_64(uint32_t slot, uint64_t value);

 private:
  struct CallFrame {
    uint32_t next = 0;  // index of the instruction behind the call
    uint32_t subroutine = 0;
    uint32_t frame_begin = 0, frame_end = 0;  // the caller's, in the stack
    size_t saved = 0;                         // where its registers are in saved_
  };
  bool read(uint64_t address, void* to, uint64_t bytes);
  bool write(uint64_t address, const void* from, uint64_t bytes);
  template <class T>
  bool load_vector(const ScalarInstr& instr, uint64_t address);
  template <class T>
  bool store_vector(const ScalarInstr& instr, uint64_t address);
  std::optional<Stop> execute_rare(const ScalarInstr& instr);
  bool enter(uint32_t subroutine, uint32_t next);
  uint32_t leave();

  std::shared_ptr<const code::Program> program_;
  ScalarCode code_;
  Memory& memory_;
  OtherMemory& other_;
  std::vector<uint32_t> registers_;
  std::vector<uint8_t> masks_;
  std::vector<CallFrame> stack_;
  std::vector<uint32_t> saved_;  // registers of callers of recursive functions
  uint32_t frame_begin_ = 0, frame_end_ = 0;
  uint32_t at_ = 0;  // index of the next instruction
  uint32_t stopped_at_ = 0;
  uint32_t number_ = 0;
  uint64_t address_ = 0;
  bool is_store_ = false;
  uint64_t steps_ = 0;
};

}  // namespace warplens::host
