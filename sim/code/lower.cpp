// The program as a whole: the kernel's code, after it that of the subroutines; and what is too
// large.
#include "sim/code/lower.hpp"

#include <utility>

#include "sim/base/assert.hpp"
#include "sim/base/say.hpp"
#include "sim/code/fused_sums.hpp"
#include "sim/code/lowering.hpp"
#include "sim/code/pointer_sources.hpp"
#include "sim/code/verify.hpp"

namespace warplens::code {

namespace {

constexpr uint32_t kMostSlots = 8192;       // 1 MiB a warp
constexpr uint32_t kMostHostSlots = 20000;  // of one lane

}  // namespace

Lowering::Lowering(std::shared_ptr<const lang::Unit> unit, const lang::Kernel& kernel,
                   base::Budget& budget)
    : unit_(std::move(unit)),
      kernel_(kernel),
      budget_(budget),
      program_(std::make_shared<Program>()) {}

base::Checked<std::shared_ptr<const Program>> Lowering::run() {
  program_->unit = unit_;
  program_->kernel = &kernel_;
  program_->frames.push_back({&kernel_, kernel_.span, 0, false});
  lay_out_shared();
  lay_out_constants();
  program_->local_arrays.emplace_back();
  give_kernel_homes();
  if (is_too_large()) return base::fail(std::move(errors_));
  boundary_ = builder_.label();
  if (!kernel_.errors.empty()) return base::fail(kernel_.errors);
  statement(*kernel_.body);
  builder_.place(boundary_);
  builder_.set_span(
      {kernel_.full_span.end > 0 ? kernel_.full_span.end - 1 : 0, kernel_.full_span.end});
  builder_.emit(Op::kEnd);
  program_->local_bytes = static_cast<uint32_t>(most_local_bytes_);
  for (size_t i = 0; i < program_->subroutines.size(); ++i) lower_subroutine(i);
  if (is_too_large()) return base::fail(std::move(errors_));
  builder_.finish(*program_, kernel_.span);
  list_globals();
  list_subroutines();
  program_->local_arrays[0].end = program_->local_bytes;
  for (VariableHome& home : program_->homes) home.slot = builder_.final_slot(home.slot);
  for (BareDeclaration& declaration : program_->bare_declarations) {
    declaration.pc = builder_.final_position(declaration.pc);
    if (!declaration.is_local) declaration.slot = builder_.final_slot(declaration.slot);
  }
  for (PrintSite& print : program_->prints) {
    for (PrintSite::Argument& argument : print.arguments) {
      argument.slot = builder_.final_slot(argument.slot);
    }
  }
  finish_host_sites();
  if (!is_host()) fuse_sums(*program_, kMostSlots);
  if (!is_host()) program_->pointer_sources = pointer_sources(*program_);
#ifndef NDEBUG
  const std::string defect = first_defect(*program_);
  WL_ASSERT(defect.empty(), defect.c_str());
#endif
  return std::shared_ptr<const Program>(program_);
}

// Whether lowering has failed; checks the limits.
bool Lowering::is_too_large() {
  if (!errors_.empty()) return true;
  if (builder_.slots() > (is_host() ? kMostHostSlots : kMostSlots)) {
    fail(kernel_.span, say("the kernel needs more than 8192 registers a thread"),
         say("split its longest expressions or use arrays"));
  }
  if (has_too_many_instructions()) {
    fail(kernel_.span, say("the kernel takes more than 100000 instructions"),
         say("write repeated statements as a loop"));
  }
  return !errors_.empty();
}

void Lowering::fail(Span span, std::string message, std::string hint) {
  errors_.push_back(base::at(span, std::move(message), std::move(hint)));
}

base::Checked<std::shared_ptr<const Program>> lower(std::shared_ptr<const lang::Unit> unit,
                                                    const lang::Kernel& kernel,
                                                    const std::atomic<bool>* cancelled) {
  base::Budget budget(kLowerLimits, cancelled);
  try {
    return Lowering(std::move(unit), kernel, budget).run();
  } catch (const base::BudgetEnd& end) {
    return base::fail(
        budget.report(end, base::Job::kTranslating, label("divide the kernel, or write a loop")));
  }
}

}  // namespace warplens::code
