#include "app/cli/trials.hpp"

#include <map>
#include <utility>
#include <variant>

#include "app/cli/command_line.hpp"
#include "app/cli/run_cli.hpp"
#include "app/compare/compiled_kernel.hpp"
#include "sim/base/say.hpp"

namespace warplens::cli {

namespace {

// Kernels as a GPU's compiler translates them, each once.
class Compilations {
 public:
  Compilations(const prepare::Request& request, const Surroundings& surroundings)
      : request_(request), surroundings_(surroundings) {}

  const compare::CompiledResult& of(const run::Run& run) {
    const std::string& kernel = run.program->kernel->expression;
    const auto found = known_.find(kernel);
    return found != known_.end() ? found->second
                                 : known_.emplace(kernel, compile(run)).first->second;
  }

 private:
  compare::CompiledResult compile(const run::Run& run) const {
    if (surroundings_.compiling_command.empty())
      return base::fail(say("nothing compiles kernels here"));
    return compare::compile_kernel(request_, run, surroundings_.compiling_command,
                                   surroundings_.interrupted);
  }

  const prepare::Request& request_;
  const Surroundings& surroundings_;
  std::map<std::string, compare::CompiledResult> known_;
};

}  // namespace

base::Checked<Trials> make_trials(const CommandLine& line, const prepare::Request& request,
                                  const run::Runs& runs, const Surroundings& surroundings) {
  Trials trials;
  Compilations compilations(request, surroundings);
  const CompiledOf compiled_of = [&](const run::Run& run) -> const compare::CompiledResult& {
    return compilations.of(run);
  };
  const ReportInputs inputs{request, runs, compiled_of};
  for (const Report& report : line.reports) {
    if (std::holds_alternative<OfMemory>(report.make)) {
      trials.of_memory.push_back(report);
    } else if (const OfLaunch* make = std::get_if<OfLaunch>(&report.make)) {
      MadeReport& made = trials.reports.emplace_back(MadeReport{report.row, true, {}});
      for (const auto& run : runs) made.sections.push_back((*make)(*run, inputs));
    } else {
      base::Checked<study::Section> section = std::get<OfRuns>(report.make)(inputs);
      if (!section) return base::fail(section.error());
      trials.reports.push_back({report.row, false, {std::move(*section)}});
    }
  }
  return trials;
}

}  // namespace warplens::cli
