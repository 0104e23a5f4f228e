#include "kernels/measure/child/compiler_process.hpp"

#include <utility>

#include "kernels/measure/child/conversation.hpp"
#include "kernels/measure/child/limits.hpp"
#include "kernels/measure/record/json.hpp"

namespace warplens::measure {
namespace {

std::string limits_in_words() {
  return "the compiler may take " + std::to_string(*kCompilingLimits.processor_s) +
         " s of processor time and " + std::to_string(*kCompilingLimits.address_bytes >> 30) +
         " GiB of memory for a text; it needs a simpler one";
}

Partner compiling_process() {
  return {"the CUDA compiler's process", limits_in_words(), limits_in_words()};
}

bool says_out_of_memory(const std::string& words) {
  return words.find("out of memory") != std::string::npos ||
         words.find("bad_alloc") != std::string::npos;
}

}  // namespace

CompilerProcess::CompilerProcess(std::vector<std::string> command, double time_limit_s)
    : command_(std::move(command)), time_limit_s_(time_limit_s) {}

Measured<Compiled> CompilerProcess::compile(const CompileRequest& request) {
  Conversation conversation(command_, compiling_process());
  Ask ask;
  ask.time_limit_s = time_limit_s_;
  Measured<Compiled> compiled =
      conversation.ask<Compiled>(Json{{"do", "compile"}, {"request", request}}, ask);
  if (compiled) return compiled;
  Problem problem = compiled.error();
  if (problem.kind == ProblemKind::kMemory) problem.message += "; " + limits_in_words();
  if (problem.kind == ProblemKind::kKilled && says_out_of_memory(problem.message))
    problem.kind = ProblemKind::kMemory;
  return base::fail(std::move(problem));
}

}  // namespace warplens::measure
