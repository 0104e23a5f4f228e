#include "sim/run/launch_findings.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <string>
#include <utility>

#include "sim/machine/grid/grid.hpp"
#include "sim/observe/finding/finding_place.hpp"
#include "sim/observe/finding/sentence.hpp"
#include "sim/run/unwritten_reads.hpp"

namespace warplens::run {

namespace {

// [bytes] Of a struct as a whole.
uint64_t element_size(const observe::ArrayInfo& array) {
  return array.struct_type == nullptr ? array.element_bytes : lang::size_of(array.struct_type);
}

uint64_t elements_of(const observe::ArrayInfo& array) {
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

// Rows of so many elements, as two integer parameters say.
struct Rows {
  std::string width_name, height_name;
  uint64_t width = 0, height = 0;
};

std::vector<Rows> possible_rows(const Run& run, uint64_t count) {
  std::vector<Rows> all;
  const auto& parameters = run.program->parameters;
  for (size_t i = 0; i < parameters.size() && i < run.context->parameter_bits.size(); ++i) {
    const lang::Type* type = parameters[i].type;
    const uint64_t width = run.context->parameter_bits[i];
    if (!type->is_scalar() || !base::is_integer(type->scalar) || width == 0 || count % width != 0)
      continue;
    const std::string height = count_parameter(run, count / width);
    const bool is_there =
        std::any_of(all.begin(), all.end(), [&](const Rows& rows) { return rows.width == width; });
    if (!height.empty() && !is_there)
      all.push_back({parameters[i].name, height, width, count / width});
  }
  return all;
}

bool is_line(const machine::GridContext& context) {
  const launch::Dim3 &grid = context.grid, &block = context.block;
  return grid.y == 1 && grid.z == 1 && block.y == 1 && block.z == 1;
}

// Which elements of some arrays the grid stores to, and whether each by the thread in its place.
class StoredElements : public trace::Observer {
 public:
  struct Array {
    const observe::ArrayInfo* info = nullptr;
    Rows rows;  // of a launch of two dimensions
    std::vector<bool> stored;
    // Element e, or its part of a vector, by thread e of all; of rows by the thread at its place.
    bool is_by_place = true;
  };

  StoredElements(std::vector<Array> arrays, const machine::GridContext& context)
      : arrays_(std::move(arrays)),
        block_(context.block),
        threads_(context.block.count() * context.grid.count()) {}

  void block_begins(trace::BlockId block) override { id_ = block; }

  void access(const trace::WarpAccess& access) override {
    if (access.space != trace::Space::kGlobal || access.operation != trace::Operation::kStore)
      return;
    for (uint32_t left = access.mask & ~access.out_of_bounds; left != 0; left &= left - 1) {
      const auto lane = static_cast<uint32_t>(std::countr_zero(left));
      const uint64_t address = access.addresses.of(lane);
      const uint64_t thread = uint64_t{access.warp} * trace::kWarpSize + lane;
      for (Array& array : arrays_) {
        if (address - array.info->base < array.info->bytes)
          note(array, address - array.info->base, access.bytes, thread);
      }
    }
  }

  const std::vector<Array>& arrays() const { return arrays_; }

 private:
  // `thread`: of the block.
  void note(Array& array, uint64_t offset, uint64_t bytes, uint64_t thread) {
    const uint64_t size = element_size(*array.info);
    const uint64_t element = offset / size, count = std::max<uint64_t>(bytes / size, 1);
    const bool is_there =
        array.rows.width == 0
            ? element / count % threads_ == id_.x * block_.count() + thread
            : element % array.rows.width == uint64_t{id_.x} * block_.x + thread % block_.x &&
                  element / array.rows.width == uint64_t{id_.y} * block_.y + thread / block_.x;
    array.is_by_place = array.is_by_place && is_there;
    for (uint64_t k = element; k < element + count && k < array.stored.size(); ++k)
      array.stored[k] = true;
  }

  std::vector<Array> arrays_;
  const launch::Dim3 block_;
  const uint64_t threads_;
  trace::BlockId id_;
};

// How many elements are stored to, if these are the first ones and others are left.
std::optional<uint64_t> stored_prefix(const StoredElements::Array& array) {
  const auto end = std::find(array.stored.begin(), array.stored.end(), false);
  const bool is_prefix = std::find(end, array.stored.end(), true) == array.stored.end();
  if (!array.is_by_place || !is_prefix || end == array.stored.begin() || end == array.stored.end())
    return std::nullopt;
  return static_cast<uint64_t>(end - array.stored.begin());
}

// Columns and rows for which there are threads.
std::pair<uint64_t, uint64_t> corner_of(const Rows& rows, const machine::GridContext& context) {
  return {std::min<uint64_t>(rows.width, uint64_t{context.grid.x} * context.block.x),
          std::min<uint64_t>(rows.height, uint64_t{context.grid.y} * context.block.y)};
}

// Whether just those are stored to, and others are left.
bool is_corner_stored(const StoredElements::Array& array, const machine::GridContext& context) {
  const auto [columns, lines] = corner_of(array.rows, context);
  if (!array.is_by_place || columns * lines == array.stored.size()) return false;
  for (uint64_t i = 0; i < array.stored.size(); ++i) {
    const bool is_inside = i % array.rows.width < columns && i / array.rows.width < lines;
    if (array.stored[i] != is_inside) return false;
  }
  return true;
}

// By the counts alone, so that a picture whose border is left out is not executed again.
bool may_be_corner(const Run& run, uint64_t count, uint64_t stored) {
  const std::vector<Rows> all = possible_rows(run, count);
  return std::any_of(all.begin(), all.end(), [&](const Rows& rows) {
    const auto [columns, lines] = corner_of(rows, *run.context);
    return columns * lines == stored;
  });
}

// Without its sentence.
observe::Finding finding_at(const Run& run, const observe::ArrayInfo& array, uint64_t missing) {
  const auto row = std::find_if(
      run.accesses.begin(), run.accesses.end(),
      [&](const observe::AccessRow& one) { return one.array == array.name && !one.sites.empty(); });
  const code::AccessSite& site = run.program->sites[row->sites.front()];
  observe::Finding finding;
  finding.kind = observe::FindingKind::kUnwrittenOutput;
  finding.severity = base::Severity::kHint;
  finding.count = missing;
  observe::put_place(finding, *run.program, site.span, site.frame);
  return finding;
}

observe::Finding finding_of(const Run& run, const observe::ArrayInfo& array, uint64_t stored) {
  const uint64_t count = elements_of(array);
  observe::Finding finding = finding_at(run, array, count - stored);
  observe::OutputDetail detail;
  detail.array = array.name;
  detail.elements = count;
  detail.first = stored;
  detail.parameter = count_parameter(run, count);
  finding.detail = std::move(detail);
  finding.message = observe::sentence(finding);
  return finding;
}

observe::Finding finding_of(const Run& run, const StoredElements::Array& array) {
  const auto [columns, rows] = corner_of(array.rows, *run.context);
  const uint64_t count = array.stored.size();
  observe::Finding finding = finding_at(run, *array.info, count - columns * rows);
  const auto first = std::find(array.stored.begin(), array.stored.end(), false);
  observe::OutputDetail detail;
  detail.array = array.info->name;
  detail.elements = count;
  detail.first = static_cast<uint64_t>(first - array.stored.begin());
  detail.width_name = array.rows.width_name;
  detail.height_name = array.rows.height_name;
  detail.width = array.rows.width;
  detail.height = array.rows.height;
  detail.columns = columns;
  detail.rows = rows;
  finding.detail = std::move(detail);
  finding.message = observe::sentence(finding);
  return finding;
}

class OutputSearch : public UnwrittenOutputs {
 public:
  OutputSearch(const Run& run, std::vector<StoredElements::Array> arrays,
               machine::GlobalMemory memory)
      : run_(run), memory_(std::move(memory)), seen_(std::move(arrays), *run.context) {
    options_.step_limit = kMostExecutedAgain;
    grid_ = machine::begin_grid(run.context, memory_, &seen_, options_);
  }

  base::Progress advance(base::Slice& slice) override { return grid_->advance(slice); }

  std::vector<observe::Finding> findings() const override {
    std::vector<observe::Finding> findings;
    if (grid_->end().reason != machine::StopReason::kDone) return findings;
    for (const StoredElements::Array& array : seen_.arrays()) {
      if (array.rows.width != 0) {
        if (is_corner_stored(array, *run_.context)) findings.push_back(finding_of(run_, array));
      } else if (const std::optional<uint64_t> stored = stored_prefix(array)) {
        findings.push_back(finding_of(run_, *array.info, *stored));
      }
    }
    return findings;
  }

 private:
  const Run& run_;
  machine::GlobalMemory memory_;
  StoredElements seen_;
  machine::GridOptions options_;
  std::unique_ptr<machine::GridRun> grid_;
};

}  // namespace

std::vector<uint32_t> sparsely_stored(const Run& run, const observe::MemoryLayout& layout) {
  const bool is_plane = run.context->grid.z == 1 && run.context->block.z == 1;
  if (!is_plane || observe::first_error(run.findings) != nullptr || run.steps > kMostExecutedAgain)
    return {};
  std::vector<uint32_t> arrays;
  for (uint32_t i = 0; i < layout.global.size(); ++i) {
    const observe::ArrayInfo& array = layout.global[i];
    uint64_t stored = 0;
    bool is_only_stored = true;
    for (const observe::AccessRow& row : run.accesses) {
      if (row.space != trace::Space::kGlobal || row.array != array.name) continue;
      is_only_stored = is_only_stored && row.operation == trace::Operation::kStore;
      stored += row.global.bytes_requested;
    }
    if (!is_only_stored || stored == 0 || stored >= array.bytes) continue;
    const uint64_t count = elements_of(array);
    if (is_line(*run.context)
            ? !count_parameter(run, count).empty()
            : may_be_corner(run, count, stored * count / std::max<uint64_t>(array.bytes, 1)))
      arrays.push_back(i);
  }
  return arrays;
}

std::unique_ptr<UnwrittenOutputs> look_at_outputs(const Run& run,
                                                  const observe::MemoryLayout& layout,
                                                  const std::vector<uint32_t>& arrays,
                                                  machine::GlobalMemory memory) {
  std::vector<StoredElements::Array> wanted;
  for (const uint32_t index : arrays) {
    const observe::ArrayInfo& info = layout.global[index];
    const uint64_t count = elements_of(info);
    const std::vector<Rows> all =
        is_line(*run.context) ? std::vector<Rows>(1) : possible_rows(run, count);
    for (const Rows& rows : all) wanted.push_back({&info, rows, std::vector<bool>(count), true});
  }
  return std::make_unique<OutputSearch>(run, std::move(wanted), std::move(memory));
}

}  // namespace warplens::run
