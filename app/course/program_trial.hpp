// A whole program at a case: main() is executed, then each of its launches once more with all
// checks on, as it found memory. A run under another schedule is run::SequenceRun of the same
// request, which knows the program.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/course/exercise.hpp"
#include "app/course/truth.hpp"
#include "sim/base/diagnostic.hpp"
#include "sim/base/slice.hpp"
#include "sim/prepare/program.hpp"
#include "sim/prepare/request.hpp"
#include "sim/run/run.hpp"
#include "sim/run/sequence_run.hpp"

namespace warplens::course {

// As request_of(), of a program and all its launches.
base::Result<prepare::Request, std::string> program_request(const Exercise& exercise,
                                                            const Case& at,
                                                            const std::string& text_name,
                                                            const std::string& text, uint64_t seed,
                                                            const Budget& budget);

struct ProgramTried {
  // Null: it took more stretches than it may.
  std::shared_ptr<const prepare::ReachedProgram> program;
  run::Runs launches;
  uint64_t stretches = 0;  // it took
};

class ProgramTrial {
 public:
  // How far main() goes at a time, its launches included, of the same length on any machine: what
  // it takes is counted in these.
  static constexpr uint64_t kStretch = base::Slice::kUsual;
  // `looks_at_launches`: they are executed once more. The request has Request::reached.
  ProgramTrial(prepare::Request request, uint64_t most_stretches, bool looks_at_launches = true);
  base::Progress advance(base::Slice& slice);
  // When it is done: errors of the text, as prepare::ProgramRun has them.
  base::Checked<ProgramTried> take();

 private:
  bool advance_program(base::Slice& slice);
  void end_program();

  const prepare::Request request_;
  const uint64_t most_stretches_;
  const bool looks_at_launches_;
  std::optional<prepare::ProgramRun> program_;
  std::optional<run::SequenceRun> launches_;
  ProgramTried tried_;
  base::Diagnostics errors_;
  bool is_done_ = false;
};

// The text with kernels that do nothing; nothing where a macro writes one's body.
std::optional<std::string> without_kernels(const prepare::ReachedProgram& program);

}  // namespace warplens::course
