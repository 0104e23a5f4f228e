// While the grid runs only a count and the first occurrence are kept for each instruction; the
// sentences are written at the end, from the program's text and the arrays' names and shapes.
#include "sim/analysis/finding_log.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <tuple>

namespace warplens::analysis {
namespace {

using trace::Space;

const char* access_words(code::Operation operation) {
  switch (operation) {
    case code::Operation::kLoad:
      return "load of ";
    case code::Operation::kStore:
      return "store to ";
    case code::Operation::kAtomic:
      return "atomic on ";
  }
  return "";
}

std::string hexadecimal(uint64_t value) {
  char digits[24];
  std::snprintf(digits, sizeof digits, "0x%llx", static_cast<unsigned long long>(value));
  return digits;
}

// "256 elements", "16 x 16 = 256 elements"
std::string extent_words(const ArrayInfo& array, uint64_t elements) {
  std::string words;
  if (array.extents.size() > 1) {
    for (size_t i = 0; i < array.extents.size(); ++i) {
      words += (i > 0 ? " x " : "") + std::to_string(array.extents[i]);
    }
    words += " = ";
  }
  return words + std::to_string(elements) + (elements == 1 ? " element" : " elements");
}

// The array that the text names for a shared access, else the last one that begins before the
// address.
const ArrayInfo* shared_array_of(const code::AccessSite& site, const MemoryLayout& layout,
                                 uint64_t address) {
  const ArrayInfo* before = nullptr;
  for (const ArrayInfo& array : layout.shared) {
    if (site.root != nullptr && site.root->name == array.name) return &array;
    if (array.base <= address) before = &array;
  }
  return before;
}

std::string thread_words(const uint32_t thread[3]) {
  std::string words = "thread x " + std::to_string(thread[0]) + " y " + std::to_string(thread[1]);
  if (thread[2] > 0) words += " z " + std::to_string(thread[2]);
  return words;
}

// "m[260], but m has 256 elements"; the element counts in units of the access.
std::string element_words(const ArrayInfo& array, uint64_t address, uint32_t bytes, Space space) {
  // A shared offset below 0 comes as a large 32-bit number.
  const int64_t distance = space == Space::kShared ? static_cast<int32_t>(address - array.base)
                                                   : static_cast<int64_t>(address - array.base);
  const auto unit = static_cast<int64_t>(bytes);
  const int64_t element = (distance < 0 ? distance - unit + 1 : distance) / unit;
  const std::string number = std::to_string(element);
  const bool is_matrix = space == Space::kShared && array.extents.size() > 1;
  return (is_matrix ? "element " + number + " of " + array.name : array.name + "[" + number + "]") +
         ", but " + array.name + " has " + extent_words(array, array.bytes / bytes);
}

}  // namespace

FindingLog::FindingLog(size_t sites, std::array<uint32_t, 3> block_extent)
    : block_extent_(block_extent), out_of_bounds_(sites), misaligned_(sites) {}

void FindingLog::add(Entry& entry, const trace::WarpAccess& access, uint32_t lanes,
                     trace::BlockId block) {
  if (entry.count == 0) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(lanes));
    entry.address = (*access.addresses)[lane];
    entry.bytes = access.bytes;
    entry.space = access.space;
    entry.block = block;
    entry.thread = access.warp * trace::kWarpSize + lane;
  }
  entry.count += static_cast<uint64_t>(std::popcount(lanes));
}

void FindingLog::out_of_bounds(const trace::WarpAccess& access, uint32_t lanes,
                               trace::BlockId block) {
  add(out_of_bounds_[access.site], access, lanes, block);
}

void FindingLog::misaligned(const trace::WarpAccess& access, uint32_t lanes, trace::BlockId block) {
  add(misaligned_[access.site], access, lanes, block);
}

Finding FindingLog::describe(const Entry& entry, const code::AccessSite& site,
                             const code::Program& program, const MemoryLayout& layout,
                             Kind kind) const {
  Finding finding;
  finding.kind = kind == Kind::kMisaligned ? "misaligned" : "out_of_bounds";
  finding.span = site.span;
  const base::LineColumn at = program.unit->file.line_column(site.span.begin);
  finding.line = at.line;
  finding.column = at.column;
  finding.count = entry.count;
  finding.block = entry.block;
  finding.thread[0] = entry.thread % block_extent_[0];
  finding.thread[1] = entry.thread / block_extent_[0] % block_extent_[1];
  finding.thread[2] = entry.thread / block_extent_[0] / block_extent_[1];

  const ArrayInfo* array = nullptr;
  if (entry.space == Space::kShared) {
    array = shared_array_of(site, layout, entry.address);
  } else if (const uint32_t index = layout.find(Space::kGlobal, entry.address); index != kNoArray) {
    array = &layout.global[index];
  }
  const std::string width = std::to_string(entry.bytes) + " bytes";
  std::string what;
  if (kind == Kind::kMisaligned) {
    what = width + (array == nullptr ? " at address " + hexadecimal(entry.address)
                                     : " at byte " + std::to_string(entry.address - array->base) +
                                           " of " + array->name);
    what += ", which is not a multiple of " + width;
  } else if (array == nullptr) {
    what = width + " at address " + hexadecimal(entry.address) + ", which lies in no array";
  } else {
    what = element_words(*array, entry.address, entry.bytes, entry.space);
  }
  finding.message = access_words(site.operation) + what + " (" + thread_words(finding.thread) + ")";
  return finding;
}

std::vector<Finding> FindingLog::finish(const code::Program& program,
                                        const MemoryLayout& layout) const {
  std::vector<Finding> findings;
  std::vector<code::Operation> operations;  // parallel to findings
  const auto collect = [&](const std::vector<Entry>& entries, Kind kind) {
    for (size_t i = 0; i < entries.size(); ++i) {
      if (entries[i].count == 0) continue;
      Finding finding = describe(entries[i], program.sites[i], program, layout, kind);
      size_t same = 0;
      while (same < findings.size() &&
             !(findings[same].kind == finding.kind && findings[same].line == finding.line &&
               findings[same].column == finding.column &&
               operations[same] == program.sites[i].operation)) {
        ++same;
      }
      if (same < findings.size()) {
        findings[same].count += finding.count;
      } else {
        findings.push_back(std::move(finding));
        operations.push_back(program.sites[i].operation);
      }
    }
  };
  collect(out_of_bounds_, Kind::kOutOfBounds);
  collect(misaligned_, Kind::kMisaligned);
  std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    return std::tie(a.line, a.column) < std::tie(b.line, b.column);
  });
  return findings;
}

}  // namespace warplens::analysis
