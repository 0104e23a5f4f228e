// Accesses that differ only by where they start are one: addresses are counted from a line boundary
// below the lowest.
#include "app/compare/replayed.hpp"

#include <algorithm>
#include <tuple>

#include "app/compare/rows.hpp"
#include "sim/base/say.hpp"
#include "sim/observe/totals/shared_op.hpp"
#include "sim/trace/recording.hpp"

namespace warplens::compare {
namespace {

// Of one launch; each takes the GPU some milliseconds.
constexpr size_t kMostAccesses = 300;
constexpr uint64_t kAlignment = 128;  // [bytes] a line of global memory, all banks of shared memory

struct Distinct {
  measure::WarpAccess access;
  RowKey row;
  uint64_t times = 0;
};

std::vector<Distinct> distinct_accesses(const run::Run& run) {
  using Key = std::tuple<RowKey, uint32_t, uint32_t, std::array<uint64_t, 32>, std::string>;
  std::map<Key, size_t> known;
  std::vector<Distinct> all;
  for (uint32_t step = 0; step < run.recording->size(); ++step) {
    if (!may_be_replayed(run, run.recording->heads[step])) continue;
    const trace::Access access = run.recording->at(step);
    if (access.space == trace::Space::kConstant) continue;
    uint64_t base = ~uint64_t{0};
    for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
      if (access.mask >> lane & 1) base = std::min(base, access.addresses[lane]);
    }
    base -= base % kAlignment;
    Distinct one;
    one.row = key_of(run, access.site, access.space, access.operation);
    one.access.space = one.row.space;
    one.access.operation = one.row.operation;
    one.access.bytes_per_lane = access.bytes;
    one.access.mask = access.mask;
    for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
      if (access.mask >> lane & 1) one.access.addresses[lane] = access.addresses[lane] - base;
    }
    if (access.operation == trace::Operation::kAtomic)
      one.access.atomic = observe::ptx_atomic(run.program->sites[access.site]);
    const Key key{one.row, one.access.bytes_per_lane, one.access.mask, one.access.addresses,
                  one.access.atomic};
    const auto [at, is_new] = known.emplace(key, all.size());
    if (is_new) all.push_back(std::move(one));
    ++all[at->second].times;
  }
  return all;
}

// Rows with more different accesses than fit are left out as a whole: a part of a sum is no sum.
std::vector<Distinct> fitting(std::vector<Distinct> all, size_t& rows_left_out) {
  std::map<RowKey, size_t> in_row;
  for (const Distinct& one : all) ++in_row[one.row];
  std::vector<std::pair<size_t, RowKey>> rows;
  for (const auto& [row, count] : in_row) rows.emplace_back(count, row);
  std::sort(rows.begin(), rows.end());
  size_t room = kMostAccesses;
  for (const auto& [count, row] : rows) {
    if (count <= room) {
      room -= count;
      continue;
    }
    ++rows_left_out;
    std::erase_if(all, [&left_out = row](const Distinct& one) { return one.row == left_out; });
  }
  return all;
}

// Sums of the rows whose every access came out.
std::vector<measure::LineCounts> sums(const std::vector<Distinct>& accesses,
                                      const std::vector<measure::AccessResult>& results,
                                      std::vector<std::string>& notes) {
  std::map<RowKey, measure::Counts> rows;
  std::vector<RowKey> failed;
  for (size_t i = 0; i < accesses.size() && i < results.size(); ++i) {
    const Distinct& one = accesses[i];
    if (!results[i].note.empty()) {
      failed.push_back(one.row);
      if (std::find(notes.begin(), notes.end(), results[i].note) == notes.end())
        notes.push_back(results[i].note);
      continue;
    }
    measure::Counts counts;
    counts.requests = one.times;
    const uint64_t passes = std::max(1u, measure::whole_wavefronts(results[i]));
    // For global memory, a time gives the lines, roughly.
    (one.row.space == measure::Space::kShared ? counts.wavefronts : counts.lines) =
        one.times * passes;
    add(rows[one.row], counts);
  }
  std::vector<measure::LineCounts> lines;
  for (const auto& [row, counts] : rows) {
    if (std::find(failed.begin(), failed.end(), row) != failed.end()) continue;
    lines.push_back({row.file, row.line, row.space, row.operation, counts});
  }
  return lines;
}

}  // namespace

std::string replay_runs(measure::Worker& worker, const Runs& simulated,
                        const measure::WaitOptions& wait, measure::BuildResult& build) {
  std::vector<measure::LaunchResult> launches;
  std::vector<std::string> notes;
  size_t rows_left_out = 0;
  for (const auto& run : simulated) {
    if (run->recording == nullptr) return say("The simulation recorded no block to replay.");
    const std::vector<Distinct> accesses = fitting(distinct_accesses(*run), rows_left_out);
    measure::AccessJob job;
    for (const Distinct& one : accesses) job.accesses.push_back(one.access);
    measure::LaunchResult launch;
    launch.kernel = run->program->kernel->name;
    if (!accesses.empty()) {
      const measure::Measured<measure::AccessAnswer> answer = worker.measure_accesses(job, wait);
      if (!answer) return answer.error().message;
      launch.lines = sums(accesses, answer->results, notes);
    }
    launches.push_back(std::move(launch));
  }
  if (build.launches.size() != launches.size()) {
    build.launches = std::move(launches);
  } else {  // it holds times
    for (size_t i = 0; i < launches.size(); ++i) build.launches[i].lines = launches[i].lines;
  }
  build.method = measure::Method::kReplay;
  std::string words;
  if (rows_left_out > 0)
    words =
        say("{count} rows have too many different accesses to replay.", "count"_a = rows_left_out);
  for (const std::string& note : notes) words += (words.empty() ? "" : " ") + note;
  return words;
}

}  // namespace warplens::compare
