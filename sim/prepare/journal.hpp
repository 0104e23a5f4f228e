// What a program did with the device's memory, in order: allocations, copies, launches, and what it
// wrote between them, with the arrays that each step is about as it left them. States of an array
// share the pages that did not change between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/paged_bytes.hpp"
#include "sim/base/source.hpp"
#include "sim/host/process.hpp"
#include "sim/lang/tree/type.hpp"
#include "sim/machine/context.hpp"

namespace warplens::prepare {

// Memory that a step is about: an array of the device's, a symbol, or what the host copied to or
// from at an address.
struct JournalArray {
  enum class Side : uint8_t { kHost, kDevice, kManaged, kPinned, kSymbol };
  Side side = Side::kHost;
  uint64_t bytes = 0;     // of the host's that is no block and not declared: of its largest copy
  bool is_whole = true;   // that is all of it
  std::string parameter;  // of a launch that points to it; "" where none does
  // What its elements are: a parameter's type says it; of the host's the one that it was copied to.
  // Null: nothing says it, or void. The program's unit owns it.
  const lang::Type* element = nullptr;
};

struct JournalStep {
  // kEnd: it did not end by itself.
  enum class Kind : uint8_t { kAllocate, kFree, kCopy, kFill, kLaunch, kWrite, kEnd };
  Kind kind = Kind::kAllocate;
  base::Span place;  // in the text
  uint64_t bytes = 0;
  uint8_t value = 0;                 // of kFill
  std::optional<uint32_t> to, from;  // indices of arrays
  // Of an array that it is about: all of it, or its first Journal::kShownBytes where there is no
  // room for more.
  struct Content {
    uint32_t array = 0;
    std::string parameter;    // of a launch's, that points to it
    base::PagedBytes bytes;   // as it left them
    bool is_changed = false;  // by this step
    base::PagedBytes before;  // then: as a launch found them
    // Of a copy and of a fill: the bytes that it read or wrote.
    uint64_t begin = 0, end = 0;
    // What nothing had written, as the step left it; of a launch also as that found it. Nothing
    // where values are not followed.
    host::NeverWritten unwritten, unwritten_before;
  };
  std::vector<Content> contents;
  std::optional<uint32_t> launch;  // index into ReachedProgram::launches
  bool has_failed = false;
  std::string text;  // of kWrite: what is written at one place without a pause, or its beginning
  bool is_error = false;  // ... to the program's errors, not to its output
};

struct Journal {
  static constexpr size_t kShownBytes = 256;
  static constexpr uint64_t kMostKept = uint64_t{256} << 20;  // [bytes] by all steps together
  static constexpr size_t kMostSteps = 4000;
  static constexpr size_t kShownText = 1000;  // [bytes] of a step
  std::vector<JournalArray> arrays;
  std::vector<JournalStep> steps;
  uint64_t all_steps = 0;  // kMostSteps of them are here
};

class JournalWriter {
 public:
  // `most_kept` [bytes]: as Journal::kMostKept, or less.
  explicit JournalWriter(uint64_t most_kept) : most_kept_(most_kept) {}

  // The next launch: which it is, and what its parameters point to.
  // `follower`: of the program's values; null: nobody follows them.
  void begin_launch(uint32_t index, const machine::GridContext& context,
                    const machine::GlobalMemory& memory, const host::Follower* follower);
  void note(const host::Event& event, host::Process& process);
  void note_end(base::Span place);
  Journal take();  // once

 private:
  struct Argument {
    uint64_t address = 0;
    std::string parameter;
    const lang::Type* element = nullptr;
    base::PagedBytes before;  // of its array
    host::NeverWritten unwritten;
  };

  void write(const host::Event& event);
  JournalStep* add(JournalStep::Kind kind);
  uint32_t array_at(uint64_t address, uint64_t bytes, const host::Process& process);
  // Of what it holds now; null where that cannot be read. `found`: as a launch found it.
  JournalStep::Content* note_content(JournalStep& step, uint32_t array,
                                     const host::Process& process, const Argument* found = nullptr);
  host::NeverWritten unwritten_of(uint32_t array, const host::Process& process);
  std::optional<base::PagedBytes> content_of(uint32_t array, const host::Process& process) const;
  void note_copied(JournalStep& step, const host::Event& event, const host::Process& process);
  void note_arguments(JournalStep& step, host::Process& process);

  Journal journal_;
  std::vector<uint64_t> addresses_;                          // where each array begins
  std::vector<base::PagedBytes> latest_;                     // what was noted of each last
  std::map<uint32_t, host::NeverWritten> latest_unwritten_;  // the same of the host's
  const uint64_t most_kept_;
  uint64_t kept_ = 0;                           // [bytes] by all steps, as kMostKept counts them
  std::map<uint64_t, uint32_t> device_, host_;  // arrays by where they begin
  std::vector<Argument> arguments_;             // of the next launch
  std::optional<uint32_t> launch_;
};

}  // namespace warplens::prepare
