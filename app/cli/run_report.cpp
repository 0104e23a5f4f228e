// `warplens run`: the launches that were run and what was looked at beside them, for people and for
// programs; and what is printed where nothing could run.
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

#include "app/cli/json.hpp"
#include "app/cli/print_section.hpp"
#include "app/cli/report.hpp"
#include "app/study/finding.hpp"
#include "app/study/run.hpp"
#include "sim/base/say.hpp"
#include "sim/lang/compile.hpp"
#include "sim/prepare/pick.hpp"
#include "sim/prepare/prepare.hpp"

namespace warplens::cli {
namespace {

study::Section section_of(const run::Run& run, bool is_alone, const MemoryReports& reports) {
  return study::describe(run, is_alone, memory_sections(run, reports));
}

Json runs_json(const Runs& runs, const MemoryReports& reports) {
  if (runs.size() == 1) return to_json(section_of(*runs.front(), true, reports));
  Json launches = Json::array();
  for (const auto& run : runs) launches.push_back(to_json(section_of(*run, false, reports)));
  return {{"launches", std::move(launches)}};
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
      print(out, section_of(*runs[i], is_alone, trials.memory), false);
    }
  }
  for (const auto* section : {&trials.schedules, &trials.edit}) {
    if (*section) print(out, **section);
  }
  for (const auto* sections : {&trials.divergence, &trials.occupancy}) {
    for (const study::Section& section : *sections) print(out, section);
  }
  if (trials.hiding) print(out, *trials.hiding);
}

void print_program(std::ostream& out, const study::ProgramSummary& summary) {
  print(out, study::describe(summary), false);
  if (summary.rows.empty()) out << "\n";
}

void print_runs_json(std::ostream& out, const std::vector<Runs>& devices, const Trials& trials) {
  Json json = {{"version", kJsonVersion}};
  if (devices.size() == 1) {
    json.update(runs_json(devices.front(), trials.memory));
  } else if (!devices.empty()) {
    json["devices"] = Json::array();
    for (const Runs& runs : devices) json["devices"].push_back(runs_json(runs, trials.memory));
  }
  for (const auto* section : {&trials.schedules, &trials.edit}) {
    if (*section) json[(*section)->key] = to_json(**section);
  }
  for (const auto* sections : {&trials.divergence, &trials.occupancy}) {
    for (const study::Section& section : *sections) json[section.key].push_back(to_json(section));
  }
  if (trials.program) {
    // Findings of host code come first.
    Json findings = to_json(study::list_findings("findings", {&trials.program->reached->findings}));
    for (Json& finding : json["findings"]) findings.push_back(std::move(finding));
    json["findings"] = std::move(findings);
    json.update(to_json(study::describe(*trials.program)));
  }
  if (trials.hiding) json[trials.hiding->key] = to_json(*trials.hiding);
  if (trials.choice) json["chosen_kernel"] = choice_json(*trials.choice);
  out << to_text(json, 2) << "\n";
}

}  // namespace warplens::cli
