// Sums of 16-bit floats one summand of which is a rounded product: a compiler may fuse the two and
// round once. Both values are worked out; products are followed through registers.
#include <fmt/format.h>

#include <array>
#include <bit>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "sim/base/half.hpp"
#include "sim/code/opcodes.hpp"
#include "sim/code/register_uses.hpp"
#include "sim/observe/finding/finding_place.hpp"
#include "sim/observe/finding/sentence.hpp"
#include "sim/observe/hints/instruction_hint.hpp"

namespace warplens::observe {

namespace {

using base::kWarpSize;
using base::Scalar;
using code::Op;

// How a register holds a product.
enum class Stage : uint8_t { kExact, kRounded, kWidened };

struct Product {
  Stage stage = Stage::kExact;
  Scalar type = Scalar::kHalf;  // kRounded, kWidened
  uint32_t lanes = 0;
  std::array<double, kWarpSize> values{};  // unrounded
};

// A float's number, as few digits as tell it from others of its type.
std::string text_of(Scalar type, uint16_t bits) {
  return fmt::format("{:.{}g}", base::small_to_float(type, bits), type == Scalar::kHalf ? 5 : 4);
}

class TwoRoundings : public InstructionHint {
 public:
  explicit TwoRoundings(const FollowedBlock& subject)
      : InstructionHint(subject),
        fusible_(subject.program.small_fusible.begin(), subject.program.small_fusible.end()),
        products_(subject.warps(), Products(subject.program.register_slots)) {
    for (const code::Instr& instr : subject.program.instrs)
      uses_.push_back(code::register_uses(subject.program, instr));
  }

  void before(const Instruction& instruction) override {
    const code::Instr& instr = subject().program.instrs[instruction.pc];
    Products& products = products_[instruction.warp];
    if (instr.op == Op::kAddF32 || instr.op == Op::kSubF32) compare(instruction, instr, products);
    std::shared_ptr<const Product> result = result_of(instruction, instr, products);
    for (const code::SlotRange& range : uses_[instruction.pc].writes) {
      for (uint32_t slot = range.slot; slot < range.slot + uint32_t{range.width} * range.count;
           ++slot)
        products[slot] = result;
    }
  }

  void add_findings(std::vector<Finding>& to) const override {
    std::set<std::pair<uint32_t, uint32_t>> places;
    for (const auto& [pc, sum] : sums_) {
      Finding finding = finding_at(FindingKind::kTwoRoundings, subject().program.spans[pc],
                                   subject().program.frames_of[pc]);
      // A __half2's two sums are at one place.
      if (!places.emplace(finding.line, finding.column).second) continue;
      finding.count = sum.threads.size();
      put_thread(finding, sum.thread);
      finding.detail = RoundingDetail{sum.twice, sum.once, sum.threads.size()};
      finding.message = sentence(finding);
      to.push_back(std::move(finding));
    }
  }

 private:
  using Products = std::vector<std::shared_ptr<const Product>>;  // by slot; may be null
  struct Sum {
    uint32_t thread = 0;  // the first whose values differ
    std::string twice, once;
    std::set<uint32_t> threads;
  };

  std::shared_ptr<const Product> result_of(const Instruction& instruction, const code::Instr& instr,
                                           const Products& products) const {
    switch (instr.op) {
      case Op::kMulF32:
        return fusible_.contains(instruction.pc) ? product(instruction, instr) : nullptr;
      case Op::kF32ToF16:
        return moved(products[instr.a], Stage::kExact, Stage::kRounded, Scalar::kHalf);
      case Op::kF32ToB16:
        return moved(products[instr.a], Stage::kExact, Stage::kRounded, Scalar::kBfloat);
      case Op::kF16ToF32:
      case Op::kB16ToF32:
        return products[instr.a] == nullptr ? nullptr
                                            : moved(products[instr.a], Stage::kRounded,
                                                    Stage::kWidened, products[instr.a]->type);
      case Op::kCopy32:
        return products[instr.a];
      case Op::kMove32: {  // under the mask
        if (products[instr.a] == nullptr) return nullptr;
        auto part = std::make_shared<Product>(*products[instr.a]);
        part->lanes &= instruction.mask;
        return part;
      }
      default:
        return nullptr;
    }
  }

  static std::shared_ptr<const Product> product(const Instruction& instruction,
                                                const code::Instr& instr) {
    auto result = std::make_shared<Product>();
    result->lanes = instruction.mask;
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
      result->values[lane] =
          double{real(instruction, instr.a, lane)} * double{real(instruction, instr.b, lane)};
    }
    return result;
  }

  static std::shared_ptr<const Product> moved(const std::shared_ptr<const Product>& from,
                                              Stage stage, Stage next, Scalar type) {
    if (from == nullptr || from->stage != stage) return nullptr;
    auto result = std::make_shared<Product>(*from);
    result->stage = next;
    result->type = type;
    return result;
  }

  static float real(const Instruction& instruction, uint32_t slot, uint32_t lane) {
    return std::bit_cast<float>(instruction.bits32(slot, lane));
  }

  // Of two products either may be fused; the left one is.
  void compare(const Instruction& instruction, const code::Instr& instr, const Products& products) {
    if (!fusible_.contains(instruction.pc)) return;
    const auto is_product = [&](uint32_t slot) {
      return products[slot] != nullptr && products[slot]->stage == Stage::kWidened;
    };
    const bool is_left = is_product(instr.a);
    if (!is_left && !is_product(instr.b)) return;
    const Product& product = *products[is_left ? instr.a : instr.b];
    const bool subtracts = instr.op == Op::kSubF32;
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
      if ((instruction.mask & product.lanes & (1u << lane)) == 0) continue;
      const auto sum = [&](auto left, auto right) {
        return subtracts ? left - right : left + right;
      };
      const float left = real(instruction, instr.a, lane), right = real(instruction, instr.b, lane);
      const double exact = product.values[lane];
      const uint16_t twice = base::small_from_double(product.type, sum(left, right));
      const uint16_t once = base::small_from_double(
          product.type, is_left ? sum(exact, double{right}) : sum(double{left}, exact));
      // Zeros of two signs are equal.
      if (base::small_to_float(product.type, twice) == base::small_to_float(product.type, once) ||
          twice == once)
        continue;
      note(instruction.pc, instruction.warp * kWarpSize + lane, text_of(product.type, twice),
           text_of(product.type, once));
    }
  }

  void note(uint32_t pc, uint32_t thread, std::string twice, std::string once) {
    Sum& sum = sums_[pc];
    if (sum.threads.empty()) sum = {thread, std::move(twice), std::move(once), {}};
    sum.threads.insert(thread);
  }

  const std::set<uint32_t> fusible_;
  std::vector<code::RegisterUses> uses_;  // by pc
  std::vector<Products> products_;        // by warp
  std::map<uint32_t, Sum> sums_;          // by pc
};

}  // namespace

std::unique_ptr<InstructionHint> two_roundings(const FollowedBlock& subject) {
  // A product alone is rounded once.
  if (subject.program.small_fusible.size() < 2) return nullptr;
  return std::make_unique<TwoRoundings>(subject);
}

}  // namespace warplens::observe
