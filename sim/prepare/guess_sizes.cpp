// A block's shape from the text, the most reliable source first: the factor of blockIdx
// (`blockIdx.x * TILE_DIM`) with the step of the loop over the rest of the tile (`j +=
// BLOCK_ROWS`), the launch bounds, the first shared tile; else 16 x 16 where the text uses
// threadIdx.y, or 256.
#include "sim/prepare/guess_launch.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <optional>
#include <string_view>

#include "sim/base/warp.hpp"
#include "sim/lang/check/evaluate.hpp"
#include "sim/lang/tree/constant.hpp"
#include "sim/lang/tree/walk.hpp"

namespace warplens::prepare {
namespace {

using base::kWarpSize;
using lang::as;
using lang::BinaryOp;
using lang::Builtin;
using lang::Expr;
using lang::ExprKind;
using lang::Kernel;
using lang::Stmt;
using lang::StmtKind;
using launch::Dim3;

constexpr uint64_t kMaxThreads = 1024;  // of a block, on every device since compute capability 2.0

bool mentions(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), [](unsigned char c) {
    return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  });
  return result;
}

// Calls `see` for every expression of a statement and of those in it, and `loop` for every `for`.
class TextWalk {
 public:
  std::function<void(const Expr&)> see;
  std::function<void(const lang::For&)> loop;

  void visit(const Stmt* stmt) const {
    if (stmt == nullptr) return;
    switch (stmt->kind) {
      case StmtKind::kBlock:
        for (const lang::StmtPtr& inner : as<lang::Block>(*stmt).statements) visit(inner.get());
        return;
      case StmtKind::kDeclaration:
        for (const lang::Declarator& declarator : as<lang::Declaration>(*stmt).declarators) {
          part(declarator.value.get());
          part(declarator.constructor.get());
        }
        return;
      case StmtKind::kExpression:
        return part(as<lang::ExpressionStmt>(*stmt).expression.get());
      case StmtKind::kIf:
        part(as<lang::If>(*stmt).condition.get());
        visit(as<lang::If>(*stmt).then_branch.get());
        return visit(as<lang::If>(*stmt).else_branch.get());
      case StmtKind::kFor: {
        const auto& own = as<lang::For>(*stmt);
        loop(own);
        visit(own.init.get());
        part(own.condition.get());
        part(own.step.get());
        return visit(own.body.get());
      }
      case StmtKind::kWhile:
        part(as<lang::While>(*stmt).condition.get());
        return visit(as<lang::While>(*stmt).body.get());
      case StmtKind::kDoWhile:
        part(as<lang::DoWhile>(*stmt).condition.get());
        return visit(as<lang::DoWhile>(*stmt).body.get());
      case StmtKind::kSwitch:
        for (const lang::StmtPtr& inner : as<lang::Switch>(*stmt).statements) visit(inner.get());
        return;
      default:
        return;
    }
  }

 private:
  void part(const Expr* expr) const {
    if (expr == nullptr) return;
    lang::any_part(*expr, [&](const Expr& inner) {
      see(inner);
      return false;
    });
  }
};

const Expr& without_casts(const Expr& expr) {
  return expr.kind == ExprKind::kCast ? without_casts(*as<lang::Cast>(expr).operand) : expr;
}

std::optional<uint64_t> constant_of(const Expr& expr) {
  if (expr.type == nullptr || !expr.type->is_scalar()) return std::nullopt;
  const std::optional<lang::Constant> value = lang::fold(expr);
  if (!value || base::is_floating(value->scalar)) return std::nullopt;
  if (value->bits < 2 || value->bits > kMaxThreads) return std::nullopt;
  return value->bits;
}

// The factors of blockIdx.x and blockIdx.y in the text (0: none), and the steps of its loops.
struct Strides {
  std::array<uint64_t, 2> tile{0, 0};
  std::vector<uint64_t> steps;
};

Strides strides_of(const Kernel& kernel) {
  Strides strides;
  TextWalk walk;
  const auto note = [&](const Expr& index, const Expr& factor) {
    const Expr& bare = without_casts(index);
    if (bare.kind != ExprKind::kBuiltin) return;
    const Builtin builtin = as<lang::BuiltinRef>(bare).builtin;
    const std::optional<uint64_t> value = constant_of(factor);
    if (!value) return;
    if (builtin == Builtin::kBlockIdxX && strides.tile[0] == 0) strides.tile[0] = *value;
    if (builtin == Builtin::kBlockIdxY && strides.tile[1] == 0) strides.tile[1] = *value;
  };
  walk.see = [&](const Expr& expr) {
    if (expr.kind != ExprKind::kBinary) return;
    const auto& binary = as<lang::Binary>(expr);
    if (binary.op != BinaryOp::kMultiply) return;
    note(*binary.left, *binary.right);
    note(*binary.right, *binary.left);
  };
  walk.loop = [&](const lang::For& loop) {
    if (loop.step == nullptr || loop.step->kind != ExprKind::kAssign) return;
    const auto& step = as<lang::Assign>(*loop.step);
    if (!step.is_compound || step.op != BinaryOp::kAdd) return;
    if (const auto value = constant_of(*step.value)) strides.steps.push_back(*value);
  };
  walk.visit(kernel.body.get());
  for (const lang::Function* function : kernel.reached) walk.visit(function->body.get());
  return strides;
}

// N of `__launch_bounds__(N, ...)`, a number or a constant of the file.
std::optional<uint64_t> launch_bound(const lang::Unit& unit, std::string_view text) {
  constexpr std::string_view kName = "__launch_bounds__";
  size_t at = text.find(kName);
  if (at == std::string_view::npos) return std::nullopt;
  at = text.find_first_not_of(" \t(", at + kName.size());
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view word = text.substr(at, text.find_first_of(",) \t", at) - at);
  uint64_t number = 0;
  const auto parsed = std::from_chars(word.data(), word.data() + word.size(), number);
  if (parsed.ec != std::errc() || parsed.ptr != word.data() + word.size()) {
    for (const auto& constant : unit.constants) {
      if (constant->name == word) number = constant->constant_bits;
    }
  }
  if (number == 0 || number > kMaxThreads) return std::nullopt;
  return number;
}

// The extents of the first shared array with a known size.
std::vector<uint64_t> tile_of(const Kernel& kernel) {
  for (const lang::Variable* variable : kernel.shared) {
    std::vector<uint64_t> extents = lang::extents_of(variable->type);
    if (!extents.empty() && extents[0] > 0) return extents;
  }
  return {};
}

std::string_view text_of(const lang::Unit& unit, const Kernel& kernel) {
  return unit.file.slice(kernel.full_span);
}

Dim3 block_of(uint64_t x, uint64_t y) {
  return {static_cast<uint32_t>(x), static_cast<uint32_t>(y), 1};
}

// The text exchanges values within warps.
bool uses_warps(std::string_view text) {
  return mentions(text, "shfl") || mentions(text, "warp") || mentions(text, "tiled_partition");
}

// From the first shared tile, or from nothing.
Dim3 block_of_tile(const Kernel& kernel, std::string_view text, bool flat) {
  const std::vector<uint64_t> tile = tile_of(kernel);
  if (!tile.empty()) {
    // A padded tile is wider than the block that fills it, so that its first extent is the better
    // guess for both. A flat one may have a halo at both ends; whole warps leave it out.
    const uint64_t side = tile[0];
    // One element a warp: s[threadIdx.x / 32].
    if (flat && side <= kWarpSize && uses_warps(text)) return block_of(side * kWarpSize, 1);
    if (flat && side <= kMaxThreads) {
      return block_of(side < kWarpSize ? side : side / kWarpSize * kWarpSize, 1);
    }
    if (!flat && side <= kMaxThreads / side) return block_of(side, side);
  }
  return flat ? Dim3{256, 1, 1} : Dim3{16, 16, 1};
}

}  // namespace

bool is_flat(const lang::Unit& unit, const Kernel& kernel) {
  const std::string_view text = text_of(unit, kernel);
  return !mentions(text, "threadIdx.y") && !mentions(text, "blockIdx.y");
}

std::vector<Dim3> block_candidates(const lang::Unit& unit, const Kernel& kernel) {
  const std::string_view text = text_of(unit, kernel);
  const bool flat = !mentions(text, "threadIdx.y");
  const Strides strides = strides_of(kernel);
  std::vector<Dim3> candidates;
  const auto add = [&](Dim3 block) {
    if (block.count() == 0 || block.count() > kMaxThreads) return;
    if (std::find(candidates.begin(), candidates.end(), block) != candidates.end()) return;
    candidates.push_back(block);
  };
  const Dim3 base = block_of_tile(kernel, text, flat);
  const std::optional<uint64_t> bound = launch_bound(unit, text);
  if (flat) {
    if (strides.tile[0] != 0) add(block_of(strides.tile[0], 1));
    if (bound) add(block_of(*bound, 1));
    add(base);
    return candidates;
  }
  // Rows that warps share out among their lanes.
  if (uses_warps(text) && strides.tile[0] == 0 && tile_of(kernel).empty())
    add(block_of(kWarpSize, 8));
  const uint64_t x = strides.tile[0] != 0 ? strides.tile[0] : base.x;
  const uint64_t y = strides.tile[1] != 0 ? strides.tile[1] : strides.tile[0] != 0 ? x : base.y;
  for (uint64_t step : strides.steps) {
    if (step < y && y % step == 0 && strides.tile[0] != 0) add(block_of(x, step));
  }
  if (bound && *bound < x * y && *bound % x == 0) add(block_of(x, *bound / x));
  add(block_of(x, y));
  for (uint64_t part = 2; part <= 8 && y % part == 0; part *= 2) add(block_of(x, y / part));
  add(base);
  return candidates;
}

std::string guess_number(const lang::Variable& parameter, uint64_t width, uint64_t height) {
  if (!parameter.type->is_scalar() || !base::is_integer(parameter.type->scalar) ||
      base::size_of(parameter.type->scalar) < 4) {
    return "1";
  }
  const std::string name = lower_case(parameter.name);
  const bool is_height =
      mentions(name, "row") || mentions(name, "height") || name == "m" || name == "h";
  return std::to_string(is_height ? height : width);
}

}  // namespace warplens::prepare
