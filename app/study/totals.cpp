#include "app/study/totals.hpp"

#include "app/study/counts.hpp"
#include "app/study/words.hpp"

namespace warplens::study {
namespace {

using observe::ConstantTotal;
using observe::GlobalTotal;
using observe::SharedTotal;

constexpr trace::Operation kOperations[] = {trace::Operation::kLoad, trace::Operation::kStore,
                                            trace::Operation::kAtomic};

// A section for programs for each operation, a row for people for each that there is.
template <class Total, class RowOf>
void add_operations(Section& section, const Total (&totals)[3], std::vector<Column> columns,
                    Sentence title, RowOf row_of) {
  Table table{nullptr, std::move(columns), {}};
  for (const trace::Operation operation : kOperations) {
    const Total& total = totals[static_cast<size_t>(operation)];
    Section one{.key = word(operation)};
    add_facts(one, total);
    section.parts.push_back(std::move(one));
    if (total.requests == 0) continue;
    std::vector<Value>& row = table.rows.emplace_back(row_of(total));
    row.insert(row.begin(), Value(Text(name_of(operation))));
  }
  if (table.rows.empty()) return;
  section.title = title;
  section.parts.push_back(std::move(table));
}

}  // namespace

void add_facts(Section& section, const SharedTotal& total) {
  section.fact(word(Measure::kRequests), total.requests);
  section.fact(word(Measure::kWavefronts), total.wavefronts);
  section.fact(word(Measure::kConflicts), total.conflicts);
}

void add_facts(Section& section, const GlobalTotal& total) {
  section.fact(word(Measure::kRequests), total.requests);
  section.fact(word(Measure::kSectors), total.sectors);
  section.fact(word(Measure::kLines), total.lines);
  section.fact(word(Measure::kBytesRequested), total.bytes_requested);
  section.fact(word(Measure::kBytesUsed), total.bytes_used);
  section.fact(word(Measure::kBytesMoved), total.bytes_moved);
}

void add_facts(Section& section, const ConstantTotal& total) {
  section.fact(word(Measure::kRequests), total.requests);
  section.fact(word(Measure::kBroadcasts), total.broadcasts);
}

Section describe(const observe::Totals& totals) {
  Section shared{.key = "shared"}, global{.key = "global"}, constant{.key = "constant"};
  add_operations(shared, totals.shared,
                 {{nullptr, Text(), Align::kLeft},
                  {nullptr, name_of(Measure::kRequests)},
                  {nullptr, name_of(Measure::kWavefronts)},
                  {nullptr, name_of(Measure::kConflicts)},
                  {nullptr, name_of(Measure::kWavefrontsARequest)}},
                 sentence("shared memory"), [](const SharedTotal& total) -> std::vector<Value> {
                   return {total.requests, total.wavefronts, total.conflicts,
                           ratio_of(total.wavefronts, total.requests)};
                 });
  add_operations(global, totals.global,
                 {{nullptr, Text(), Align::kLeft},
                  {nullptr, name_of(Measure::kRequests)},
                  {nullptr, name_of(Measure::kSectors)},
                  {nullptr, name_of(Measure::kLines)},
                  {nullptr, name_of(Measure::kSectorsARequest)},
                  {nullptr, name_of(Measure::kBytesRequested)},
                  {nullptr, name_of(Measure::kBytesUsed)},
                  {nullptr, name_of(Measure::kBytesMoved)},
                  {nullptr, name_of(Measure::kEfficiency)}},
                 sentence("global memory"), [](const GlobalTotal& total) -> std::vector<Value> {
                   return {total.requests,
                           total.sectors,
                           total.lines,
                           ratio_of(total.sectors, total.requests),
                           total.bytes_requested,
                           total.bytes_used,
                           total.bytes_moved,
                           percent_of(total.bytes_used, total.bytes_moved, Form::kShortPercent)};
                 });
  add_facts(constant, totals.constant);
  if (totals.constant.requests > 0) {
    constant.title = sentence("constant memory");
    Table& table = constant.table(nullptr, {{nullptr, Text(), Align::kLeft},
                                            {nullptr, name_of(Measure::kRequests)},
                                            {nullptr, name_of(Measure::kBroadcasts)},
                                            {nullptr, name_of(Measure::kBroadcastsARequest)}});
    table.rows.push_back({Text(name_of(trace::Operation::kLoad)), totals.constant.requests,
                          totals.constant.broadcasts,
                          ratio_of(totals.constant.broadcasts, totals.constant.requests)});
  }
  Section section{.key = "totals"};
  if (shared.title.empty() && global.title.empty() && constant.title.empty()) {
    Section none;
    none.title = sentence("no access to shared or global memory");
    section.parts.push_back(std::move(none));
  }
  section.parts.push_back(std::move(shared));
  section.parts.push_back(std::move(global));
  section.parts.push_back(std::move(constant));
  return section;
}

}  // namespace warplens::study
