// `warplens run`: the launches that were run and what was looked at beside them, for people and for
// programs; and what is printed where nothing could run.
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>
#include <variant>
#include <vector>

#include "app/cli/json.hpp"
#include "app/cli/print_section.hpp"
#include "app/cli/report.hpp"
#include "app/study/finding.hpp"
#include "app/study/memory.hpp"
#include "app/study/run.hpp"
#include "sim/base/say.hpp"
#include "sim/lang/compile.hpp"
#include "sim/prepare/pick.hpp"
#include "sim/prepare/prepare.hpp"

namespace warplens::cli {
namespace {

// Nothing is made of the stream where no report wants it.
std::vector<study::Section> memory_sections(const run::Run& run,
                                            const std::vector<Report>& reports) {
  std::vector<study::Section> sections;
  if (reports.empty()) return sections;
  const study::MemoryFacts facts = study::memory_facts(run);
  for (const Report& report : reports)
    sections.push_back(std::get<OfMemory>(report.make)(run, facts));
  return sections;
}

study::Section section_of(const run::Run& run, bool is_alone, const std::vector<Report>& reports) {
  return study::describe(run, is_alone, memory_sections(run, reports));
}

Json runs_json(const Runs& runs, const std::vector<Report>& reports) {
  if (runs.size() == 1) return to_json(section_of(*runs.front(), true, reports));
  Json launches = Json::array();
  for (const auto& run : runs) launches.push_back(to_json(section_of(*run, false, reports)));
  return {{"launches", std::move(launches)}};
}

void add_reports_json(Json& json, const std::vector<MadeReport>& reports, bool is_last) {
  for (const MadeReport& made : reports) {
    if (made.row->is_last != is_last) continue;
    for (const study::Section& section : made.sections) {
      if (made.is_list)
        json[section.key].push_back(to_json(section));
      else
        json[section.key] = to_json(section);
    }
  }
}

Json mistake_json(const base::Diagnostic& mistake, const base::SourceFile& root) {
  Json json = {{"message", mistake.message}};
  if (!mistake.hint.empty()) json["hint"] = mistake.hint;
  if (!mistake.context.empty()) json["context"] = mistake.context;
  json["unsupported"] = mistake.is_unsupported;
  if (!mistake.has_place) return json;
  const base::SourceFile& file = mistake.file != nullptr ? *mistake.file : root;
  const base::LineColumn place = file.line_column(mistake.span.begin);
  json["line"] = place.line;
  json["column"] = place.column;
  if (place.part != 0) json["file"] = file.name(place.part);
  return json;
}

}  // namespace

void print_mistakes_json(std::ostream& out, const prepare::Request& request,
                         const base::Diagnostics& mistakes) {
  Json json = {{"version", kJsonVersion}, {"errors", Json::array()}};
  for (const base::Diagnostic& mistake : mistakes)
    json["errors"].push_back(mistake_json(mistake, request.file));
  const base::Checked<model::Device> device = prepare::pick_device(request.launch.device);
  const lang::CompileOptions options =
      prepare::compile_options(request, device ? *device : model::default_device());
  const lang::Survey survey = lang::survey(request.file, options);
  const study::List kernels = study::list_kernels(*survey.unit);
  json[kernels.key] = to_json(kernels);
  out << to_text(json, 2) << "\n";
}

void print_refusal_json(std::ostream& out, const std::string& sentence) {
  Json errors = Json::array();
  errors.push_back({{"message", sentence}, {"unsupported", false}});
  out << to_text({{"version", kJsonVersion}, {"errors", std::move(errors)}}, 2) << "\n";
}

void print_runs(std::ostream& out, const std::vector<Runs>& devices, const Trials& trials) {
  bool is_first = true;
  for (const Runs& runs : devices) {
    for (size_t i = 0; i < runs.size(); ++i) {
      if (!std::exchange(is_first, false)) out << "\n";
      if (runs.size() > 1)
        out << say("launch {number} of {all}", "number"_a = i + 1, "all"_a = runs.size()) << "\n";
      const bool is_alone = runs.size() == 1 && !trials.program;  // whose launches are listed
      print(out, section_of(*runs[i], is_alone, trials.of_memory), false);
    }
  }
  for (const bool is_last : {false, true}) {
    for (const MadeReport& made : trials.reports) {
      if (made.row->is_last != is_last) continue;
      for (const study::Section& section : made.sections) print(out, section);
    }
  }
}

void print_program(std::ostream& out, const study::ProgramSummary& summary) {
  print(out, study::describe(summary), false);
  if (summary.rows.empty()) out << "\n";
}

void print_runs_json(std::ostream& out, const std::vector<Runs>& devices, const Trials& trials,
                     const std::vector<RefusedDevice>& refused) {
  Json json = {{"version", kJsonVersion}};
  if (devices.size() == 1 && refused.empty()) {
    json.update(runs_json(devices.front(), trials.of_memory));
  } else if (!devices.empty()) {
    std::vector<Json> each;
    for (const Runs& runs : devices) each.push_back(runs_json(runs, trials.of_memory));
    for (const RefusedDevice& device : refused) {
      Json errors = Json::array();
      for (const base::Diagnostic& error : device.errors)
        errors.push_back(mistake_json(error, devices.front().front()->request.file));
      Json one = {{"device", device.id}, {"errors", std::move(errors)}};
      each.insert(each.begin() + static_cast<ptrdiff_t>(device.place), std::move(one));
    }
    json["devices"] = std::move(each);
  }
  add_reports_json(json, trials.reports, false);
  if (trials.program) {
    // Findings of host code come first.
    Json findings = to_json(study::list_findings("findings", {&trials.program->reached->findings}));
    for (Json& finding : json["findings"]) findings.push_back(std::move(finding));
    json["findings"] = std::move(findings);
    json.update(to_json(study::describe(*trials.program)));
  }
  add_reports_json(json, trials.reports, true);
  if (trials.choice) json["chosen_kernel"] = choice_json(*trials.choice);
  out << to_text(json, 2) << "\n";
}

}  // namespace warplens::cli
