#include "sim/whatif/fix/find_fixes.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/launch/number.hpp"
#include "sim/whatif/fix/confirm.hpp"

namespace warplens::fix {

namespace {

using Kind = edit::LayoutChange::Kind;

model::Occupancy occupancy_of(const run::Run& run) {
  model::BlockNeeds block;
  block.threads = static_cast<uint32_t>(run.context->block.count());
  block.shared = run.context->shared_bytes;
  return model::occupancy(run.device.multiprocessor, block);
}

class FixFinder {
 public:
  explicit FixFinder(prepare::Request request) : request_(observed(std::move(request))) {}

  base::Checked<Fixes> find() {
    base::Checked<run::Runs> before = run::run_sequence(request_);
    if (!before) return base::fail(before.error());
    fixes_.before = std::move(*before);
    const run::Run& last = *fixes_.before.back();
    fixes_.text = last.program->unit->file.text();
    if (last.ending != run::Ending::kComplete) return std::move(fixes_);
    fixes_.global = global_cost(fixes_.before);
    fixes_.gains = global_gains(fixes_.before);
    fixes_.exchange = try_exchange(request_, fixes_.before);
    if (fixes_.is_exchanged()) forget_exchange_hints();
    fixes_.is_cut = is_cut(fixes_.before);
    if (fixes_.is_cut) return std::move(fixes_);
    fixes_.counts_one_block = counts_one_block(fixes_.before);
    arrays_ = shared_arrays(fixes_.before);
    for (const SharedArray& array : arrays_) fixes_.arrays.push_back(fixes_of(array));
    for (size_t i = 0; i < arrays_.size(); ++i) {
      const ArrayFixes& array = fixes_.arrays[i];
      if (array.has_conflicts() && array.fixes.empty() && !arrays_[i].uses.together.empty())
        fix_together(i);
    }
    join();
    return std::move(fixes_);
  }

 private:
  // Arrays with a new layout, and what they cost with it.
  using Chosen = std::vector<std::pair<const SharedArray*, observe::LayoutCost>>;

  const base::SourceFile& file() const { return fixes_.before.back()->program->unit->file; }
  const model::Device& device() const { return fixes_.before.back()->device; }

  ArrayFixes fixes_of(const SharedArray& array) {
    ArrayFixes result;
    const run::Run& run = *fixes_.before[array.places.front().launch];
    result.array = array.name;
    result.span = array.uses.variable->span;
    result.line = file().line_column(result.span.begin).line;
    result.before = array.cost(device());
    result.is_dynamic = array.is_dynamic;
    result.dimensions = array.places.front().extents.size();
    result.has_members = array.has_members;
    result.occupancy = occupancy_of(run);
    if (!result.has_conflicts()) return result;
    if (array.fixed_by) {
      result.refusals.push_back(*array.fixed_by);
      return result;
    }
    result.together = std::max<uint64_t>(1, array.most_bytes_a_lane() / array.element_bytes);
    Layouts layouts = layouts_of(array, file(), device());
    result.refusals = std::move(layouts.not_written);
    for (Layout& layout : layouts.all) {
      Fix fix;
      fix.text = edit::apply(file(), layout.edits);
      Confirmed confirmed =
          confirm(request_, fixes_.before, fix.text, promises({{&array, layout.cost}}));
      if (confirmed.problem) {
        result.refusals.push_back(*confirmed.problem);
        continue;
      }
      fix.is_partial = layouts.is_partial;
      fix.occupancy = occupancy_of(*confirmed.after[array.places.front().launch]);
      layout.more_bytes = more_bytes(array, confirmed.after);
      fix.define = define_of(array, layout);
      fix.layout = std::move(layout);
      result.fixes.push_back(std::move(fix));
    }
    std::stable_sort(result.fixes.begin(), result.fixes.end(), is_cheaper);
    return result;
  }

  // An array and those whose subscripts the same macros write, in order of the text; empty where
  // they can't all change in the same way.
  std::vector<size_t> members_with(size_t first) const {
    std::set<uint32_t> wanted{arrays_[first].uses.variable->span.begin};
    std::set<size_t> members;
    for (size_t before = 0; before != wanted.size();) {
      before = wanted.size();
      for (size_t i = 0; i < arrays_.size(); ++i) {
        if (!wanted.contains(arrays_[i].uses.variable->span.begin)) continue;
        members.insert(i);
        wanted.insert(arrays_[i].uses.together.begin(), arrays_[i].uses.together.end());
      }
    }
    const SharedArray& one = arrays_[first];
    const bool is_alike = std::all_of(members.begin(), members.end(), [&](size_t i) {
      const SharedArray& other = arrays_[i];
      return !other.fixed_by && other.element_bytes == one.element_bytes &&
             other.most_bytes_a_lane() == one.most_bytes_a_lane() &&
             other.places.front().extents.size() == one.places.front().extents.size();
    });
    if (!is_alike || members.size() != wanted.size()) return {};
    return {members.begin(), members.end()};
  }

  // The same layout for all of them: in the macro, and where each is declared.
  void fix_together(size_t first) {
    const std::vector<size_t> members = members_with(first);
    if (members.size() < 2) return;
    SharedArray all;
    std::string names;
    for (const size_t i : members) {
      const SharedArray& array = arrays_[i];
      names += (names.empty() ? "'" : ", '") + array.name + "'";
      if (i == members.front()) {
        all = array;
        all.uses = edit::joined(array.uses);
        continue;
      }
      all.also.push_back(edit::joined(array.uses));
      all.places.insert(all.places.end(), array.places.begin(), array.places.end());
      all.laid_out.insert(all.laid_out.end(), array.laid_out.begin(), array.laid_out.end());
      all.room = std::min(all.room, array.room);
      all.is_dynamic = all.is_dynamic || array.is_dynamic;
    }
    if (all.room != UINT64_MAX) all.room /= members.size();
    Layouts layouts = layouts_of(all, file(), device());
    std::vector<Fix> fixes;
    for (Layout& layout : layouts.all) {
      Chosen chosen;
      for (const size_t i : members) {
        if (fixes_.arrays[i].has_conflicts())
          chosen.push_back({&arrays_[i], cost_of(arrays_[i], all, layout)});
      }
      Fix fix;
      fix.text = edit::apply(file(), layout.edits);
      Confirmed confirmed = confirm(request_, fixes_.before, fix.text, promises(chosen));
      if (confirmed.problem) {
        layouts.not_written.push_back(*confirmed.problem);
        continue;
      }
      fix.together = names;
      fix.is_partial = layouts.is_partial;
      fix.occupancy = occupancy_of(*confirmed.after[all.places.front().launch]);
      layout.more_bytes = more_bytes(all, confirmed.after);
      fix.layout = std::move(layout);
      fixes.push_back(std::move(fix));
    }
    if (fixes.empty()) return;
    std::stable_sort(fixes.begin(), fixes.end(), is_cheaper);
    for (const size_t i : members) {
      ArrayFixes& array = fixes_.arrays[i];
      if (!array.has_conflicts()) continue;
      array.refusals = layouts.not_written;
      array.fixes = fixes;
      for (Fix& fix : array.fixes) fix.layout.cost = cost_of(arrays_[i], all, fix.layout);
    }
  }

  // Of one of the arrays that `all` is put together from.
  static observe::LayoutCost cost_of(const SharedArray& array, const SharedArray& all,
                                     const Layout& layout) {
    observe::LayoutCost sum;
    for (size_t i = 0; i < all.places.size(); ++i) {
      const bool is_of_array =
          std::any_of(array.places.begin(), array.places.end(), [&](const Place& place) {
            return place.launch == all.places[i].launch && place.index == all.places[i].index;
          });
      if (!is_of_array) continue;
      sum.requests += layout.costs[i].requests;
      sum.paid += layout.costs[i].paid;
      sum.ideal += layout.costs[i].ideal;
    }
    return sum;
  }

  int64_t more_bytes(const SharedArray& array, const run::Runs& after) const {
    int64_t most = INT64_MIN;
    for (const Place& place : array.places)
      most = std::max(most,
                      static_cast<int64_t>(after[place.launch]->context->shared_bytes) -
                          static_cast<int64_t>(fixes_.before[place.launch]->context->shared_bytes));
    return most;
  }

  // Where conflicts remain, by their number; by the blocks that remain resident, then by what is
  // written: a padding changes one number, a shorter row, too, but relies on unused columns, and a
  // turned array computes nothing more. Of one dimension, every subscript changes anyway, unless a
  // number says how long its rows are.
  static bool is_cheaper(const Fix& one, const Fix& other) {
    const auto rank = [](const Fix& fix) {
      const bool is_flat = fix.layout.change.row != 0;
      const bool is_number = !is_flat || fix.layout.change.is_pitch;
      const Kind kind = fix.layout.change.kind;
      const int edit = kind == Kind::kPad       ? (is_number ? 0 : 5)
                       : kind == Kind::kShorten ? (is_number ? 1 : 4)
                       : kind == Kind::kTurn    ? 2
                                                : 3;
      return std::tuple(fix.is_partial ? fix.layout.cost.paid : 0, ~fix.occupancy.blocks, edit);
    };
    return rank(one) < rank(other);
  }

  // "tile[32][32 + PAD]" with PAD given to the launch: a padding may be put there.
  std::optional<DefineFix> define_of(const SharedArray& array, const Layout& layout) {
    if (layout.change.kind != Kind::kPad || array.uses.extents.empty()) return std::nullopt;
    if (layout.change.row != 0) return std::nullopt;
    const base::Span extent = array.uses.extents.back();
    const std::string text = file().text().substr(extent.begin, extent.end - extent.begin);
    for (size_t i = 0; i < request_.launch.defines.size(); ++i) {
      const launch::Definition& given = request_.launch.defines[i];
      const base::Result<uint64_t, std::string> from =
          launch::parse_count(given.value, "", 0, UINT32_MAX);
      if (!from || !text.ends_with("+ " + given.name)) continue;
      DefineFix define{given.name, *from, *from + static_cast<uint64_t>(layout.change.pad)};
      prepare::Request changed = request_;
      changed.launch.defines[i].value = std::to_string(define.to);
      const Confirmed confirmed =
          confirm(changed, fixes_.before, file().text(), promises({{&array, layout.cost}}));
      if (!confirmed.problem) return define;
    }
    return std::nullopt;
  }

  // What hints say of an exchange that is offered as an edit.
  void forget_exchange_hints() {
    std::erase_if(fixes_.gains, [&](const GlobalGain& gain) {
      const auto says_the_same = [&](const observe::Finding& hint) {
        return hint.kind == observe::FindingKind::kExchangedIndices && hint.message == gain.message;
      };
      return std::any_of(fixes_.before.begin(), fixes_.before.end(), [&](const auto& run) {
        return std::any_of(run->advice.begin(), run->advice.end(), says_the_same);
      });
    });
  }

  std::vector<Promise> promises(const Chosen& chosen) const {
    std::vector<Promise> all;
    for (const SharedArray& array : arrays_) {
      const auto changed = std::find_if(chosen.begin(), chosen.end(),
                                        [&](const auto& one) { return one.first == &array; });
      if (changed != chosen.end())
        all.push_back({&array, changed->second, true});
      else
        all.push_back({&array, array.cost(device()), false});
    }
    return all;
  }

  // Static arrays share what is left of their memory: where the first fixes do not fit together,
  // one that does becomes an array's first.
  void make_room() {
    int64_t taken = 0;
    std::set<std::string> seen;
    for (size_t i = 0; i < arrays_.size(); ++i) {
      std::vector<Fix>& fixes = fixes_.arrays[i].fixes;
      if (arrays_[i].is_dynamic || fixes.empty()) continue;
      const std::string& together = fixes.front().together;  // the same order for all of them
      if (!together.empty()) {
        if (seen.insert(together).second) taken += fixes.front().layout.more_bytes;
        continue;
      }
      const auto room = static_cast<int64_t>(arrays_[i].room);
      const auto fits = std::find_if(fixes.begin(), fixes.end(), [&](const Fix& fix) {
        return taken + fix.layout.more_bytes <= room;
      });
      if (fits != fixes.end()) std::rotate(fixes.begin(), fits, std::next(fits));
      taken += fixes.front().layout.more_bytes;
    }
  }

  // The first fix of each array, all together.
  void join() {
    make_room();
    Chosen chosen;
    std::vector<edit::Replacement> edits;
    for (size_t i = 0; i < arrays_.size(); ++i) {
      if (fixes_.arrays[i].fixes.empty()) continue;
      const Layout& layout = fixes_.arrays[i].fixes.front().layout;
      chosen.push_back({&arrays_[i], layout.cost});
      edit::add_edits(edits, layout.edits);
    }
    if (chosen.empty()) return;
    fixes_.text = edit::apply(file(), edits);
    Confirmed confirmed = confirm(request_, fixes_.before, fixes_.text, promises(chosen));
    fixes_.after = std::move(confirmed.after);
    fixes_.problem = std::move(confirmed.problem);
  }

  prepare::Request request_;
  std::vector<SharedArray> arrays_;
  Fixes fixes_;
};

}  // namespace

base::Checked<Fixes> find_fixes(prepare::Request request) {
  return FixFinder(std::move(request)).find();
}

}  // namespace warplens::fix
