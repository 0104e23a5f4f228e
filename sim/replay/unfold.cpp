// Takes the access's lvalue apart: a chain of indices, or a dereferenced pointer. Each index gives
// its text, its text with values, and its value; a pointer into an array adds its distance from the
// array's start.
#include <algorithm>
#include <vector>

#include "sim/base/source_text.hpp"
#include "sim/code/pointer.hpp"
#include "sim/replay/evaluate.hpp"
#include "sim/replay/expression_text.hpp"
#include "sim/replay/replay.hpp"
#include "sim/run/named_element.hpp"

namespace warplens::replay {
namespace {

using lang::as;
using lang::Expr;
using lang::ExprKind;

// The expression without conversions that the text does not have.
const Expr& without_implicit(const Expr& expr) {
  if (expr.kind == ExprKind::kCast && as<lang::Cast>(expr).is_implicit) {
    return without_implicit(*as<lang::Cast>(expr).operand);
  }
  if (expr.kind == ExprKind::kLoad) return without_implicit(*as<lang::Load>(expr).operand);
  return expr;
}

const base::SourceFile& file_of(const LaneState& state) {
  return state.program().unit->file;
}

// The text between the brackets of `base[index]`.
std::string index_source(const LaneState& state, const lang::Index& index) {
  if (index.from_macro) return named_text(state, *index.index);
  const std::string_view text = file_of(state).slice(index.span);
  const uint32_t base_end = std::max(index.base->span.end, index.span.begin);
  const size_t open = text.find('[', base_end - index.span.begin);
  const size_t close = text.rfind(']');
  if (open == std::string_view::npos || close == std::string_view::npos || close <= open) {
    return base::source_text(file_of(state), index.index->span);
  }
  return base::source_text(file_of(state), {index.span.begin + static_cast<uint32_t>(open) + 1,
                                            index.span.begin + static_cast<uint32_t>(close)});
}

std::string signed_text(const lang::Type* type, uint64_t value) {
  return type->is_scalar() ? number_text(type->scalar, value)
                           : std::to_string(static_cast<int64_t>(value));
}

// Parentheses where the text would not bind as an operand of `+`.
std::string summand(const std::string& text) {
  const bool is_simple = text.find_first_of(" ?") == std::string::npos && !text.starts_with('-');
  return is_simple ? text : "(" + text + ")";
}

// Elements from the start of the pointer's array.
int64_t element_of(uint64_t pointer, const PointedArray& array, const lang::Type* element) {
  const auto size = static_cast<int64_t>(std::max<uint64_t>(1, lang::size_of(element)));
  return static_cast<int64_t>(pointer - array.begin) / size;
}

// The operands of a sum, from left to right. False: there is something else than a sum in it, a
// value that is unknown, or a negative one.
bool collect_terms(const LaneState& state, const Expr& expr, std::vector<Unfolded::Term>& terms) {
  const Expr& plain = without_implicit(expr);
  if (plain.kind == ExprKind::kBinary && !plain.from_macro &&
      as<lang::Binary>(plain).op == lang::BinaryOp::kAdd) {
    const auto& sum = as<lang::Binary>(plain);
    return collect_terms(state, *sum.left, terms) && collect_terms(state, *sum.right, terms);
  }
  const std::optional<uint64_t> value = evaluate(state, plain);
  if (!value || static_cast<int64_t>(*value) < 0) return false;
  terms.push_back(
      {plain.from_macro ? named_text(state, plain) : base::source_text(file_of(state), plain.span),
       *value});
  return true;
}

void add_terms(const LaneState& state, const Expr& index, Unfolded& out) {
  std::vector<Unfolded::Term> terms;
  if (collect_terms(state, index, terms) && terms.size() > 1) out.terms = std::move(terms);
}

void unfold_chain(const LaneState& state, const lang::Index& outermost, Unfolded& out) {
  std::vector<const lang::Index*> chain{&outermost};
  while (chain.back()->base->kind == ExprKind::kIndex && chain.back()->base->type->is_array()) {
    chain.push_back(&as<lang::Index>(*chain.back()->base));
  }
  std::reverse(chain.begin(), chain.end());
  const Expr& base = *chain.front()->base;
  const std::optional<uint64_t> pointer =
      base.type->is_array() ? address_of(state, base) : evaluate(state, base);
  if (!pointer) return;
  const PointedArray array = array_of(state, *pointer);
  out.array = array.name;

  if (chain.size() > 1) {
    for (const lang::Index* index : chain) {
      out.source += "[" + index_source(state, *index) + "]";
      out.values += "[" + valued_text(state, *index->index) + "]";
      const std::optional<uint64_t> value = evaluate(state, *index->index);
      out.result += "[" + (value ? signed_text(index->index->type, *value) : "?") + "]";
    }
    return;
  }
  const Expr& index = *outermost.index;
  out.source = index_source(state, outermost);
  out.values = valued_text(state, index);
  const std::optional<uint64_t> value = evaluate(state, index);
  if (!value) return;
  const int64_t before = element_of(*pointer, array, outermost.type);
  if (before == 0) {
    out.result = signed_text(index.type, *value);
    add_terms(state, index, out);
  } else {  // a pointer into the array: it counts from where it points
    const std::string name =
        base.from_macro ? named_text(state, base) : base::source_text(file_of(state), base.span);
    out.source = summand(name) + " + " + summand(out.source);
    out.values = summand(std::to_string(before)) + " + " + summand(out.values);
    out.result = std::to_string(before + static_cast<int64_t>(*value));
  }
}

// `p[i].v.x` is the element p[i], of which the member .v.x is accessed.
const Expr& without_members(const Expr& lvalue, Unfolded& out) {
  const Expr* inner = &lvalue;
  while (inner->kind == ExprKind::kMember) {
    out.member = "." + as<lang::Member>(*inner).name + out.member;
    inner = as<lang::Member>(*inner).object.get();
  }
  return *inner;
}

// A plain variable as the index is explained by the expression that gave it its value.
void add_definition(const LaneState& state, const Expr& index, uint32_t position, Unfolded& out) {
  const Expr& plain = without_implicit(index);
  if (plain.kind != ExprKind::kVariable) return;
  const Definition definition =
      find_definition(state, *as<lang::VariableRef>(plain).variable, position);
  if (definition.value == nullptr) return;
  out.definition_source = base::source_text(file_of(state), definition.span);
  out.definition_values = valued_text(state, *definition.value);
  add_terms(state, *definition.value, out);
}

}  // namespace

Unfolded unfold_index(const run::Run& run, const Replay& replay, uint32_t step, uint32_t lane) {
  WL_ASSERT(replay.step() == step, "an index is unfolded at the replay's step");
  Unfolded out;
  const trace::AccessHead& head = run.recording->heads[step];
  if ((head.mask >> lane & 1) == 0) return out;
  const LaneState state{&replay.block(), &replay.memory(), head.warp, lane};
  const code::AccessSite& site = run.program->sites[head.site];
  const Expr& lvalue = without_members(*site.lvalue, out);
  switch (lvalue.kind) {
    case ExprKind::kIndex: {
      unfold_chain(state, as<lang::Index>(lvalue), out);
      add_definition(state, *as<lang::Index>(lvalue).index, site.span.begin, out);
      break;
    }
    case ExprKind::kDereference: {
      const Expr& pointer = *as<lang::Dereference>(lvalue).pointer;
      const std::optional<uint64_t> value = evaluate(state, pointer);
      if (!value) break;
      const PointedArray array = array_of(state, *value);
      out.array = array.name;
      out.is_dereferenced = true;
      out.source = lvalue.from_macro || pointer.from_macro
                       ? named_text(state, pointer)
                       : base::source_text(file_of(state), without_implicit(pointer).span);
      out.values = valued_text(state, pointer);
      out.result = std::to_string(element_of(*value, array, lvalue.type));
      break;
    }
    case ExprKind::kVariable:
      out.array = as<lang::VariableRef>(lvalue).name;
      break;
    default:
      break;
  }
  return out;
}

}  // namespace warplens::replay
