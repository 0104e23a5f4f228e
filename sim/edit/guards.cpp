// An index is `i`, which an integer of the launch bounds, or `row * width + column` with a known
// width, whose parts have bounds of their own. Conditions about a loop's variable are left out: the
// loop bounds it.
#include "sim/edit/guards.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "sim/code/opcodes.hpp"
#include "sim/edit/text.hpp"
#include "sim/lang/tree/walk.hpp"

namespace warplens::edit {

namespace {

using lang::as;
using lang::Expr;
using lang::ExprKind;
using lang::Stmt;
using lang::StmtKind;

bool holds(Span outer, Span inner) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

struct Condition {
  std::string index, bound;
  const Expr* expr = nullptr;  // of the index
};
using Conditions = std::vector<Condition>;

// The statements of one block of the text that hold all of some accesses.
struct Range {
  const lang::Block* block = nullptr;
  size_t first = 0, last = 0;
};

class Guards {
 public:
  explicit Guards(const GuardQuestion& question)
      : question_(question),
        text_(question.program.unit->file),
        body_(*question.program.kernel->body),
        initial_(initial_values(body_)) {
    lang::for_each_statement(body_, [&](const Stmt& stmt) {
      if (stmt.kind == StmtKind::kFor && as<lang::For>(stmt).induction != nullptr)
        loop_variables_.insert(as<lang::For>(stmt).induction);
    });
  }

  std::vector<Guard> take() {
    std::vector<Conditions> each;
    Conditions all;
    bool is_each_known = true;
    for (size_t i = 0; i < question_.sites.size(); ++i) {
      each.push_back(conditions_of(*question_.sites[i], question_.elements[i]));
      is_each_known &= !each.back().empty();
      for (const Condition& one : each.back()) add_new(all, one);
    }
    if (is_each_known && !each.empty()) {
      std::vector<Span> spans;
      for (const code::AccessSite* site : question_.sites) spans.push_back(site->span);
      add_around(spans, all, Guard::kAllSites);
    }
    for (size_t i = 0; i < each.size(); ++i) {
      if (each[i].empty()) continue;
      const code::AccessSite& site = *question_.sites[i];
      if (question_.sites.size() > 1) add_around({site.span}, each[i], i);
      add_value(site, each[i], i);
    }
    return std::move(guards_);
  }

 private:
  static void add_new(Conditions& to, const Condition& one) {
    const bool is_there = std::any_of(to.begin(), to.end(), [&](const Condition& other) {
      return other.index == one.index && other.bound == one.bound;
    });
    if (!is_there) to.push_back(one);
  }

  // The name of an integer of the launch with that value, one that is not `other` if there are two.
  std::optional<std::string> name_of(uint64_t value, const std::string& other) const {
    std::optional<std::string> found;
    for (const Known& known : question_.known) {
      if (known.value != value || (found && *found != other)) continue;
      found = known.name;
    }
    return found;
  }

  // As the left side of a comparison.
  std::string operand_text(const Expr& expr) const {
    std::string words = question_.text_of(expr.span);
    bool is_loose = expr.kind == ExprKind::kConditional || expr.kind == ExprKind::kLogical;
    if (expr.kind == ExprKind::kBinary) {
      const lang::BinaryOp op = as<lang::Binary>(expr).op;
      is_loose = op != lang::BinaryOp::kAdd && op != lang::BinaryOp::kSubtract &&
                 op != lang::BinaryOp::kMultiply && op != lang::BinaryOp::kDivide &&
                 op != lang::BinaryOp::kRemainder;
    }
    return is_loose && !words.starts_with("(") ? "(" + words + ")" : words;
  }

  static bool may_be_repeated(const Expr& expr) {
    return !lang::any_part(expr, [](const Expr& part) {
      return part.kind == ExprKind::kCall || part.kind == ExprKind::kAssign ||
             part.kind == ExprKind::kIncrement || part.kind == ExprKind::kIndex ||
             part.kind == ExprKind::kDereference;
    });
  }

  void bound(Conditions& to, const Expr& index, std::string limit) const {
    const bool is_loop = loop_variables_.contains(lang::named_variable(index));
    if (!is_loop && may_be_repeated(index))
      to.push_back({operand_text(index), std::move(limit), &index});
  }

  // `index < elements`; false: no name has the bound.
  bool split(Conditions& to, const Expr* index, uint64_t elements, const std::string& used) const {
    index = &lang::bare(*index);
    if (index->kind == ExprKind::kBinary && as<lang::Binary>(*index).op == lang::BinaryOp::kAdd) {
      const auto& sum = as<lang::Binary>(*index);
      for (const auto& [rows, column] :
           {std::pair{sum.left.get(), sum.right.get()}, {sum.right.get(), sum.left.get()}}) {
        if (split_rows(to, &lang::bare(*rows), &lang::bare(*column), elements)) return true;
      }
    }
    if (const std::optional<std::string> name = name_of(elements, used)) {
      bound(to, *index, *name);
      return true;
    }
    if (index->kind == ExprKind::kVariable) {
      const auto initial = initial_.find(as<lang::VariableRef>(*index).variable);
      if (initial != initial_.end() && split(to, initial->second, elements, used)) return true;
    }
    return false;
  }

  // `row * width + column`.
  bool split_rows(Conditions& to, const Expr* rows, const Expr* column, uint64_t elements) const {
    if (rows->kind != ExprKind::kBinary) return false;
    const auto& product = as<lang::Binary>(*rows);
    if (product.op != lang::BinaryOp::kMultiply) return false;
    for (const auto& [row, width] : {std::pair{product.left.get(), product.right.get()},
                                     {product.right.get(), product.left.get()}}) {
      const Expr* wide = &lang::bare(*width);
      const std::optional<uint64_t> value = value_of(question_, *wide);
      if (!value || *value < 2 || elements % *value != 0) continue;
      const std::string name = question_.text_of(wide->span);
      Conditions found;
      if (!split(found, row, elements / *value, name)) continue;
      bound(found, *column, name);
      to.insert(to.end(), found.begin(), found.end());
      return true;
    }
    return false;
  }

  Conditions conditions_of(const code::AccessSite& site, uint64_t elements) const {
    Conditions found;
    const Expr* place = subscript_of(site);
    if (place == nullptr || place->from_macro || !text_.is_in_root(place->span)) return found;
    const Expr* index = &lang::bare(*as<lang::Index>(*place).index);
    if (split(found, index, elements, "")) return found;
    found.clear();
    for (const Known& one : question_.known) {
      for (const Known& other : question_.known) {
        if (!found.empty() || one.value == 0 || one.value * other.value != elements) continue;
        bound(found, *index, one.name + " * " + other.name);
      }
    }
    return found;
  }

  // The statements around all spans, in the innermost block that holds them.
  std::optional<Range> range_around(const std::vector<Span>& spans) const {
    std::optional<Range> found;
    lang::for_each_statement(body_, [&](const Stmt& stmt) {
      if (stmt.kind != StmtKind::kBlock) return;
      const auto& block = as<lang::Block>(stmt);
      Range range{&block, block.statements.size(), 0};
      for (const Span& span : spans) {
        size_t at = 0;
        while (at < block.statements.size() && !holds(block.statements[at]->span, span)) ++at;
        if (at == block.statements.size()) return;
        range.first = std::min(range.first, at);
        range.last = std::max(range.last, at);
      }
      found = range;
    });
    return found;
  }

  // Whether the condition can be written at a place of the text.
  bool are_visible(const Conditions& conditions, uint32_t at) const {
    return std::none_of(conditions.begin(), conditions.end(), [&](const Condition& one) {
      return lang::any_part(*one.expr, [&](const Expr& part) {
        if (part.kind != ExprKind::kVariable) return false;
        const lang::Variable* variable = as<lang::VariableRef>(part).variable;
        return variable->storage == lang::Storage::kLocal &&
               !(variable->span.end <= at && at < variable->scope.end);
      });
    });
  }

  static std::string joined(const Conditions& conditions, const char* compare, const char* join) {
    std::string words;
    for (const Condition& one : conditions)
      words += (words.empty() ? "" : join) + one.index + compare + one.bound;
    return words;
  }

  bool has_barrier(Span span) const {
    const std::vector<code::Instr>& instrs = question_.program.instrs;
    for (size_t pc = 0; pc < instrs.size(); ++pc) {
      const code::Op op = instrs[pc].op;
      if (op != code::Op::kBarrier && op != code::Op::kBarrierVote) continue;
      // In a function that is called, the call is what the span would hold.
      Span place = question_.program.spans[pc];
      for (uint32_t frame = question_.program.frames_of[pc]; frame != 0;
           frame = question_.program.frames[frame].parent)
        place = question_.program.frames[frame].call;
      if (holds(span, place)) return true;
    }
    return false;
  }

  // With the semicolon behind it.
  Span whole(const Stmt& stmt) const {
    constexpr uint32_t kLongest = 200;  // [bytes] of blanks
    const std::string_view behind = text_.slice({stmt.span.end, stmt.span.end + kLongest});
    const size_t at = behind.find_first_not_of(" \t\r\n");
    if (at == behind.npos || behind[at] != ';') return stmt.span;
    return {stmt.span.begin, stmt.span.end + static_cast<uint32_t>(at) + 1};
  }

  void add_around(const std::vector<Span>& spans, const Conditions& conditions, size_t site) {
    const std::optional<Range> range = range_around(spans);
    if (!range) return;
    const auto& statements = range->block->statements;
    const Span first = whole(*statements[range->first]), last = whole(*statements[range->last]);
    if (!text_.is_in_root(first) || !text_.is_in_root(last)) return;
    if (!are_visible(conditions, first.begin)) return;
    bool declares = false;
    for (size_t i = range->first; i <= range->last; ++i)
      declares |= statements[i]->kind == StmtKind::kDeclaration;
    const bool is_divided = has_barrier({first.begin, last.end});
    const std::string guard = "if (" + joined(conditions, " < ", " && ") + ")";
    const auto insert = [&](Guard::Form form, const std::string& added) {
      guards_.push_back(
          {form, {Change::kGuard, {first.begin, first.begin}, added + " "}, added, "", site});
    };
    if (range->first == range->last && !declares && !is_divided)
      insert(Guard::Form::kStatement, guard);
    // A thread that has ended never comes to a barrier.
    if (!has_barrier(body_.span))
      insert(Guard::Form::kReturn, "if (" + joined(conditions, " >= ", " || ") + ") return;");
    const bool is_block = range->first < range->last && !is_divided &&
                          (!declares || range->last + 1 == statements.size());
    if (!is_block) return;
    const Span place{first.begin, last.end};
    guards_.push_back(
        {Guard::Form::kBlock,
         {Change::kGuard, place, guard + " { " + std::string(text_.slice(place)) + " }"},
         guard,
         "",
         site});
  }

  void add_value(const code::AccessSite& site, const Conditions& conditions, size_t index) {
    const bool is_scalar = site.type != nullptr && site.type->is_scalar();
    if (site.operation != code::Operation::kLoad || !is_scalar) return;
    if (!text_.is_in_root(site.span) || !are_visible(conditions, site.span.begin)) return;
    // The load of `a[i] += 1` is no value of its own.
    const auto is_stored = [&](const code::AccessSite& other) {
      return other.operation != code::Operation::kLoad && other.span == site.span;
    };
    const auto& sites = question_.program.sites;
    if (std::any_of(sites.begin(), sites.end(), is_stored)) return;
    const std::string value = "(" + joined(conditions, " < ", " && ") + " ? " +
                              std::string(text_.slice(site.span)) + " : 0)";
    guards_.push_back({Guard::Form::kValue, {Change::kGuard, site.span, value}, value, "", index});
  }

  const GuardQuestion& question_;
  Text text_;
  const Stmt& body_;
  InitialValues initial_;
  std::set<const lang::Variable*> loop_variables_;
  std::vector<Guard> guards_;
};

}  // namespace

const Expr* subscript_of(const code::AccessSite& site) {
  const Expr* place = site.lvalue;
  while (place != nullptr && place->kind == ExprKind::kMember)
    place = as<lang::Member>(*place).object.get();
  return place != nullptr && place->kind == ExprKind::kIndex ? place : nullptr;
}

std::optional<uint64_t> value_of(const GuardQuestion& question, const Expr& expr) {
  if (expr.kind == ExprKind::kLiteral) return as<lang::Literal>(expr).bits;
  const std::string name = question.text_of(expr.span);
  for (const Known& known : question.known)
    if (known.name == name) return known.value;
  return std::nullopt;
}

InitialValues initial_values(const Stmt& body) {
  InitialValues initial;
  lang::for_each_statement(body, [&](const Stmt& stmt) {
    if (stmt.kind != StmtKind::kDeclaration) return;
    for (const lang::Declarator& one : as<lang::Declaration>(stmt).declarators) {
      const auto is_itself = [&](const Expr& part) {  // `int i = i;`
        return part.kind == ExprKind::kVariable &&
               as<lang::VariableRef>(part).variable == one.variable;
      };
      if (one.value != nullptr && !lang::any_part(*one.value, is_itself))
        initial[one.variable] = one.value.get();
    }
  });
  return initial;
}

uint64_t subscripted_bytes(const code::AccessSite& site) {
  const Expr* place = subscript_of(site);
  return place != nullptr && place->type != nullptr ? lang::size_of(place->type) : 0;
}

std::vector<Guard> possible_guards(const GuardQuestion& question) {
  std::vector<Guard> guards = corrected_comparisons(question);
  for (Guard& guard : Guards(question).take()) guards.push_back(std::move(guard));
  return guards;
}

}  // namespace warplens::edit
