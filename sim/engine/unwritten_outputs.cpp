#include "sim/engine/unwritten_outputs.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <string>

#include "sim/analysis/finding_place.hpp"
#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"
#include "sim/engine/unwritten_reads.hpp"
#include "sim/machine/grid.hpp"

namespace warplens::engine {

namespace {

// [bytes] Of a struct as a whole.
uint64_t element_size(const analysis::ArrayInfo& array) {
  return array.struct_type == nullptr ? array.element_bytes : lang::size_of(array.struct_type);
}

uint64_t elements_of(const analysis::ArrayInfo& array) {
  return array.bytes / std::max<uint64_t>(element_size(array), 1);
}

// The name of an integer parameter that says how many elements there are; "": none.
std::string count_parameter(const Run& run, uint64_t count) {
  const auto& parameters = run.program->parameters;
  for (size_t i = 0; i < parameters.size() && i < run.context->parameter_bits.size(); ++i) {
    const lang::Type* type = parameters[i].type;
    const bool is_count = type->is_scalar() && base::is_integer(type->scalar);
    if (is_count && run.context->parameter_bits[i] == count) return parameters[i].name;
  }
  return "";
}

// Which elements of some arrays the grid stores to, and whether each by the thread in its place.
class StoredElements : public trace::Observer {
 public:
  struct Array {
    const analysis::ArrayInfo* info = nullptr;
    std::vector<bool> stored;
    bool is_by_place = true;  // element e, or its part of a vector, by thread e of all
  };

  StoredElements(std::vector<Array> arrays, uint64_t block_threads, uint64_t threads)
      : arrays_(std::move(arrays)), block_threads_(block_threads), threads_(threads) {}

  void block_begins(trace::BlockId block) override { first_ = block.x * block_threads_; }

  void access(const trace::WarpAccess& access) override {
    if (access.space != trace::Space::kGlobal || access.operation != trace::Operation::kStore)
      return;
    for (uint32_t left = access.mask & ~access.out_of_bounds; left != 0; left &= left - 1) {
      const auto lane = static_cast<uint32_t>(std::countr_zero(left));
      const uint64_t address = access.addresses.of(lane);
      const uint64_t thread = first_ + uint64_t{access.warp} * trace::kWarpSize + lane;
      for (Array& array : arrays_) {
        if (address - array.info->base < array.info->bytes)
          note(array, address - array.info->base, access.bytes, thread);
      }
    }
  }

  const std::vector<Array>& arrays() const { return arrays_; }

 private:
  void note(Array& array, uint64_t offset, uint64_t bytes, uint64_t thread) {
    const uint64_t size = element_size(*array.info);
    const uint64_t element = offset / size, count = std::max<uint64_t>(bytes / size, 1);
    array.is_by_place = array.is_by_place && element / count % threads_ == thread;
    for (uint64_t k = element; k < element + count && k < array.stored.size(); ++k)
      array.stored[k] = true;
  }

  std::vector<Array> arrays_;
  const uint64_t block_threads_, threads_;
  uint64_t first_ = 0;  // thread of all: of the block
};

// How many elements are stored to, if these are the first ones and others are left.
std::optional<uint64_t> stored_prefix(const StoredElements::Array& array) {
  const auto end = std::find(array.stored.begin(), array.stored.end(), false);
  const bool is_prefix = std::find(end, array.stored.end(), true) == array.stored.end();
  if (!array.is_by_place || !is_prefix || end == array.stored.begin() || end == array.stored.end())
    return std::nullopt;
  return static_cast<uint64_t>(end - array.stored.begin());
}

analysis::Finding finding_of(const Run& run, const analysis::ArrayInfo& array, uint64_t stored) {
  const uint64_t count = elements_of(array);
  const auto row =
      std::find_if(run.accesses.begin(), run.accesses.end(), [&](const analysis::AccessRow& one) {
        return one.array == array.name && !one.sites.empty();
      });
  const code::AccessSite& site = run.program->sites[row->sites.front()];
  analysis::Finding finding;
  finding.kind = "unwritten_output";
  finding.severity = base::Severity::kHint;
  finding.count = count - stored;
  analysis::put_place(finding, *run.program, site.span, site.frame);
  finding.message = say(
      "no thread stores to elements {first} to {last} of '{array}', {share:.1f} % of it: "
      "'{parameter}' is {count}, its number of elements, but the launch's threads store to the "
      "first {stored} only. Start enough threads, or let each do more; the rest is whatever was "
      "in memory",
      "first"_a = stored, "last"_a = count - 1, "array"_a = array.name,
      "share"_a = 100.0 * static_cast<double>(count - stored) / static_cast<double>(count),
      "parameter"_a = count_parameter(run, count), "count"_a = base::grouped(count),
      "stored"_a = base::grouped(stored));
  return finding;
}

}  // namespace

std::vector<uint32_t> sparsely_stored(const Run& run, const analysis::MemoryLayout& layout) {
  const launch::Dim3 &grid = run.context->grid, &block = run.context->block;
  const bool is_line = grid.y == 1 && grid.z == 1 && block.y == 1 && block.z == 1;
  const bool has_errors = std::any_of(
      run.findings.begin(), run.findings.end(),
      [](const analysis::Finding& finding) { return finding.severity == base::Severity::kError; });
  if (!is_line || has_errors || run.steps > kMostExecutedAgain) return {};
  std::vector<uint32_t> arrays;
  for (uint32_t i = 0; i < layout.global.size(); ++i) {
    const analysis::ArrayInfo& array = layout.global[i];
    uint64_t stored = 0;
    bool is_only_stored = true;
    for (const analysis::AccessRow& row : run.accesses) {
      if (row.space != trace::Space::kGlobal || row.array != array.name) continue;
      is_only_stored = is_only_stored && row.operation == trace::Operation::kStore;
      stored += row.global.bytes_requested;
    }
    if (is_only_stored && stored > 0 && stored < array.bytes &&
        !count_parameter(run, elements_of(array)).empty())
      arrays.push_back(i);
  }
  return arrays;
}

std::vector<analysis::Finding> unwritten_outputs(const Run& run,
                                                 const analysis::MemoryLayout& layout,
                                                 const std::vector<uint32_t>& arrays,
                                                 machine::GlobalMemory memory,
                                                 const std::atomic<bool>* cancelled) {
  std::vector<StoredElements::Array> wanted;
  for (const uint32_t index : arrays) {
    const analysis::ArrayInfo& info = layout.global[index];
    wanted.push_back({&info, std::vector<bool>(elements_of(info)), true});
  }
  const uint64_t block_threads = run.context->block.count();
  StoredElements seen(std::move(wanted), block_threads, block_threads * run.context->grid.count());
  machine::GridOptions options;
  options.cancelled = cancelled;
  options.step_limit = kMostExecutedAgain;
  options.threads = 1;
  const machine::GridEnd end = machine::run_grid(run.context, memory, {&seen}, options);
  std::vector<analysis::Finding> findings;
  if (end.reason != machine::StopReason::kDone) return findings;
  for (const StoredElements::Array& array : seen.arrays()) {
    if (const std::optional<uint64_t> stored = stored_prefix(array))
      findings.push_back(finding_of(run, *array.info, *stored));
  }
  return findings;
}

}  // namespace warplens::engine
