// What nvcc does was seen in its code for sm_90 (CUDA 13.0), in two stages that are imitated one
// after the other. Its front half (LLVM for NVPTX, PerformFADDCombine) fuses additions of products
// that have up to four uses, all of them additions; its back half (ptxas) fuses additions and
// subtractions of products that have no other uses. Both look at straight-line code: a product that
// is used behind a branch, or that a loop does not change, is in another block than its sum. Only
// ptxas fuses such a product, too, where a factor takes no register.
#include "sim/code/fused_sums.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "sim/code/lane_blocks.hpp"
#include "sim/code/opcodes.hpp"
#include "sim/code/register_uses.hpp"
#include "sim/code/value_sources.hpp"

namespace warplens::code {

namespace {

constexpr uint32_t kNothing = 0xffffffff;
// A product and a sum farther apart are not asked whether the factors are still there.
constexpr uint32_t kNear = 512;
constexpr uint32_t kMostUsesInFront = 4;  // of a product, for the front half
constexpr size_t kMostAlike = 8;          // products of the same factors that are looked at

bool is_product(Op op) {
  return op == Op::kMulF32 || op == Op::kMulF64;
}
bool subtracts(Op op) {
  return op == Op::kSubF32 || op == Op::kSubF64;
}
bool is_wide(Op op) {
  return op == Op::kMulF64 || op == Op::kAddF64 || op == Op::kSubF64;
}

// Where the compiler executes an instruction: in its block, or before a loop that does not change
// it.
struct Location {
  uint32_t before_loop = kNothing, block = kNothing;
  friend bool operator==(const Location&, const Location&) = default;
};

struct Term {
  uint32_t product = kNothing;  // index; kNothing: it is none
  bool is_negative = false;     // as part of the sum
};

struct Sum {
  uint32_t pc = 0;
  Location location;
  std::array<Term, 2> terms;       // left and right
  std::array<uint8_t, 2> order{};  // in which the compiler looks at them
  bool adds = false;               // no term is subtracted, but for a constant
  std::optional<uint8_t> fused;    // which term
};

struct Use {
  uint32_t sum = kNothing;  // index; kNothing: it is something else
  uint8_t term = 0;
};

struct Product {
  uint32_t pc = 0;
  uint32_t first = 0;  // index of the first product that has the same value
  // Of the first one, for all of the same value.
  std::vector<Use> uses;
  bool has_other_uses = false;  // than by sums
  bool is_elsewhere = false;    // than where it is used
  bool has_free_factor = false;
  uint32_t kept = kNothing;  // the register of its factors
};

class Fuser {
 public:
  Fuser(Program& program, uint32_t most_slots)
      : program_(program),
        most_slots_(most_slots),
        uses_(register_uses(program)),
        blocks_(program),
        sources_(program, uses_, blocks_) {}

  void fuse() {
    find_products();
    find_sums();
    find_uses();
    for (Product& product : products_) look_at_uses(product);
    fuse_in_front();
    fuse_behind();
    for (const Sum& sum : sums_)
      if (sum.fused) rewrite(sum);
  }

 private:
  const Instr& instr_at(uint32_t pc) const { return program_.instrs[pc]; }

  // ------------------------------------------------------------------------- products and sums

  void find_products() {
    std::map<std::tuple<Op, uint32_t, uint32_t>, std::vector<uint32_t>> alike;
    for (const uint32_t pc : program_.fusible) {
      if (!is_product(instr_at(pc).op) || sources_.only_write(sources_.written(pc)) != pc) continue;
      const auto index = static_cast<uint32_t>(products_.size());
      product_of_web_.emplace(sources_.written(pc), Term{index, false});
      products_.emplace_back();
      products_.back().pc = pc;
      products_.back().first = index;
      const uint32_t x = sources_.read(pc, 0), y = sources_.read(pc, 1);
      std::vector<uint32_t>& others = alike[{instr_at(pc).op, std::min(x, y), std::max(x, y)}];
      const auto same = std::find_if(others.begin(), others.end(), [&](uint32_t other) {
        return have_one_value(products_[other].pc, pc);
      });
      if (same != others.end())
        products_.back().first = *same;
      else if (others.size() < kMostAlike)
        others.push_back(index);
    }
    // Of the text's order, so that a negation's operand is known before it.
    for (uint32_t pc = 0; pc < program_.instrs.size() && !products_.empty(); ++pc) {
      if (!hides_product(pc)) continue;
      Term term = term_of(sources_.read(pc, 0));
      term.is_negative = !term.is_negative;
      if (term.product != kNothing) product_of_web_.emplace(sources_.written(pc), term);
    }
  }

  bool hides_product(uint32_t pc) const {
    return negates(instr_at(pc).op) && sources_.only_write(sources_.written(pc)) == pc;
  }

  Term term_of(uint32_t web) const {
    const auto at = product_of_web_.find(web);
    return at == product_of_web_.end() ? Term{} : at->second;
  }

  // Whether two products of the same webs are of the same values, so that a compiler has one.
  bool have_one_value(uint32_t first, uint32_t second) const {
    if (!blocks_.dominates(blocks_.of(first), blocks_.of(second))) return false;
    for (size_t k = 0; k < 2; ++k) {
      const uint32_t web = sources_.read(second, k);
      if (sources_.is_written(web, first, second)) return false;
      const LoopNest& loops = sources_.loops();
      for (uint32_t loop = loops.innermost(second); !loops.contains(loop, first);
           loop = loops[loop].parent) {
        if (sources_.is_written(web, loops[loop].begin, loops[loop].end) &&
            sources_.only_write(web) == kNothing)
          return false;
      }
    }
    return true;
  }

  void find_sums() {
    sum_at_.assign(program_.instrs.size(), kNothing);
    for (const uint32_t pc : program_.fusible) {
      const Op op = instr_at(pc).op;
      if (is_product(op) || !sources_.is_used(pc)) continue;
      Sum sum;
      sum.pc = pc;
      for (size_t k = 0; k < 2; ++k) {
        sum.terms[k] = term_of(sources_.read(pc, k));
        if (k == 1 && subtracts(op)) sum.terms[k].is_negative = !sum.terms[k].is_negative;
      }
      if (sum.terms[0].product == kNothing && sum.terms[1].product == kNothing) continue;
      sum.location = location_of(pc);
      set_order(sum);
      sum_at_[pc] = static_cast<uint32_t>(sums_.size());
      sums_.push_back(sum);
    }
  }

  // LLVM has what is subtracted on the right, and else the value on the left that it has earlier.
  void set_order(Sum& sum) const {
    const auto [left, right] = sum.terms;
    const uint32_t constant = sources_.only_write(sources_.read(sum.pc, 1));
    sum.adds = !left.is_negative &&
               (!right.is_negative || (constant != ValueSources::kNone && is_constant(constant)));
    const bool swaps = left.is_negative != right.is_negative
                           ? left.is_negative
                           : sources_.rank_of_read(sum.pc, 1) < sources_.rank_of_read(sum.pc, 0);
    sum.order = {static_cast<uint8_t>(swaps ? 1 : 0), static_cast<uint8_t>(swaps ? 0 : 1)};
  }

  Location location_of(uint32_t pc) const {
    const LoopNest& loops = sources_.loops();
    const uint32_t changes = sources_.changes_in(pc);
    uint32_t loop = loops.innermost(pc);
    if (changes == loop) return {kNothing, blocks_.of(pc)};
    while (loops[loop].parent != changes) loop = loops[loop].parent;
    return {loop, kNothing};
  }

  void find_uses() {
    for (uint32_t pc = 0; pc < program_.instrs.size(); ++pc) {
      if (sources_.hands_on(pc) || hides_product(pc) || !sources_.is_used(pc)) continue;
      for (uint8_t k = 0; k < sources_.operands_of(pc); ++k) {
        const Term term = term_of(sources_.read(pc, k));
        if (term.product == kNothing) continue;
        first_of(term.product).uses.push_back({sum_at_[pc], k});
      }
    }
  }

  Product& first_of(uint32_t product) { return products_[products_[product].first]; }

  void look_at_uses(Product& product) const {
    for (const Use& use : product.uses) product.has_other_uses |= use.sum == kNothing;
    if (product.uses.empty() || product.has_other_uses) return;
    const Location own = location_of(product.pc), first = sums_[product.uses.front().sum].location;
    product.is_elsewhere = !(own == first) && !sinks(product.pc, own, first);
    for (const Use& use : product.uses) product.is_elsewhere |= !(sums_[use.sum].location == first);
    for (size_t k = 0; k < 2; ++k) product.has_free_factor |= is_free(sources_.read(product.pc, k));
  }

  // Constants and parameters are operands of instructions as they are, without a register.
  bool is_free(uint32_t web) const {
    const uint32_t pc = sources_.only_write(web);
    return sources_.is_parameter(web) || (pc != ValueSources::kNone && is_constant(pc));
  }
  bool is_constant(uint32_t pc) const {
    return instr_at(pc).op == Op::kConst32 || instr_at(pc).op == Op::kConst64;
  }

  // Whether the compiler moves a product to the block where alone it is used: down branches, and
  // not past stores.
  bool sinks(uint32_t pc, const Location& from, const Location& to) const {
    if (from.before_loop != kNothing || to.before_loop != kNothing) return false;
    uint32_t block = to.block;
    for (uint32_t before = blocks_.only_predecessor(block); before != from.block;
         before = blocks_.only_predecessor(block)) {
      if (before == LaneBlocks::kNone || before >= block || stores(before)) return false;
      block = before;
    }
    const LoopNest& loops = sources_.loops();
    return loops.contains(loops.innermost(pc), blocks_.begin_of(to.block));
  }

  bool stores(uint32_t block) const {
    for (uint32_t pc = blocks_.begin_of(block);
         pc < program_.instrs.size() && blocks_.of(pc) == block; ++pc) {
      const OpInfo op = info(instr_at(pc).op);
      if (op.is_access && op.operation != Operation::kLoad) return true;
    }
    return false;
  }

  // ------------------------------------------------------------------------------- what is fused

  // Uses that are left of the product: nothing if one of them cannot be fused with it.
  std::optional<uint32_t> open_uses(const Product& product, bool in_front) const {
    if (product.has_other_uses) return std::nullopt;
    if (product.is_elsewhere && (in_front || !product.has_free_factor)) return std::nullopt;
    uint32_t count = 0;
    for (const Use& use : product.uses) {
      const Sum& sum = sums_[use.sum];
      if (sum.fused == use.term) continue;
      if (sum.fused || (in_front && !sum.adds)) return std::nullopt;
      ++count;
    }
    return count;
  }

  void fuse_in_front() {
    for (size_t i = sums_.size(); i-- > 0;) {
      Sum& sum = sums_[i];
      for (const uint8_t k : sum.order) {
        if (sum.fused || !sum.adds || sum.terms[k].product == kNothing) continue;
        const std::optional<uint32_t> count = open_uses(first_of(sum.terms[k].product), true);
        if (count && *count <= kMostUsesInFront) sum.fused = k;
      }
    }
  }

  // Products of one use come first.
  void fuse_behind() {
    fuse_behind(true);
    fuse_behind(false);
  }

  void fuse_behind(bool of_one_use) {
    for (Sum& sum : sums_) {
      for (const uint8_t k : sum.order) {
        const uint32_t product = sum.terms[k].product, other = sum.terms[1 - k].product;
        if (sum.fused || product == kNothing) continue;
        if (other != kNothing && products_[product].first == products_[other].first) continue;
        if (of_one_use && first_of(product).uses.size() > 1) continue;
        if (open_uses(first_of(product), false)) sum.fused = k;
      }
    }
  }

  // ----------------------------------------------------------------------------------- rewriting

  void rewrite(const Sum& sum) {
    Product& product = products_[sum.terms[*sum.fused].product];
    if (!reaches(product.pc, sum.pc)) return;
    std::array<uint16_t, 2> factors{instr_at(product.pc).a, instr_at(product.pc).b};
    const bool wide = is_wide(instr_at(sum.pc).op);
    if (product.kept != kNothing || !has_factors(product.pc, sum.pc)) {
      if (product.kept == kNothing && !keep_factors(product, wide)) return;
      factors[0] = static_cast<uint16_t>(product.kept);
      factors[1] = static_cast<uint16_t>(product.kept + (wide ? 2 : 1));
    }
    Instr& instr = program_.instrs[sum.pc];
    const uint16_t term = *sum.fused == 0 ? instr.a : instr.b;
    const uint16_t addend = *sum.fused == 0 ? instr.b : instr.a;
    const bool subtracts_addend = *sum.fused == 0 && subtracts(instr.op);
    const uint32_t signs =
        (sum.terms[*sum.fused].is_negative ? 1u : 0u) | (subtracts_addend ? 2u : 0u);
    instr = {wide ? Op::kFusedF64 : Op::kFusedF32,
             instr.dst,
             factors[0],
             factors[1],
             addend,
             static_cast<int32_t>(signs | uint32_t{term} << 8)};
  }

  // Whether the lanes that add come straight from the product: no other lane has executed it anew
  // in between.
  bool reaches(uint32_t product, uint32_t sum) const {
    return product < sum && sources_.loops().contains(sources_.loops().innermost(product), sum);
  }

  // Whether the product's factors are where they were.
  bool has_factors(uint32_t product, uint32_t sum) const {
    if (sum - product > kNear) return false;
    const Instr& factors = instr_at(product);
    const uint32_t width = is_wide(factors.op) ? 2 : 1;
    const auto overlaps = [&](uint32_t slot, const SlotRange& range) {
      return slot < range.slot + uint32_t{range.width} * range.count && range.slot < slot + width;
    };
    for (uint32_t pc = product; pc < sum; ++pc) {
      if (blocks_.of(pc) != blocks_.of(sum)) return false;
      for (const SlotRange& range : uses_[pc].writes) {
        if (overlaps(factors.a, range) || overlaps(factors.b, range)) return false;
      }
    }
    return true;
  }

  // A subroutine's registers are saved in one piece: it gets no more.
  bool keep_factors(Product& product, bool wide) {
    const uint32_t slots = wide ? 4 : 2;
    const bool in_subroutine =
        !program_.subroutines.empty() && product.pc >= program_.subroutines.front().entry;
    if (in_subroutine || program_.register_slots + slots > most_slots_) return false;
    product.kept = program_.register_slots;
    program_.register_slots += slots;
    Instr& instr = program_.instrs[product.pc];
    instr.op = wide ? Op::kKeepMulF64 : Op::kKeepMulF32;
    instr.c = static_cast<uint16_t>(product.kept);
    return true;
  }

  Program& program_;
  const uint32_t most_slots_;
  const std::vector<RegisterUses> uses_;  // by pc
  const LaneBlocks blocks_;
  const ValueSources sources_;
  std::vector<Product> products_;
  std::vector<Sum> sums_;
  std::map<uint32_t, Term> product_of_web_;  // products, and what negates them
  std::vector<uint32_t> sum_at_;             // by pc; kNothing: none
};

}  // namespace

void fuse_sums(Program& program, uint32_t most_slots) {
  const auto multiplies = [&](uint32_t pc) { return is_product(program.instrs[pc].op); };
  const auto products = std::count_if(program.fusible.begin(), program.fusible.end(), multiplies);
  if (products == 0 || static_cast<size_t>(products) == program.fusible.size()) return;
  Fuser(program, most_slots).fuse();
}

}  // namespace warplens::code
