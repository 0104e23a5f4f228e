#include "app/study/totals.hpp"

#include <iterator>

#include "app/study/counts.hpp"
#include "app/study/words.hpp"

namespace warplens::study {
namespace {

using observe::ConstantTotal;
using observe::GlobalTotal;
using observe::SharedTotal;

// Of which memory an index of the totals is what.
using observe::AccessKind;
constexpr AccessKind kKindsOfShared[] = {AccessKind::kLoad,     AccessKind::kStore,
                                         AccessKind::kAtomic,   AccessKind::kLdmatrix,
                                         AccessKind::kStmatrix, AccessKind::kCpAsync};
constexpr AccessKind kKindsOfGlobal[] = {AccessKind::kLoad, AccessKind::kStore, AccessKind::kAtomic,
                                         AccessKind::kCpAsync};

// A section for programs for each kind, a row for people for each that there is.
template <class Total, size_t N, class RowOf>
void add_kinds(Section& section, const AccessKind (&kinds)[N], const Total (&totals)[N],
               std::vector<Column> columns, Sentence title, RowOf row_of) {
  Table table{nullptr, std::move(columns), {}};
  for (size_t i = 0; i < N; ++i) {
    const Total& total = totals[i];
    Section one{.key = word(kinds[i])};
    add_facts(one, total);
    section.parts.push_back(std::move(one));
    if (total.requests == 0) continue;
    std::vector<Value>& row = table.rows.emplace_back(row_of(total));
    row.insert(row.begin(), Value(Text(name_of(kinds[i]))));
  }
  if (table.rows.empty()) return;
  section.title = title;
  section.parts.push_back(std::move(table));
}

// Copies past L1 have passes, too, but these are not what they wait for.
void add_untimed(Section& section, const observe::Totals& totals) {
  const uint64_t untimed =
      totals.shared[static_cast<size_t>(AccessKind::kCpAsync)].untimed_wavefronts;
  if (untimed == 0) return;
  const uint64_t lines = totals.global[static_cast<size_t>(trace::Operation::kCopy)].lines;
  section.line(to_say("cp.async.cg: {wavefronts} cost no time, the {lines} of its source do",
                      "wavefronts"_a = grouped_count(Measure::kWavefronts, untimed),
                      "lines"_a = grouped_count(Measure::kLines, lines)));
}

Section describe_bulk(const observe::Totals& totals) {
  Section section{.key = "bulk"};
  Table table{nullptr,
              {{nullptr, Text(), Align::kLeft},
               {nullptr, sentence("copies")},
               {nullptr, sentence("bytes")},
               {nullptr, name_of(Measure::kSectors)}},
              {}};
  const Sentence names[] = {sentence("into shared"), sentence("from shared")};
  const char* const words[] = {"into_shared", "from_shared"};
  for (size_t i = 0; i < std::size(totals.bulk); ++i) {
    const observe::BulkTotal& total = totals.bulk[i];
    Section one{.key = words[i]};
    add_facts(one, total);
    section.parts.push_back(std::move(one));
    if (total.copies == 0) continue;
    table.rows.push_back({Value(Text(names[i])), total.copies, total.bytes, total.sectors});
  }
  if (table.rows.empty()) return section;
  section.title = sentence("bulk copies: no counter sees bank conflicts of theirs");
  section.parts.push_back(std::move(table));
  return section;
}

}  // namespace

void add_facts(Section& section, const SharedTotal& total) {
  section.fact(word(Measure::kRequests), total.requests);
  section.fact(word(Measure::kWavefronts), total.wavefronts);
  section.fact(word(Measure::kConflicts), total.conflicts);
  section.fact(word(Measure::kIdeal), total.ideal());
  section.fact(word(Measure::kInstructions), total.instructions());
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

void add_facts(Section& section, const observe::BulkTotal& total) {
  section.fact("copies", total.copies);
  section.fact("bytes", total.bytes);
  section.fact(word(Measure::kSectors), total.sectors);
}

Section describe(const observe::Totals& totals) {
  Section shared{.key = "shared"}, global{.key = "global"}, constant{.key = "constant"};
  add_kinds(shared, kKindsOfShared, totals.shared,
            {{nullptr, Text(), Align::kLeft},
             {nullptr, name_of(Measure::kRequests)},
             {nullptr, name_of(Measure::kWavefronts)},
             {nullptr, name_of(Measure::kIdeal)},
             {nullptr, name_of(Measure::kConflicts)},
             {nullptr, name_of(Measure::kWavefrontsARequest)}},
            sentence("shared memory"), [](const SharedTotal& total) -> std::vector<Value> {
              return {total.requests, total.wavefronts, total.ideal(), total.conflicts,
                      ratio_of(total.wavefronts, total.requests)};
            });
  add_untimed(shared, totals);
  add_kinds(global, kKindsOfGlobal, totals.global,
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
  Section bulk = describe_bulk(totals);
  if (shared.title.empty() && global.title.empty() && constant.title.empty() &&
      bulk.title.empty()) {
    Section none;
    none.title = sentence("no access to shared or global memory");
    section.parts.push_back(std::move(none));
  }
  section.parts.push_back(std::move(shared));
  section.parts.push_back(std::move(global));
  section.parts.push_back(std::move(constant));
  section.parts.push_back(std::move(bulk));
  return section;
}

}  // namespace warplens::study
