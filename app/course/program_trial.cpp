#include "app/course/program_trial.hpp"

#include <functional>
#include <set>
#include <utility>

#include "app/course/inputs.hpp"
#include "sim/lang/tree/unit.hpp"

namespace warplens::course {

base::Result<prepare::Request, std::string> program_request(const Exercise& exercise,
                                                            const Case& at,
                                                            const std::string& text_name,
                                                            const std::string& text, uint64_t seed,
                                                            const Budget& budget) {
  base::Result<prepare::Request, std::string> request =
      request_of(exercise, at, text_name, text, seed, budget);
  if (!request) return request;
  request->launch.defines.push_back({kSeedMacro, std::to_string(program_seed(at, seed))});
  request->read_file = nullptr;
  request->program.emplace().count = prepare::kMostReached;
  request->reached = std::make_shared<prepare::ReachedPrograms>();
  return request;
}

ProgramTrial::ProgramTrial(prepare::Request request, uint64_t most_stretches,
                           bool looks_at_launches)
    : request_(std::move(request)),
      most_stretches_(most_stretches),
      looks_at_launches_(looks_at_launches) {
  program_.emplace(request_);
}

base::Progress ProgramTrial::advance(base::Slice& slice) {
  while (!is_done_) {
    if (slice.is_over()) return base::Progress::kMore;
    if (program_) {
      if (advance_program(slice)) end_program();
    } else {
      if (launches_->advance(slice) == base::Progress::kMore) return base::Progress::kMore;
      base::Checked<run::Runs> launches = launches_->take();
      if (launches)
        tried_.launches = std::move(*launches);
      else
        errors_ = std::move(launches.error());
      is_done_ = true;
    }
  }
  return base::Progress::kDone;
}

// Whether it has ended.
bool ProgramTrial::advance_program(base::Slice& slice) {
  base::Slice stretch(kStretch, slice.cancelled());
  const base::Progress progress = program_->advance(stretch);
  slice.spend(kStretch);
  ++tried_.stretches;
  if (progress == base::Progress::kDone) return true;
  if (tried_.stretches < most_stretches_) return false;
  program_.reset();
  is_done_ = true;
  return false;
}

void ProgramTrial::end_program() {
  prepare::ProgramRun::Result reached = program_->take();
  program_.reset();
  is_done_ = true;
  if (!reached) {
    errors_ = std::move(reached.error());
    return;
  }
  tried_.program = std::move(*reached);
  if (!looks_at_launches_ || tried_.program->launches.empty()) return;
  request_.reached->keep(request_, tried_.program);
  launches_.emplace(request_);
  is_done_ = false;
}

base::Checked<ProgramTried> ProgramTrial::take() {
  if (!errors_.empty()) return base::fail(std::move(errors_));
  return std::move(tried_);
}

std::optional<std::string> without_kernels(const prepare::ReachedProgram& program) {
  const base::SourceFile& file = program.unit->file;
  std::string text = file.text();
  std::set<uint32_t, std::greater<>> bodies;  // of a template's instances it is the same
  for (const lang::Kernel& kernel : program.unit->kernels) {
    if (!kernel.is_own || kernel.body == nullptr) continue;
    const uint32_t begin = kernel.body->span.begin;
    if (file.part_of(begin) != 0 || begin >= text.size() || text[begin] != '{') return std::nullopt;
    bodies.insert(begin);
  }
  for (const uint32_t begin : bodies) text.insert(begin + 1, " return; ");
  return text;
}

}  // namespace warplens::course
