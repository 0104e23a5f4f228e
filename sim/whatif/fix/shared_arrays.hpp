// The shared arrays of finished runs: what accesses each, and why its layout has to stay, if so.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/edit/array_uses.hpp"
#include "sim/observe/layouts/layout_search.hpp"
#include "sim/run/run.hpp"

namespace warplens::fix {

// A shared array of one launch.
struct Place {
  size_t launch = 0;              // index into the runs
  size_t index = 0;               // into code::Program::shared
  std::vector<uint64_t> extents;  // of the array; of a dynamic one: the elements that it has
};

// One declaration of the text, in all launches that have it.
struct SharedArray {
  std::string name;
  std::vector<Place> places;  // at least one
  uint32_t element_bytes = 4;
  bool is_dynamic = false;
  bool has_members = false;    // its elements are structs or vectors
  uint64_t room = UINT64_MAX;  // more bytes that a static array may take in every launch
  edit::ArrayUses uses;
  std::vector<edit::ArrayUses> also;       // of arrays that are laid out in the same way with it
  std::vector<observe::LaidOut> laid_out;  // parallel to places; `layout` is only its bytes
  // Why its elements have to stay where they are.
  std::optional<base::Diagnostic> fixed_by;

  uint32_t most_bytes_a_lane() const;
  // Wavefronts as the text has it.
  observe::LayoutCost cost(const model::Device& device) const;
};

// In order of the text; those that nothing accesses are left out. Every run ended, and has patterns
// or a recording.
std::vector<SharedArray> shared_arrays(const run::Runs& runs);

// The first copy into the array whose source has lanes on one bank: that costs its wavefronts
// wherever its targets are, so no layout avoids it.
std::optional<base::Diagnostic> met_by_source(const SharedArray& array, const run::Runs& runs);

// Whether some accesses are not known: observe::kMostPatterns, or a recording was cut.
bool is_cut(const run::Runs& runs);

// Whether the counts are of the recorded blocks alone, because blocks took turns.
bool counts_one_block(const run::Runs& runs);

}  // namespace warplens::fix
