#include "sim/whatif/fix/find_fixes.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/base/work_queue.hpp"
#include "sim/code/program_facts.hpp"
#include "sim/launch/number.hpp"
#include "sim/run/sequence_run.hpp"
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

}  // namespace

// Each text is confirmed in a piece of work of its own.
class FixFinder {
 public:
  explicit FixFinder(prepare::Request request) : request_(observed(std::move(request))) {
    work_.add_part(std::make_shared<run::SequenceRun>(request_), [this](run::SequenceRun& run) {
      base::Checked<run::Runs> before = run.take();
      if (before)
        begin(std::move(*before));
      else
        errors_ = before.error();
    });
  }

  base::Progress advance(base::Slice& slice) { return work_.advance(slice); }
  base::Checked<Fixes> take() {
    if (!errors_.empty()) return base::fail(std::move(errors_));
    return std::move(fixes_);
  }

 private:
  // Arrays with a new layout, and what they cost with it.
  using Chosen = std::vector<std::pair<const SharedArray*, observe::LayoutCost>>;

  void begin(run::Runs before) {
    fixes_.before = std::move(before);
    const run::Run& last = *fixes_.before.back();
    fixes_.text = last.program->unit->file.text();
    if (last.ending != run::Ending::kComplete) return;
    fixes_.global = global_cost(fixes_.before);
    fixes_.gains = global_gains(fixes_.before);
    fixes_.exchange = exchange_to_try(fixes_.before);
    if (fixes_.exchange && !fixes_.exchange->refusal) {
      confirm(request_, fixes_.exchange->text, {}, [this](Confirmed confirmed) {
        judge(*fixes_.exchange, std::move(confirmed));
        if (fixes_.is_exchanged()) forget_exchange_hints();
      });
    }
    fixes_.is_cut = is_cut(fixes_.before);
    if (fixes_.is_cut) return;
    fixes_.counts_one_block = counts_one_block(fixes_.before);
    arrays_ = shared_arrays(fixes_.before);
    for (const SharedArray& array : arrays_) fixes_.arrays.push_back(without_fixes(array));
    for (size_t i = 0; i < arrays_.size(); ++i) work_.add_step([this, i] { fix(i); });
    for (size_t i = 0; i < arrays_.size(); ++i) work_.add_step([this, i] { fix_with_others(i); });
    work_.add_step([this] { join(); });
  }

  // Runs the text, and goes on with what that gave.
  template <class End>
  void confirm(const prepare::Request& request, const std::string& text,
               std::vector<Promise> promises, End end) {
    work_.add_part(
        std::make_shared<Confirmation>(request, fixes_.before, text, std::move(promises)),
        [end = std::move(end)](Confirmation& text_run) { end(text_run.take()); });
  }

  const base::SourceFile& file() const { return fixes_.before.back()->program->unit->file; }
  const model::Device& device() const { return fixes_.before.back()->device; }

  ArrayFixes without_fixes(const SharedArray& array) const {
    ArrayFixes result;
    const run::Run& run = *fixes_.before[array.places.front().launch];
    result.array = array.name;
    result.span = array.uses.variable->span;
    result.line = file().line_column(result.span.begin).line;
    result.before = array.cost(device());
    result.is_dynamic = array.is_dynamic;
    result.element_bytes = array.element_bytes;
    result.dimensions = array.places.front().extents.size();
    result.has_members = array.has_members;
    result.occupancy = occupancy_of(run);
    return result;
  }

  // Where all conflicts of the array are those of accesses whose address is computed of a loaded
  // value: what every layout of it leaves to chance.
  std::optional<base::Diagnostic> met_by_data(const SharedArray& array) const {
    std::optional<base::Span> first;
    for (const Place& place : array.places) {
      const run::Run& run = *fixes_.before[place.launch];
      std::set<uint32_t> by_data;
      for (const code::LoadUse& use : code::load_uses(*run.program))
        by_data.insert(use.addresses.begin(), use.addresses.end());
      for (const observe::AccessRow& row : run.accesses) {
        const bool is_meant = row.space == trace::Space::kShared && row.array == array.name;
        if (!is_meant || row.shared.conflicts == 0) continue;
        const auto is_by_data = [&](uint32_t site) { return by_data.contains(site); };
        if (!std::all_of(row.sites.begin(), row.sites.end(), is_by_data)) return std::nullopt;
        if (!first) first = row.span;
      }
    }
    if (!first) return std::nullopt;
    return base::at(*first, say("which lanes meet in a bank of '{array}' here depends on data that "
                                "is loaded, so no layout avoids it for every input",
                                "array"_a = array.name));
  }

  // Of an array with no fix, or only partial ones.
  void say_met_by_data(const SharedArray& array, ArrayFixes& result) {
    if (!result.is_left()) return;
    if (std::optional<base::Diagnostic> reason = met_by_source(array, fixes_.before))
      result.refusals.push_back(std::move(*reason));
    if (std::optional<base::Diagnostic> reason = met_by_data(array))
      result.refusals = {std::move(*reason)};
  }

  void fix(size_t index) {
    const SharedArray& array = arrays_[index];
    ArrayFixes& result = fixes_.arrays[index];
    if (!result.has_conflicts()) return;
    if (array.fixed_by) {
      result.refusals.push_back(*array.fixed_by);
      return say_met_by_data(array, result);
    }
    result.together = std::max<uint64_t>(1, array.most_bytes_a_lane() / array.element_bytes);
    Layouts layouts = layouts_of(array, file(), device());
    result.refusals = std::move(layouts.not_written);
    for (const Layout& layout : layouts.all) {
      Fix fix;
      fix.text = edit::apply(file(), layout.edits);
      fix.is_partial = layouts.is_partial;
      fix.layout = layout;
      const std::string text = fix.text;
      confirm(
          request_, text, promises({{&array, layout.cost}}),
          [this, index, fix](Confirmed confirmed) { add_fix(index, fix, std::move(confirmed)); });
    }
    work_.add_step([this, &array, &result] {
      std::stable_sort(result.fixes.begin(), result.fixes.end(), is_cheaper);
      say_met_by_data(array, result);
    });
  }

  void add_fix(size_t index, Fix fix, Confirmed confirmed) {
    const SharedArray& array = arrays_[index];
    ArrayFixes& result = fixes_.arrays[index];
    if (confirmed.problem) {
      result.refusals.push_back(*confirmed.problem);
      return;
    }
    fix.occupancy = occupancy_of(*confirmed.after[array.places.front().launch]);
    fix.layout.more_bytes = more_bytes(array, confirmed.after);
    result.fixes.push_back(std::move(fix));
    look_for_define(index, result.fixes.size() - 1);
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

  void fix_with_others(size_t index) {
    const ArrayFixes& array = fixes_.arrays[index];
    if (array.has_conflicts() && array.fixes.empty() && !arrays_[index].uses.together.empty())
      fix_together(index);
  }

  // Arrays that change in the same way.
  struct Group {
    std::vector<size_t> members;
    SharedArray all;  // as if they were one
    std::string names;
    Layouts layouts;
    std::vector<Fix> fixes;
  };

  SharedArray put_together(const std::vector<size_t>& members, std::string& names) const {
    SharedArray all;
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
    return all;
  }

  // The same layout for all of them: in the macro, and where each is declared.
  void fix_together(size_t first) {
    auto group = std::make_shared<Group>();
    group->members = members_with(first);
    if (group->members.size() < 2) return;
    group->all = put_together(group->members, group->names);
    group->layouts = layouts_of(group->all, file(), device());
    for (const Layout& layout : group->layouts.all) {
      Chosen chosen;
      for (const size_t i : group->members) {
        if (fixes_.arrays[i].has_conflicts())
          chosen.push_back({&arrays_[i], cost_of(arrays_[i], group->all, layout)});
      }
      const std::string text = edit::apply(file(), layout.edits);
      confirm(request_, text, promises(chosen), [this, group, layout, text](Confirmed confirmed) {
        add_to_group(*group, layout, text, std::move(confirmed));
      });
    }
    work_.add_step([this, group] { take_over(*group); });
  }

  void add_to_group(Group& group, const Layout& layout, const std::string& text,
                    Confirmed confirmed) const {
    if (confirmed.problem) {
      group.layouts.not_written.push_back(*confirmed.problem);
      return;
    }
    Fix fix;
    fix.text = text;
    fix.together = group.names;
    fix.is_partial = group.layouts.is_partial;
    fix.occupancy = occupancy_of(*confirmed.after[group.all.places.front().launch]);
    fix.layout = layout;
    fix.layout.more_bytes = more_bytes(group.all, confirmed.after);
    group.fixes.push_back(std::move(fix));
  }

  void take_over(Group& group) {
    if (group.fixes.empty()) return;
    std::stable_sort(group.fixes.begin(), group.fixes.end(), is_cheaper);
    for (const size_t i : group.members) {
      ArrayFixes& array = fixes_.arrays[i];
      if (!array.has_conflicts()) continue;
      array.refusals = group.layouts.not_written;
      array.fixes = group.fixes;
      for (Fix& fix : array.fixes) fix.layout.cost = cost_of(arrays_[i], group.all, fix.layout);
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

  // By their wavefronts: where conflicts remain, and of copies past L1, whose passes are no
  // conflicts, but whose sectors are counted with them; by the blocks that remain resident, then by
  // what is written: a padding changes one number, a shorter row, too, but relies on unused
  // columns, and a turned array computes nothing more. Of one dimension, every subscript changes
  // anyway, unless a number says how long its rows are.
  static bool is_cheaper(const Fix& one, const Fix& other) {
    const auto rank = [](const Fix& fix) {
      const bool is_flat = fix.layout.change.row != 0;
      const bool is_number = !is_flat || fix.layout.change.is_pitch;
      const Kind kind = fix.layout.change.kind;
      const int edit = kind == Kind::kPad       ? (is_number ? 0 : 5)
                       : kind == Kind::kShorten ? (is_number ? 1 : 4)
                       : kind == Kind::kTurn    ? 2
                                                : 3;
      return std::tuple(fix.layout.cost.paid, ~fix.occupancy.blocks, edit);
    };
    return rank(one) < rank(other);
  }

  // "tile[32][32 + PAD]" with PAD given to the launch: a padding may be put there. Of an array's
  // fix, which stays where it is until all are known.
  void look_for_define(size_t index, size_t number) {
    const SharedArray& array = arrays_[index];
    const Layout& layout = fixes_.arrays[index].fixes[number].layout;
    if (layout.change.kind != Kind::kPad || array.uses.extents.empty()) return;
    if (layout.change.row != 0) return;
    const base::Span extent = array.uses.extents.back();
    const std::string text = file().text().substr(extent.begin, extent.end - extent.begin);
    for (size_t i = 0; i < request_.launch.defines.size(); ++i) {
      const launch::Definition& given = request_.launch.defines[i];
      const base::Result<uint64_t, std::string> from =
          launch::parse_count(given.value, "", 0, UINT32_MAX);
      if (!from || !text.ends_with("+ " + given.name)) continue;
      const DefineFix define{given.name, *from, *from + static_cast<uint64_t>(layout.change.pad)};
      prepare::Request changed = request_;
      changed.launch.defines[i].value = std::to_string(define.to);
      confirm(changed, file().text(), promises({{&array, layout.cost}}),
              [this, index, number, define](const Confirmed& confirmed) {
                std::optional<DefineFix>& known = fixes_.arrays[index].fixes[number].define;
                if (!confirmed.problem && !known) known = define;
              });
    }
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
    confirm(request_, fixes_.text, promises(chosen), [this](Confirmed confirmed) {
      fixes_.after = std::move(confirmed.after);
      fixes_.problem = std::move(confirmed.problem);
    });
  }

  prepare::Request request_;
  base::WorkQueue work_;
  std::vector<SharedArray> arrays_;
  Fixes fixes_;
  base::Diagnostics errors_;
};

FixSearch::FixSearch(prepare::Request request)
    : finder_(std::make_unique<FixFinder>(std::move(request))) {}

FixSearch::~FixSearch() = default;

base::Progress FixSearch::advance(base::Slice& slice) {
  return finder_->advance(slice);
}

base::Checked<Fixes> FixSearch::take() {
  return finder_->take();
}

base::Checked<Fixes> find_fixes(prepare::Request request) {
  base::Slice whole(base::Slice::kWhole, request.cancelled);
  FixSearch search(std::move(request));
  search.advance(whole);
  return search.take();
}

}  // namespace warplens::fix
