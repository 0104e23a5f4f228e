// Another program as a child process that reads and writes lines: the only interface of this
// program to processes. Implemented in process_posix.cpp, or process_none.cpp for systems without
// processes. Waits are bounded by their parameters, and a child that has ended raises no signal.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/result.hpp"

namespace warplens::measure {

// The command that starts this program again, as `warplens WHAT`.
std::vector<std::string> this_program(const char* what);

class Process {
 public:
  // `command` is searched for as by a shell; empty: this program itself, as `warplens
  // measure-child`. The child leads a process group of its own, has only its three standard files
  // open, and gets the part of the environment that environment.hpp allows. Errors: the system's
  // message.
  static base::Result<std::unique_ptr<Process>, std::string> start(
      const std::vector<std::string>& command);
  // Ends the child's whole process group at once.
  virtual ~Process() = default;
  Process() = default;
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // Writes as much of `pending_input` as the child accepts and collects its output, for `wait_ms`
  // at most; returns earlier if anything happened.
  virtual void exchange(std::string& pending_input, int wait_ms) = 0;
  // The next whole line of its standard output, without the line break.
  virtual std::optional<std::string> next_line() = 0;
  // Bytes of a line that has not ended yet.
  virtual size_t unfinished_bytes() const = 0;
  // The child has ended, and all its output has been read.
  virtual bool has_ended() const = 0;
  // After has_ended(): "with exit status 3", "by signal 11 (Segmentation fault)".
  virtual std::string how_it_ended() const = 0;
  virtual bool has_succeeded() const = 0;  // ended with exit status 0
  // It was ended for exceeding its limit of processor time.
  virtual bool used_up_its_time() const = 0;
  // The end of what it wrote to its standard error.
  virtual std::string last_words() const = 0;
  // Ends its input and waits for it to end by itself, for `wait_ms` at most.
  virtual void finish(int wait_ms) = 0;
};

}  // namespace warplens::measure
