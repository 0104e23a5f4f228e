#include "app/cli/trials.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "app/cli/command_line.hpp"
#include "app/cli/run_cli.hpp"
#include "app/compare/compiled_kernel.hpp"
#include "app/study/divergence.hpp"
#include "app/study/edit.hpp"
#include "app/study/hiding.hpp"
#include "app/study/occupancy.hpp"
#include "app/study/roofline.hpp"
#include "app/study/schedules.hpp"
#include "sim/base/list_words.hpp"
#include "sim/base/say.hpp"
#include "sim/edit/possible_edits.hpp"

namespace warplens::cli {

namespace {

std::vector<edit::Edit> edits_of(const run::Runs& runs, bool adds_atomic) {
  std::vector<edit::Edit> all;
  for (const auto& run : runs) {
    if (!adds_atomic) {
      for (edit::Edit& one : edit::possible_edits(*run->program)) all.push_back(std::move(one));
      continue;
    }
    for (const code::AccessSite& site : run->program->sites) {
      if (std::optional<edit::Edit> one = edit::with_atomic(*run->program, site.span))
        all.push_back(std::move(*one));
    }
  }
  return all;
}

// The lines in which there is something to edit, for who named another one.
std::string lines_of(const std::vector<edit::Edit>& edits, const base::SourceFile& file) {
  std::vector<std::string> lines;
  for (const edit::Edit& one : edits)
    lines.push_back(std::to_string(file.line_of(one.place.begin)));
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return base::list_words(lines);
}

// "12:3 (without this guard), 12:20 (without this barrier)".
std::string places_of(const std::vector<edit::Edit>& edits, const base::SourceFile& file) {
  std::vector<std::string> places;
  for (const edit::Edit& one : edits) {
    const base::LineColumn at = file.line_column(one.place.begin);
    places.push_back(fmt::format("{}:{} ({})", at.line, at.column, edit::words(one.change)));
  }
  return base::list_words(places);
}

base::Checked<edit::Edit> chosen_edit(const EditLine& wanted, const run::Runs& runs) {
  const base::SourceFile& file = runs.back()->program->unit->file;
  const std::vector<edit::Edit> edits = edits_of(runs, wanted.adds_atomic);
  std::vector<edit::Edit> there;
  for (const edit::Edit& one : edits) {
    const base::LineColumn begin = file.line_column(one.place.begin);
    const base::LineColumn end = file.line_column(one.place.end);
    const bool has_column =
        wanted.column == 0 ||
        (begin.column <= wanted.column && (end.line > begin.line || wanted.column <= end.column));
    const bool is_new = there.empty() || !(there.back().place == one.place);
    if (begin.line == wanted.line && has_column && is_new) there.push_back(one);
  }
  if (there.size() > 1 && wanted.column != 0) {  // one inside of another
    std::sort(there.begin(), there.end(), [](const edit::Edit& a, const edit::Edit& b) {
      return a.place.begin > b.place.begin;
    });
    there.resize(1);
  }
  if (there.size() == 1) return there.front();
  if (there.size() > 1) {
    return base::fail(base::Diagnostics{base::placeless(
        say("line {line} has several parts that can be left out or changed",
            "line"_a = wanted.line),
        say("name one with its column: {places}", "places"_a = places_of(there, file)))});
  }
  const std::string problem =
      wanted.adds_atomic
          ? say("line {line} has no ++ or += of memory that could be an atomicAdd",
                "line"_a = wanted.line)
          : say("line {line} has no barrier, guard, padding or atomic that can be left out",
                "line"_a = wanted.line);
  const std::string hint =
      edits.empty() ? say("no line of the launch's kernel has one")
                    : say("lines that have one: {lines}", "lines"_a = lines_of(edits, file));
  return base::fail(base::Diagnostics{base::placeless(problem, hint)});
}

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

std::vector<study::Section> memory_sections(const run::Run& run, const MemoryReports& wanted) {
  std::vector<study::Section> sections;
  if (!wanted.are_any()) return sections;
  const study::MemoryFacts facts = study::memory_facts(run);
  if (wanted.caches) sections.push_back(study::describe_caches(facts));
  if (wanted.roofline) sections.push_back(study::describe(study::roofline_facts(facts), facts));
  if (wanted.dram) {
    const model::MemoryStream none;
    sections.push_back(
        study::describe(study::dram_facts(facts, run.stream ? *run.stream : none, *wanted.dram)));
  }
  return sections;
}

base::Checked<Trials> make_trials(const CommandLine& line, const prepare::Request& request,
                                  const run::Runs& runs, const Surroundings& surroundings) {
  Trials trials;
  trials.memory = line.memory_reports;
  Compilations compilations(request, surroundings);
  if (line.schedules != 0) {
    base::Checked<whatif::ScheduleResults> tried =
        whatif::try_schedules(request, runs, line.schedules);
    if (!tried) return base::fail(tried.error());
    trials.schedules = study::describe(*tried, *runs.back());
  }
  if (line.divergence) {
    for (const auto& run : runs)
      trials.divergence.push_back(
          study::describe(*run, whatif::follow_divergence(*run), compilations.of(*run)));
  }
  if (line.hiding) {
    trials.hiding = study::describe(
        study::hiding_facts(*runs.back(), line.hiding->latencies, line.hiding->notes));
  }
  if (line.registers) {
    for (const auto& run : runs) {
      const uint32_t entered = line.registers->entered;
      trials.occupancy.push_back(study::describe(
          study::occupancy_facts(*run, entered, entered != 0 ? nullptr : &compilations.of(*run))));
    }
  }
  if (!line.edit) return trials;
  const base::Checked<edit::Edit> edit = chosen_edit(*line.edit, runs);
  if (!edit) return base::fail(edit.error());
  prepare::Request recorded = request;
  recorded.record = true;
  base::Checked<whatif::EditResults> results = whatif::try_edit(recorded, *edit);
  if (!results) return base::fail(results.error());
  trials.edit = study::describe(*results);
  return trials;
}

}  // namespace warplens::cli
