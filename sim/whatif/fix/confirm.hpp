// Whether a text with other layouts does the same as before, and what its arrays' accesses cost.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/base/slice.hpp"
#include "sim/run/run.hpp"
#include "sim/run/sequence_run.hpp"
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

// Runs `text` in place of the request's.
class Confirmation {
 public:
  // `before`: what the observed request gave; it and what `promises` refer to outlive this.
  Confirmation(const prepare::Request& request, const run::Runs& before, const std::string& text,
               std::vector<Promise> promises);
  base::Progress advance(base::Slice& slice) { return run_.advance(slice); }
  Confirmed take();  // when it is done

 private:
  const run::Runs& before_;
  const std::vector<Promise> promises_;
  run::SequenceRun run_;
};

}  // namespace warplens::fix
