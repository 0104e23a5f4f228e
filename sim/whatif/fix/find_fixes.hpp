// What can be done about a launch's accesses. Of global memory: global_fixes.hpp. Of shared memory:
// layouts of its arrays without bank conflicts, searched by moving all accesses of
// the grid, written into the text, and confirmed by running that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/base/slice.hpp"
#include "sim/edit/layout_edits.hpp"
#include "sim/model/occupancy.hpp"
#include "sim/run/run.hpp"
#include "sim/whatif/fix/global_fixes.hpp"
#include "sim/whatif/fix/shared_arrays.hpp"

namespace warplens::fix {

// The layouts of a shared array under which none of its accesses has a conflict, or the fewest, as
// changes of the text.

struct Layout {
  edit::LayoutChange change;
  std::vector<edit::Replacement> edits;
  observe::LayoutCost cost;                // of the array with it
  std::vector<observe::LayoutCost> costs;  // the same, parallel to the array's places
  int64_t more_bytes = 0;                  // that a block takes, where it takes most
};

struct Layouts {
  bool is_partial = false;  // no layout was found that leaves no conflict: these leave the fewest
  std::vector<Layout> all;  // at most one of each kind
  base::Diagnostics not_written;  // why others can't be written in the text, or do not help
};

// Of an array that fixed_by does not hold where it is.
Layouts layouts_of(const SharedArray& array, const base::SourceFile& file,
                   const model::Device& device);

// A number of the launch's -D that the last extent ends with: changed instead of the text, it does
// the same, which was run, too.
struct DefineFix {
  std::string name;
  uint64_t from = 0, to = 0;
};

// A layout that leaves no conflict, or the fewest, and was confirmed: with it alone, all arrays end
// the same, bit by bit, and its passes are as promised.
struct Fix {
  Layout layout;
  std::string text;            // with it alone
  model::Occupancy occupancy;  // with it alone; registers are not counted
  bool is_partial = false;     // some conflicts remain
  std::optional<DefineFix> define;
  std::string together;  // the names of all arrays that it is for; "": this one alone
};

struct ArrayFixes {
  std::string array;
  base::Span span;             // of its name where declared
  uint32_t line = 0;           // likewise
  observe::LayoutCost before;  // of the whole grid, in all launches
  model::Occupancy occupancy;  // of the launch that declares it first
  std::vector<Fix> fixes;      // the cheapest first
  base::Diagnostics refusals;  // why there is no fix, or no other one

  bool is_dynamic = false;  // the launch gives its size
  uint32_t element_bytes = 4;
  size_t dimensions = 1;
  bool has_members = false;  // its elements are structs or vectors
  uint64_t together = 1;  // elements that a lane takes in one piece, so that no layout parts them
  // Whether no layout leaves no conflict; what there is is partial then.
  bool is_left() const { return has_conflicts() && (fixes.empty() || fixes.front().is_partial); }
  bool has_conflicts() const { return before.paid > before.ideal; }
};

struct Fixes {
  run::Runs before;
  std::vector<ArrayFixes> arrays;  // that are accessed, in order of the text
  bool is_cut = false;             // it makes too many different accesses: nothing was looked for
  bool counts_one_block = false;   // the recorded one, because blocks took turns
  // With the first fix of each array; that of `before` where there is none.
  std::string text;
  run::Runs after;  // of `text`; empty where there is no fix
  // Why `text` was not confirmed, although each fix alone was.
  std::optional<base::Diagnostic> problem;

  // Of global memory; the exchange is a text of its own, without the layouts above.
  GlobalCost global;
  std::optional<Exchange> exchange;
  std::vector<GlobalGain> gains;

  // Its counts are sums over several, of a program or a sequence.
  bool has_launches() const { return before.size() > 1; }
  bool is_exchanged() const { return exchange && exchange->is_offered(); }
  bool is_fixed() const { return !after.empty() && !problem; }
};

class FixFinder;
class FixSearch {
 public:
  explicit FixSearch(prepare::Request request);
  ~FixSearch();
  base::Progress advance(base::Slice& slice);
  // When it is done. Errors are those of the text or its launch. Where the run does not come to its
  // end, only `before` is filled in.
  base::Checked<Fixes> take();

 private:
  std::unique_ptr<FixFinder> finder_;
};
// The same, at once.
base::Checked<Fixes> find_fixes(prepare::Request request);

}  // namespace warplens::fix
