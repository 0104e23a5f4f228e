#include "kernels/measure/child/compiler_process.hpp"

#include <utility>

#include "kernels/measure/child/conversation.hpp"
#include "kernels/measure/child/limits.hpp"
#include "kernels/measure/format/json.hpp"
#include "sim/base/say.hpp"

namespace warplens::measure {
namespace {

std::string limits_in_words() {
  return say(
      "the compiler may take {seconds} s of processor time and {size} GiB of memory for a text; it "
      "needs a simpler one",
      "seconds"_a = *kCompilingLimits.processor_s,
      "size"_a = *kCompilingLimits.address_bytes >> 30);
}

Partner compiling_process() {
  return {say("the CUDA compiler's process"), limits_in_words(), limits_in_words()};
}

bool says_out_of_memory(const std::string& words) {
  return words.find("out of memory") != std::string::npos ||
         words.find("bad_alloc") != std::string::npos;
}

}  // namespace

CompilerProcess::CompilerProcess(std::vector<std::string> command, double time_limit_s)
    : command_(std::move(command)), time_limit_s_(time_limit_s) {}

Measured<Compiled> CompilerProcess::compile(const CompileRequest& request) {
  return compile(request, nullptr);
}

Measured<Compiled> CompilerProcess::compile(const CompileRequest& request,
                                            const std::atomic<bool>* cancelled) {
  Conversation conversation(command_, compiling_process());
  WaitOptions wait;
  wait.time_limit_s = time_limit_s_;
  wait.cancelled = cancelled;
  Measured<Compiled> compiled =
      conversation.ask<Compiled>(Json{{"do", "compile"}, {"request", request}}, wait);
  if (compiled) return compiled;
  Problem problem = compiled.error();
  if (problem.kind == ProblemKind::kMemory) {
    problem.message =
        say("{problem}; {limits}", "problem"_a = problem.message, "limits"_a = limits_in_words());
  }
  if (problem.kind == ProblemKind::kKilled && says_out_of_memory(problem.message))
    problem.kind = ProblemKind::kMemory;
  return base::fail(std::move(problem));
}

}  // namespace warplens::measure
