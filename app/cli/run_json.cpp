// `warplens run --json`: one object. The order of its members is as documented, too.
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/cli/caches_report.hpp"
#include "app/cli/detail_json.hpp"
#include "app/cli/divergence_report.hpp"
#include "app/cli/edit_report.hpp"
#include "app/cli/json.hpp"
#include "app/cli/report.hpp"
#include "app/cli/roofline_report.hpp"
#include "app/cli/schedule_report.hpp"
#include "app/cli/words.hpp"
#include "sim/lang/compile.hpp"
#include "sim/prepare/memory_shape.hpp"
#include "sim/prepare/pick.hpp"
#include "sim/prepare/prepare.hpp"

namespace warplens::cli {
namespace {

Json shared_json(const observe::SharedTotal& total) {
  return {{"requests", total.requests},
          {"wavefronts", total.wavefronts},
          {"conflicts", total.conflicts}};
}

Json global_json(const observe::GlobalTotal& total) {
  return {{"requests", total.requests},     {"sectors", total.sectors},
          {"lines", total.lines},           {"bytes_requested", total.bytes_requested},
          {"bytes_used", total.bytes_used}, {"bytes_moved", total.bytes_moved}};
}

Json constant_json(const observe::ConstantTotal& total) {
  return {{"requests", total.requests}, {"broadcasts", total.broadcasts}};
}

}  // namespace

Json totals_json(const observe::Totals& totals) {
  Json shared = Json::object(), global = Json::object();
  for (const trace::Operation operation :
       {trace::Operation::kLoad, trace::Operation::kStore, trace::Operation::kAtomic}) {
    shared[word(operation)] = shared_json(totals.shared[static_cast<size_t>(operation)]);
    global[word(operation)] = global_json(totals.global[static_cast<size_t>(operation)]);
  }
  return {{"shared", std::move(shared)},
          {"global", std::move(global)},
          {"constant", constant_json(totals.constant)}};
}

namespace {

Json access_json(const observe::AccessRow& row) {
  Json json = {{"line", row.line},
               {"column", row.column},
               {"space", word(row.space)},
               {"op", word(row.operation)},
               {"array", row.array}};
  json.update(row.space == trace::Space::kShared   ? shared_json(row.shared)
              : row.space == trace::Space::kGlobal ? global_json(row.global)
                                                   : constant_json(row.constant));
  if (!row.file.empty()) json["file"] = row.file;
  if (std::string functions = functions_of(row); !functions.empty()) {
    json["function"] = std::move(functions);
    json["called_from"] = row.call_lines;
  }
  return json;
}

}  // namespace

Json finding_json(const observe::Finding& finding) {
  const bool is_in_grid = !observe::is_of_host(finding.kind);
  const auto put_thread = [&](Json& json, trace::BlockId block, const uint32_t thread[3]) {
    if (!is_in_grid) return;
    json["block"] = {block.x, block.y, block.z};
    json["thread"] = {thread[0], thread[1], thread[2]};
  };
  Json json = {{"severity", word(finding.severity)},
               {"kind", observe::word(finding.kind)},
               {"line", finding.line},
               {"column", finding.column},
               {"count", finding.count}};
  put_thread(json, finding.block, finding.thread);
  json["message"] = finding.message;
  if (!finding.file.empty()) json["file"] = finding.file;
  if (finding.step) json["step"] = *finding.step;
  if (finding.other) {
    const observe::OtherAccess& other = *finding.other;
    json["other"] = {{"line", other.line}, {"column", other.column}};
    put_thread(json["other"], other.block, other.thread);
    if (other.step) json["other"]["step"] = *other.step;
    if (!other.file.empty()) json["other"]["file"] = other.file;
  }
  if (finding.mend != nullptr) {
    json["suggestion"] = {{"line", finding.mend->line},
                          {"add", finding.mend->added},
                          {"message", finding.mend->message}};
  }
  for (const observe::AlsoRacing& also : finding.also) {
    json["also"].push_back({{"kind", observe::word(also.kind)},
                            {"line", also.other.line},
                            {"column", also.other.column},
                            {"other", {{"line", also.one.line}, {"column", also.one.column}}}});
  }
  // Behind the keys of version 1's first form.
  json["counts"] = observe::word(observe::traits(finding.kind).counts);
  if (Json detail = detail_json(finding.detail); !detail.is_null())
    json["detail"] = std::move(detail);
  if (!finding.rests_on.empty()) json["rests_on"] = finding.rests_on;
  return json;
}

namespace {

Json prints_json(const observe::Prints& prints) {
  Json lines = Json::array();
  for (const observe::PrintLine& line : prints.lines) {
    lines.push_back({{"block", {line.block.x, line.block.y, line.block.z}},
                     {"thread", {line.thread[0], line.thread[1], line.thread[2]}},
                     {"line", line.line},
                     {"text", line.text}});
  }
  return lines;
}

// From where on races were not looked for.
Json stops_json(const run::Run& run) {
  using Reason = observe::CheckStop::Reason;
  Json stops = Json::array();
  for (const observe::CheckStop& stop : run.check_stops) {
    const char* memory = stop.memory == observe::CheckStop::Memory::kGlobal   ? "global"
                         : stop.memory == observe::CheckStop::Memory::kShared ? "shared"
                                                                              : "both";
    const char* reason = stop.reason == Reason::kPlaces     ? "places"
                         : stop.reason == Reason::kPairs    ? "pairs"
                         : stop.reason == Reason::kAccesses ? "accesses"
                         : stop.reason == Reason::kFences   ? "fences"
                                                            : "work";
    stops.push_back({{"memory", memory},
                     {"reason", reason},
                     {"block", {stop.block.x, stop.block.y, stop.block.z}},
                     {"access", stop.step}});
  }
  return stops;
}

Json arrays_json(const run::Run& run) {
  Json arrays = Json::array();
  for (const machine::ArrayShape& array : run.arrays) {
    Json& json = arrays.emplace_back(Json{{"name", array.name},
                                          {"space", "global"},
                                          {"type", std::string(base::name_of(array.element))},
                                          {"extents", array.extents},
                                          {"bytes", array.bytes}});
    if (!array.struct_name.empty()) json["record"] = array.struct_name;
  }
  for (const code::GlobalVariable& global : run.program->globals) {
    if (!global.is_constant) continue;
    const prepare::MemoryShape shape = prepare::memory_shape(global.variable->type);
    arrays.push_back({{"name", global.variable->name},
                      {"space", "constant"},
                      {"type", std::string(base::name_of(shape.element))},
                      {"extents", shape.extents},
                      {"bytes", lang::size_of(global.variable->type)}});
  }
  return arrays;
}

// Each kernel of the file with what became of it.
Json kernels_json(const lang::Unit& unit) {
  Json kernels = Json::array();
  for (const lang::ListedKernel& kernel : unit.listed) {
    Json json = {{"name", kernel.name},
                 {"line", unit.file.line_of(kernel.span.begin)},
                 {"parameters", kernel.parameters},
                 {"state", word(kernel.state)}};
    if (const uint32_t part = unit.file.part_of(kernel.span.begin); part != 0)
      json["file"] = unit.file.name(part);
    if (!kernel.errors.empty()) {
      const base::Diagnostic& cause = kernel.errors.front();
      json["reason"] = cause.message;
      if (cause.has_place) json["reason_line"] = unit.file.line_of(cause.span.begin);
    }
    kernels.push_back(std::move(json));
  }
  return kernels;
}

Json run_json(const run::Run& run, const MemoryReports& reports) {
  const machine::GridContext& context = *run.context;
  Json accesses = Json::array(), findings = Json::array();
  for (const observe::AccessRow& row : run.accesses) accesses.push_back(access_json(row));
  for (const auto* some : {&run.findings, &run.advice}) {
    for (const observe::Finding& finding : *some) findings.push_back(finding_json(finding));
  }
  Json json = {{"kernel", run.program->kernel->name},
               {"device", run.device.id},
               {"launch",
                {{"grid", {context.grid.x, context.grid.y, context.grid.z}},
                 {"block", {context.block.x, context.block.y, context.block.z}},
                 {"shared_bytes", context.shared_bytes},
                 {"warps", context.grid.count() * context.warps_per_block()}}},
               {"totals", totals_json(run.totals)},
               {"accesses", std::move(accesses)},
               {"findings", std::move(findings)},
               {"checks_cut", !run.check_stops.empty()},
               {"check_stops", stops_json(run)},
               {"complete", run.ending == run::Ending::kComplete},
               {"arrays", arrays_json(run)},
               {"schedule", schedule_json(run)},
               {"prints", prints_json(run.prints)},
               {"prints_dropped", run.prints.dropped},
               {"floating_point_operations", run.flops},
               {"ending", word(run.ending)},
               {"kernels", kernels_json(*run.program->unit)}};
  json["blocks_executed"] = run.blocks;
  if (reports.caches) json["caches"] = caches_json(run);
  if (reports.roofline) json["roofline"] = roofline_json(run);
  if (reports.dram) json["dram"] = dram_json(run, *reports.dram);
  if (!run.request.launch_place.empty())
    json["launch_source"] = prepare::words(run.request.launch_place);
  if (!run.request.guessed.empty()) json["guessed"] = run.request.guessed;
  if (!run.request.guess_note.empty()) json["guess_note"] = run.request.guess_note;
  return json;
}

Json runs_json(const Runs& runs, const MemoryReports& reports) {
  if (runs.size() == 1) return run_json(*runs.front(), reports);
  Json launches = Json::array();
  for (const auto& run : runs) launches.push_back(run_json(*run, reports));
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
  json["kernels"] = kernels_json(*survey.unit);
  out << to_text(json, 2) << "\n";
}

void print_refusal_json(std::ostream& out, const std::string& sentence) {
  Json errors = Json::array();
  errors.push_back({{"message", sentence}, {"unsupported", false}});
  out << to_text({{"version", kJsonVersion}, {"errors", std::move(errors)}}, 2) << "\n";
}

void print_runs_json(std::ostream& out, const std::vector<Runs>& devices, const Trials& trials) {
  Json json = {{"version", kJsonVersion}};
  if (devices.size() == 1) {
    json.update(runs_json(devices.front(), trials.memory));
  } else if (!devices.empty()) {
    json["devices"] = Json::array();
    for (const Runs& runs : devices) json["devices"].push_back(runs_json(runs, trials.memory));
  }
  if (trials.schedules)
    json["schedules"] = schedules_json(*trials.schedules, *devices.front().back());
  if (trials.edit) json["edit"] = edit_json(*trials.edit);
  for (size_t i = 0; i < trials.divergence.size(); ++i)
    json["divergence"].push_back(
        divergence_json(*devices.front()[i], trials.divergence[i], trials.compiled[i]));
  for (size_t i = 0; i < trials.occupancy.size(); ++i)
    json["occupancy"].push_back(occupancy_json(*devices.front()[i], trials.occupancy[i]));
  if (trials.program) {
    Json findings = host_findings_json(*trials.program);
    for (Json& finding : json["findings"]) findings.push_back(std::move(finding));
    json["findings"] = std::move(findings);
    json.update(program_json(*trials.program));
  }
  if (trials.hiding) json["latency_hiding"] = hiding_json(*trials.hiding);
  if (trials.choice) json["chosen_kernel"] = choice_json(*trials.choice);
  out << to_text(json, 2) << "\n";
}

}  // namespace warplens::cli
