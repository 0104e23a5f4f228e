// What a program did with the device's memory, in order: allocations, copies, launches, and what it
// wrote between them, with the beginning of each array that a step changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/scalar.hpp"
#include "sim/base/source.hpp"
#include "sim/host/process.hpp"
#include "sim/machine/context.hpp"

namespace warplens::prepare {

// Memory that a step is about: an array of the device's, a symbol, or what the host copied to or
// from at an address.
struct JournalArray {
  enum class Side : uint8_t { kHost, kDevice, kManaged, kPinned, kSymbol };
  Side side = Side::kHost;
  uint64_t bytes = 0;     // of the host's outside of its heap: of its largest copy
  bool is_whole = true;   // that is all of it
  std::string parameter;  // of a launch that points to it; "" where none does
  // What its elements are: a parameter's type says it; of the host's the one that it was copied to.
  std::optional<base::Scalar> element;
};

struct JournalStep {
  enum class Kind : uint8_t { kAllocate, kFree, kCopy, kFill, kLaunch, kWrite };
  Kind kind = Kind::kAllocate;
  base::Span place;  // in the text
  uint64_t bytes = 0;
  uint8_t value = 0;                 // of kFill
  std::optional<uint32_t> to, from;  // indices of arrays
  // Of arrays that it is about, as it left them: the first Journal::kShownBytes, or fewer.
  struct Content {
    uint32_t array = 0;
    std::string parameter;  // of a launch's, that points to it
    std::vector<std::byte> first;
    bool is_changed = false;  // by this step
  };
  std::vector<Content> contents;
  std::optional<uint32_t> launch;  // index into ReachedProgram::launches
  bool has_failed = false;
  std::string text;  // of kWrite: what is written at one place without a pause, or its beginning
};

struct Journal {
  static constexpr size_t kShownBytes = 256;
  static constexpr size_t kMostSteps = 4000;
  static constexpr size_t kShownText = 1000;  // [bytes] of a step
  std::vector<JournalArray> arrays;
  std::vector<JournalStep> steps;
  uint64_t all_steps = 0;  // kMostSteps of them are here
};

class JournalWriter {
 public:
  // The next launch: which it is, and what its parameters point to.
  void begin_launch(uint32_t index, const machine::GridContext& context,
                    const machine::GlobalMemory& memory);
  void note(const host::Event& event, host::Process& process);
  Journal take();  // once

 private:
  void write(const host::Event& event);
  JournalStep* add(JournalStep::Kind kind);
  uint32_t array_at(uint64_t address, uint64_t bytes, const host::Process& process);
  void note_content(JournalStep& step, uint32_t array, bool is_changed, host::Process& process);
  void note_arguments(JournalStep& step, host::Process& process);

  struct Argument {
    uint64_t address = 0;
    std::string parameter;
    std::optional<base::Scalar> element;
    std::vector<std::byte> first;  // of its array, before the launch
  };
  Journal journal_;
  std::vector<uint64_t> addresses_;             // where each array begins
  std::map<uint64_t, uint32_t> device_, host_;  // arrays by where they begin
  std::vector<Argument> arguments_;             // of the next launch
  std::optional<uint32_t> launch_;
};

}  // namespace warplens::prepare
