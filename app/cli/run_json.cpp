// `warplens run --json`: one object. The order of its members is as documented, too.
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/cli/json.hpp"
#include "app/cli/report.hpp"
#include "app/cli/words.hpp"

namespace warplens::cli {
namespace {

Json shared_json(const analysis::SharedTotal& total) {
  return {{"requests", total.requests},
          {"wavefronts", total.wavefronts},
          {"conflicts", total.conflicts}};
}

Json global_json(const analysis::GlobalTotal& total) {
  return {{"requests", total.requests},     {"sectors", total.sectors},
          {"lines", total.lines},           {"bytes_requested", total.bytes_requested},
          {"bytes_used", total.bytes_used}, {"bytes_moved", total.bytes_moved}};
}

Json totals_json(const analysis::Totals& totals) {
  Json shared = Json::object(), global = Json::object();
  for (const trace::Operation operation :
       {trace::Operation::kLoad, trace::Operation::kStore, trace::Operation::kAtomic}) {
    shared[word(operation)] = shared_json(totals.shared[static_cast<size_t>(operation)]);
    global[word(operation)] = global_json(totals.global[static_cast<size_t>(operation)]);
  }
  return {{"shared", std::move(shared)}, {"global", std::move(global)}};
}

Json access_json(const analysis::AccessRow& row) {
  Json json = {{"line", row.line},
               {"column", row.column},
               {"space", word(row.space)},
               {"op", word(row.operation)},
               {"array", row.array}};
  json.update(row.space == trace::Space::kShared ? shared_json(row.shared)
                                                 : global_json(row.global));
  return json;
}

Json finding_json(const analysis::Finding& finding) {
  return {{"severity", word(finding.severity)},
          {"kind", finding.kind},
          {"line", finding.line},
          {"column", finding.column},
          {"count", finding.count},
          {"block", {finding.block.x, finding.block.y, finding.block.z}},
          {"thread", {finding.thread[0], finding.thread[1], finding.thread[2]}},
          {"message", finding.message}};
}

}  // namespace

void print_run_json(std::ostream& out, const engine::Run& run) {
  const machine::GridContext& context = *run.context;
  Json accesses = Json::array(), findings = Json::array();
  for (const analysis::AccessRow& row : run.accesses) accesses.push_back(access_json(row));
  for (const analysis::Finding& finding : run.findings) findings.push_back(finding_json(finding));
  const Json json = {{"kernel", run.program->kernel->name},
                     {"device", run.device.id},
                     {"launch",
                      {{"grid", {context.grid.x, context.grid.y, context.grid.z}},
                       {"block", {context.block.x, context.block.y, context.block.z}},
                       {"shared_bytes", context.shared_bytes},
                       {"warps", context.grid.count() * context.warps_per_block()}}},
                     {"totals", totals_json(run.totals)},
                     {"accesses", std::move(accesses)},
                     {"findings", std::move(findings)},
                     {"complete", run.ending == engine::Ending::kComplete}};
  out << to_text(json, 2) << "\n";
}

}  // namespace warplens::cli
