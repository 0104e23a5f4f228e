// A program of host code while it runs: main() on one lane, what it calls of the C library and
// CUDA's runtime, its files.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/base/sliced.hpp"
#include "sim/base/source.hpp"
#include "sim/code/program.hpp"
#include "sim/host/device.hpp"
#include "sim/host/files.hpp"
#include "sim/host/follower.hpp"
#include "sim/host/memory.hpp"
#include "sim/host/random.hpp"
#include "sim/host/scalar/scalar_machine.hpp"

namespace warplens::host {

// What host code does with the device's memory, and what it writes, reported as it happens: for a
// picture of a program.

struct Event {
  enum class Kind : uint8_t { kAllocate, kFree, kCopy, kFill, kLaunch, kWrite };
  Kind kind = Kind::kAllocate;
  base::Span place;                      // of the user's text
  uint64_t to = 0, from = 0, bytes = 0;  // addresses; `from` of a copy alone, none of a launch
  bool has_failed = false;               // the call returned an error, and did nothing
  uint8_t value = 0;                     // of each byte, of kFill
  std::string_view text;                 // of kWrite: what the program wrote
  bool is_error = false;                 // ... to its errors, not to its output
};

class Exploration;
class Process;

// One call of a function that the runtime provides: its arguments, and what it does them to.
class Call {
 public:
  Call(Process& of, ScalarMachine& machine, const code::HostCallSite& site)
      : process(of), machine_(machine), site_(site) {}

  size_t size() const { return site_.arguments.size(); }
  uint64_t bits(size_t argument) const;  // 32-bit numbers in the lower half
  int32_t number(size_t argument) const { return static_cast<int32_t>(bits(argument)); }
  double real(size_t argument) const;
  // Of pointers, to managed and pinned memory as well. A bad one ends the program as an access to
  // it would.
  std::string text(size_t argument) const;
  std::byte* bytes(size_t argument, uint64_t count) const;            // to be written
  void store(size_t argument, uint64_t value, uint64_t bytes) const;  // *pointer = value
  void store_at(uint64_t address, uint64_t value, uint64_t bytes) const;
  uint64_t load_at(uint64_t address, uint64_t bytes) const;
  // Of pointers whose bytes are read alone, and whether what the program writes depends on them.
  const std::byte* read_bytes(size_t argument, uint64_t count) const;
  void prints(size_t argument) const;
  base::Span span() const { return machine_.place(); }
  // From an argument on, as printf takes them.
  std::string formatted(size_t format) const;
  // The same of arguments in memory, words of 8 bytes from an address on.
  std::string formatted_of(size_t format, uint64_t arguments) const;

  // Once the function has returned.
  void finish();

  Process& process;
  // What is left to do when the function has returned; its result is the call's. Nothing of it is
  // done by finish(), and the call is no more when it begins.
  std::optional<base::Sliced<uint64_t>> rest;

 private:
  // A copy of bytes of managed or pinned memory, which is no one range of the host's.
  struct Copied {
    uint64_t address = 0;
    std::vector<std::byte> bytes;
    bool is_written = false;
  };
  std::vector<uint64_t> arguments_of(const std::string& pattern, size_t format) const;
  std::byte* copy_of(uint64_t address, uint64_t count, bool is_written) const;

  ScalarMachine& machine_;
  const code::HostCallSite& site_;
  mutable std::list<Copied> copied_;
};

// What a function of the runtime does; returns its result's bits.
using Provided = uint64_t (*)(Call& call);

// Why a program ends: exit(), or what stops it.
struct End {
  int status = 0;
  // What the shell or the runtime says of it, "Segmentation fault"; empty: nothing.
  std::string message;
  std::optional<base::Diagnostic> refused;  // a construct that is not supported was reached
  bool is_cut = false;                      // it met a limit of steps
  base::Span place;                         // of the user's text
};

class Process {
 public:
  struct Options {
    std::vector<std::string> arguments;       // argv, the program's name first
    uint64_t most_bytes = uint64_t{8} << 30;  // of the host's memory
    uint64_t step_limit = 0;                  // of host code; 0: none
    // The same of ScalarMachine::work(), and of what launches and copies take in such steps.
    uint64_t work_limit = 0;
    uint64_t output_limit = 0;  // of what it writes to its streams [bytes]; 0: none
    // Steps of host code that are interpreted before it is translated to the processor's
    // instructions: of a short program that would take longer than it saves.
    uint64_t native_after = 20'000;
    bool follows = false;  // mistakes() are to be found: it takes longer
    // What std::random_device draws and the day's clock begins with: other numbers for each.
    uint64_t seed = 0;
    bool real_clock = false;  // this computer's, instead of one that counts steps
    // The program is executed to learn its launches (exploration.hpp), which outlives it; null:
    // not.
    Exploration* exploration = nullptr;
    // Gets the notices of the run, beside the program's own output, each sentence once.
    std::function<void(const std::string&)> notice;
    // Called once each has happened; one to free, before it. May be empty.
    std::function<void(const Event&)> event;
    Device::Options device;
    Files::Options files;
  };
  // The unit has a program (lang::compile_program).
  static base::Checked<std::unique_ptr<Process>> start(std::shared_ptr<const lang::Unit> unit,
                                                       Options options);

  // Goes on until the slice is over or the program has ended. Of calls, launches are cut, and the
  // work that streams are given. Where it meets its limits does not depend on the slices.
  base::Progress advance(base::Slice& slice);
  bool is_in_call() const { return going_on_.has_value(); }
  const End& end() const { return *end_; }
  uint64_t steps() const { return machine_.steps(); }  // of host code, so far
  // Of host code, launches and copies, so far (Options::work_limit).
  uint64_t work() const { return machine_.work() + device.work(); }
  // What the program did wrong with the device and its memory, in order of their first occurrence,
  // once it has ended. None where values are not followed.
  std::vector<Mistake> mistakes() const;

  // Of a program that is the call of a function (lang::HostProgram::is_call): what it is called
  // with, before it begins.
  const code::Program& program() const { return *program_; }
  void give(const std::vector<uint64_t>& parameter_bits);  // by code::Program::parameters
  // Of an exploration: values that stand for parameters that nobody knows.
  void give_unknown();

  // What calls of the runtime use.
  Memory memory;
  Device device;
  Files files;
  Random random;
  std::map<uint64_t, uint64_t> events;  // by handle: when each was recorded [ns]
  // The variable that a pointer of code::kSymbolPointerBase names; null if it is none.
  const lang::Variable* symbol(uint64_t index) const;
  // The name of the kernel that a handle names; null if it is none.
  const std::string* kernel_of(uint64_t handle) const;
  // Ends the program where the kernel is refused. While work is captured, it is kept.
  base::Sliced<Error> launch(Launched launched);
  // Ends the program: it has reached what is not supported.
  void refuse(const base::Diagnostic& error);
  // Work that streams are given later: what a graph holds, by its handle, and the graph that is
  // captured at present.
  using Work = std::function<base::Sliced<Error>()>;
  std::map<uint64_t, std::vector<Work>> graphs;
  std::optional<uint64_t> captured;
  uint64_t new_handle();
  // Of the program's clock, since it began; or since 1970.
  uint64_t nanoseconds() const;
  uint64_t nanoseconds_of_day() const;
  // The program is given a time: a notice says once that nothing was measured.
  void tell_time();
  uint64_t entropy();  // of std::random_device
  void sleep(uint64_t nanoseconds) { slept_ += nanoseconds; }
  // Of a pointer to characters, for printf; "(null)" for null.
  std::string string_at(uint64_t address);
  // The characters before the 0 there; nothing where they are not the host's.
  std::optional<std::string> text_at(uint64_t address);
  uint64_t kept_text(std::string_view text);  // the address of a text that stays
  // An event at the place that is executed.
  void tell(Event::Kind kind, uint64_t to, uint64_t from, uint64_t bytes, bool has_failed = false,
            uint8_t value = 0);
  // To who runs the program, beside its own output (Options::notice).
  void say_once(const std::string& sentence);
  // Who is notified of what calls do; null where values are not followed.
  Follower* follower() const { return follower_.get(); }

 private:
  Process(std::shared_ptr<const lang::Unit> unit, std::shared_ptr<const code::Program> program,
          Options options);
  std::vector<DirectCall> direct_calls();
  Device::Options device_options(const Options& of);
  Files::Options files_options(Files::Options options, bool has_listener);
  void bind_arguments();
  bool is_over_limit() const;
  void cut_over_limit();
  void cut(std::string message);
  void handle(Stop stop);
  void call();
  // In an exploration. (process_exploration.cpp)
  void forget_arguments(const std::vector<uint64_t>& addresses);
  uint64_t stand_in(const code::Parameter& parameter);
  void pass_over(const code::HostCallSite& site);
  bool has_unknown(const code::HostCallSite& site) const;
  bool makes_unknown(const code::HostCallSite& site) const;
  void note_launch(const code::LaunchSite& site, Launched launched);
  void launch();
  base::Sliced<> launch_of_text(Launched launched);
  void print();
  void end_with(int status, std::string message);
  void fault(uint64_t address);
  std::string place() const;  // "file.cu:12"

  // What a call of the text calls, looked up once.
  struct Callee {
    Provided function = nullptr;
    bool is_void = false, is_wide = false, returns_errors = false;
  };
  static Callee callee_of(const lang::Function& function);
  // A call that was made, as it ends.
  struct Made {
    const code::HostCallSite& site;
    const Callee& callee;
    Label label = 0;      // of its result, where it does not fail
    uint32_t arrays = 0;  // of the device's, before it
  };
  void end_call(const Made& made, uint64_t result);
  base::Sliced<> go_on(Made made, base::Sliced<uint64_t> rest);

  std::shared_ptr<const lang::Unit> unit_;
  std::shared_ptr<const code::Program> program_;
  std::vector<Callee> callees_;  // by code::Program::host_calls
  Options options_;
  ScalarMachine machine_;
  std::unique_ptr<Follower> follower_;
  Label unknown_ = 0;  // of values that are not known, in an exploration
  std::map<std::string, uint64_t, std::less<>> kept_texts_;
  uint64_t handles_ = 0, slept_ = 0, drawn_ = 0;
  uint64_t begin_ = 0;  // of the real clock [nanoseconds]
  std::set<std::string> said_;
  std::optional<End> end_;
  // Between looks at the limits of what makes no calls. [steps of host code]
  static constexpr uint64_t kStretch = base::Slice::kUsual * 16;
  uint64_t next_look_ = 0;                  // by steps()
  std::optional<base::Sliced<>> going_on_;  // a call that was cut, or a launch of the text
};

// Thrown by calls: an access of the program to memory that is not its own, and the end of it.
struct BadPointer {
  uint64_t address = 0;
};
struct ProgramEnds {
  End end;
};

}  // namespace warplens::host
