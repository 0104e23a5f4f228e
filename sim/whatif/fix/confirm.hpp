// Whether a text with other layouts does the same as before, and what its arrays' accesses cost.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/run/run.hpp"
#include "sim/whatif/fix/shared_arrays.hpp"

namespace warplens::fix {

// The request as it is run here: with all that a search needs to know of it.
prepare::Request observed(prepare::Request request);

// What an array is to cost: that of its new layout, or at most as much as before.
struct Promise {
  const SharedArray* array = nullptr;
  observe::LayoutCost cost;
  bool is_exact = false;
};

struct Confirmed {
  run::Runs after;
  std::optional<base::Diagnostic> problem;  // why the text is not to be offered
};

// Runs `text` in place of the request's. `before`: what the observed request gave.
Confirmed confirm(const prepare::Request& request, const run::Runs& before, const std::string& text,
                  const std::vector<Promise>& promises);

}  // namespace warplens::fix
