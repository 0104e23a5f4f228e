// Another program as a child process, talked to by lines: what worker.cpp needs of the system, and
// all that this program knows of processes. process_posix.cpp, or process_none.cpp where a system
// has none. Nothing here waits longer than it is told to, and no signal is raised by a child that
// is gone.
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
  // `command` is looked for as a shell does; empty: this program itself, as `warplens
  // measure-child`. The child is the head of a process group of its own, has no file open but its
  // three, and gets of this process's environment what environment.hpp allows. Errors: the system's
  // words.
  static base::Result<std::unique_ptr<Process>, std::string> start(
      const std::vector<std::string>& command);
  // Ends the child's whole process group at once.
  virtual ~Process() = default;
  Process() = default;
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // Writes of `pending_input` what the child takes and gathers what it says, for `wait_ms` at most;
  // returns earlier if something happened.
  virtual void exchange(std::string& pending_input, int wait_ms) = 0;
  // The next whole line of its standard output, without the line break.
  virtual std::optional<std::string> next_line() = 0;
  // Bytes of a line that has not ended yet.
  virtual size_t unfinished_bytes() const = 0;
  // It is gone, and all its output is here.
  virtual bool has_ended() const = 0;
  // Of one that has ended: "with exit status 3", "by signal 11 (Segmentation fault)".
  virtual std::string how_it_ended() const = 0;
  virtual bool has_succeeded() const = 0;  // ended with exit status 0
  // It was ended because it took more processor time than it may.
  virtual bool used_up_its_time() const = 0;
  // The end of what it wrote to its standard error.
  virtual std::string last_words() const = 0;
  // Ends its input and waits for it to end by itself, for `wait_ms` at most.
  virtual void finish(int wait_ms) = 0;
};

}  // namespace warplens::measure
