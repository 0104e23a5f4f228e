// Accesses whose index of a row is outside of it, although the place is in the array: the element
// is another row's. The indices' values are taken from the instructions that scale them.
#include <array>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>

#include "sim/code/opcodes.hpp"
#include "sim/observe/finding/finding_place.hpp"
#include "sim/observe/finding/sentence.hpp"
#include "sim/observe/hints/instruction_hint.hpp"

namespace warplens::observe {

namespace {

using base::kWarpSize;
using Lanes = std::array<int64_t, kWarpSize>;

class PastRow : public InstructionHint {
 public:
  explicit PastRow(const FollowedBlock& subject) : InstructionHint(subject) {
    for (const code::SubscriptedAccess& access : subject.program.subscripted) {
      accesses_.emplace(access.pc, &access);
      for (const code::Subscript& subscript : access.subscripts) {
        if (subscript.pc == code::Subscript::kKnown) continue;
        indices_.emplace(subscript.pc, Index{subscript.type, std::vector<Lanes>(subject.warps())});
      }
    }
  }

  void before(const Instruction& instruction) override {
    const auto index = indices_.find(instruction.pc);
    if (index != indices_.end()) note(index->second, instruction);
    const auto access = accesses_.find(instruction.pc);
    if (access == accesses_.end()) return;
    const uint64_t elements = elements_of(*access->second);
    if (elements == 0) return;
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
      if ((instruction.mask >> lane & 1) != 0)
        look_at(*access->second, elements, instruction.warp, lane);
    }
  }

  // The text does not say how many rows an array has that it knows by a pointer: the access does.
  void access(const trace::WarpAccess& access) override {
    const auto found = accesses_.find(subject().program.sites[access.site].pc);
    if (found == accesses_.end() || elements_of(*found->second) != 0) return;
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
      if (((access.mask & ~access.out_of_bounds) >> lane & 1) != 0)
        look_at(*found->second, 0, access.warp, lane);
    }
  }

  void add_findings(std::vector<Finding>& to) const override {
    for (const auto& [place, seen] : seen_) {
      const code::SubscriptedAccess& access = *seen.access;
      Finding finding =
          finding_at(FindingKind::kPastRow, access.span, subject().program.frames_of[access.pc]);
      finding.count = seen.count;
      put_thread(finding, seen.thread);
      finding.detail = detail_of(access, seen.indices);
      finding.message = sentence(finding);
      to.push_back(std::move(finding));
    }
  }

 private:
  struct Index {
    const lang::Type* type = nullptr;
    std::vector<Lanes> values;  // by warp
  };
  struct Seen {
    const code::SubscriptedAccess* access = nullptr;
    uint64_t count = 0;  // lane accesses
    uint32_t thread = 0;
    std::vector<int64_t> indices;  // the first thread's
  };

  void note(Index& index, const Instruction& instruction) const {
    const code::Instr& scaling = subject().program.instrs[instruction.pc];
    const bool is_wide = scaling.op == code::Op::kIndex64;
    const uint32_t slot = scaling.op == code::Op::kScale32 ? scaling.a : scaling.b;
    // A wide index of shared or local memory has been cut to its low half.
    const bool is_unsigned = lang::size_of(index.type) <= 4 && !base::is_signed(index.type->scalar);
    Lanes& values = index.values[instruction.warp];
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
      if ((instruction.mask >> lane & 1) == 0) continue;
      const uint64_t bits =
          is_wide ? instruction.bits64(slot, lane) : instruction.bits32(slot, lane);
      values[lane] =
          is_wide || is_unsigned ? static_cast<int64_t>(bits) : int64_t{static_cast<int32_t>(bits)};
    }
  }

  // `elements`: of the array; 0: the place is in an array.
  void look_at(const code::SubscriptedAccess& access, uint64_t elements, uint32_t warp,
               uint32_t lane) {
    std::vector<int64_t> indices;
    for (const code::Subscript& subscript : access.subscripts) {
      const bool is_known = subscript.pc == code::Subscript::kKnown;
      indices.push_back(is_known ? subscript.value : indices_.at(subscript.pc).values[warp][lane]);
    }
    if (!first_outside(access, indices)) return;
    const std::optional<int64_t> place = distance(access, indices);
    if (!place || (elements != 0 && (*place < 0 || static_cast<uint64_t>(*place) >= elements)))
      return;  // out of bounds, which is a finding of its own
    Seen& seen =
        seen_[{access.span.begin, access.span.end, subject().program.frames_of[access.pc]}];
    if (seen.access == nullptr) seen = {&access, 0, warp * kWarpSize + lane, std::move(indices)};
    if (seen.access == &access) ++seen.count;  // `x op= y` is two accesses at one place
  }

  // The first inner dimension whose index is outside of it.
  static std::optional<size_t> first_outside(const code::SubscriptedAccess& access,
                                             const std::vector<int64_t>& indices) {
    for (size_t i = 1; i < indices.size(); ++i) {
      const bool is_inside =
          indices[i] >= 0 && static_cast<uint64_t>(indices[i]) < access.subscripts[i].extent;
      if (!is_inside) return i;
    }
    return std::nullopt;
  }

  // Elements from the array's first; nothing if a number of this size is no element's.
  static std::optional<int64_t> distance(const code::SubscriptedAccess& access,
                                         const std::vector<int64_t>& indices) {
    constexpr int64_t kFarthest = int64_t{1} << 40;
    int64_t sum = 0;
    for (size_t i = 0; i < indices.size(); ++i) {
      if (std::abs(sum) > kFarthest || std::abs(indices[i]) > kFarthest) return std::nullopt;
      sum = sum * (i == 0 ? 1 : static_cast<int64_t>(access.subscripts[i].extent)) + indices[i];
    }
    return sum;
  }

  static uint64_t elements_of(const code::SubscriptedAccess& access) {
    uint64_t elements = 1;
    for (const code::Subscript& subscript : access.subscripts) elements *= subscript.extent;
    return elements;
  }

  static RowDetail detail_of(const code::SubscriptedAccess& access,
                             const std::vector<int64_t>& indices) {
    RowDetail detail;
    detail.array = access.array;
    detail.indices = indices;
    detail.index = *first_outside(access, indices);
    detail.extent = access.subscripts[detail.index].extent;
    detail.landed.resize(indices.size());
    int64_t rest = *distance(access, indices);
    for (size_t i = indices.size(); i-- > 1;) {
      const auto count = static_cast<int64_t>(access.subscripts[i].extent);
      detail.landed[i] = (rest % count + count) % count;
      rest = (rest - detail.landed[i]) / count;
    }
    detail.landed[0] = rest;
    return detail;
  }

  std::unordered_map<uint32_t, Index> indices_;                            // by pc
  std::unordered_map<uint32_t, const code::SubscriptedAccess*> accesses_;  // by pc
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, Seen> seen_;          // by span and frame
};

}  // namespace

std::unique_ptr<InstructionHint> past_row(const FollowedBlock& subject) {
  if (subject.program.subscripted.empty()) return nullptr;
  return std::make_unique<PastRow>(subject);
}

}  // namespace warplens::observe
