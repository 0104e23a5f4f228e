// Conditions of a text that compare an index with its bound and let the bound itself pass, like
// `i <= n` of an array of n elements: the operator is replaced instead of adding a second guard
// inside the first. Whether that is right, a run has to show.
#include <algorithm>
#include <string_view>
#include <utility>

#include "sim/edit/guards.hpp"
#include "sim/edit/text.hpp"
#include "sim/lang/tree/walk.hpp"

namespace warplens::edit {

namespace {

using lang::as;
using lang::Expr;
using lang::ExprKind;
using lang::Stmt;

// What an access needs to be in its array: index < limit.
struct Need {
  const Expr* index = nullptr;
  uint64_t limit = 0;
};

class Comparisons {
 public:
  explicit Comparisons(const GuardQuestion& question)
      : question_(question),
        text_(question.program.unit->file),
        body_(*question.program.kernel->body),
        initial_(initial_values(body_)) {}

  std::vector<Guard> take() {
    for (size_t i = 0; i < question_.sites.size(); ++i) correct_comparisons(i);
    return std::move(guards_);
  }

 private:
  // What a sum, a difference or a product of known integers comes to.
  std::optional<uint64_t> computed(const Expr& whole) const {
    const Expr& expr = lang::bare(whole);
    if (expr.kind != ExprKind::kBinary) return value_of(question_, expr);
    const auto& binary = as<lang::Binary>(expr);
    const std::optional<uint64_t> left = computed(*binary.left), right = computed(*binary.right);
    if (!left || !right) return std::nullopt;
    switch (binary.op) {
      case lang::BinaryOp::kAdd:
        return *left + *right;
      case lang::BinaryOp::kSubtract:
        return *left - *right;
      case lang::BinaryOp::kMultiply:
        return *left * *right;
      default:
        return std::nullopt;
    }
  }

  // Each index that the access is made of, and what it was declared with.
  void add_needs(std::vector<Need>& to, const Expr& whole, uint64_t limit) const {
    const Expr& index = lang::bare(whole);
    to.push_back({&index, limit});
    const auto initial = initial_.find(lang::named_variable(index));
    if (initial != initial_.end()) add_needs(to, *initial->second, limit);
    if (index.kind != ExprKind::kBinary || as<lang::Binary>(index).op != lang::BinaryOp::kAdd)
      return;
    const auto& sum = as<lang::Binary>(index);
    for (const auto& [rows, column] :
         {std::pair{sum.left.get(), sum.right.get()}, {sum.right.get(), sum.left.get()}}) {
      const Expr& product = lang::bare(*rows);
      if (product.kind != ExprKind::kBinary ||
          as<lang::Binary>(product).op != lang::BinaryOp::kMultiply)
        continue;
      const auto& factors = as<lang::Binary>(product);
      for (const auto& [row, width] : {std::pair{factors.left.get(), factors.right.get()},
                                       {factors.right.get(), factors.left.get()}}) {
        const std::optional<uint64_t> wide = computed(*width);
        if (!wide || *wide < 2 || limit % *wide != 0) continue;
        add_needs(to, *row, limit / *wide);
        add_needs(to, *column, *wide);
      }
    }
  }

  bool is_same(const Expr& a, const Expr& b) const {
    const Expr &one = lang::bare(a), &other = lang::bare(b);
    if (one.kind == ExprKind::kVariable && other.kind == ExprKind::kVariable)
      return as<lang::VariableRef>(one).variable == as<lang::VariableRef>(other).variable;
    return one.kind == other.kind && question_.text_of(one.span) == question_.text_of(other.span);
  }

  // The operator that keeps the bound itself out, or lets it leave: `<` of `i <= n`, `>=` of
  // `i > n`. "" where the comparison is another one.
  std::string_view corrected(const lang::Binary& comparison, const std::vector<Need>& needs) const {
    using lang::BinaryOp;
    const auto compares = [&](const Expr& index, const Expr& bound) {
      return std::any_of(needs.begin(), needs.end(), [&](const Need& need) {
        return is_same(index, *need.index) && computed(bound) == need.limit;
      });
    };
    const BinaryOp op = comparison.op;
    if ((op == BinaryOp::kLessEqual || op == BinaryOp::kGreater) &&
        compares(*comparison.left, *comparison.right))
      return op == BinaryOp::kLessEqual ? "<" : ">=";
    if ((op == BinaryOp::kGreaterEqual || op == BinaryOp::kLess) &&
        compares(*comparison.right, *comparison.left))
      return op == BinaryOp::kGreaterEqual ? ">" : "<=";
    return "";
  }

  // The operator of the text.
  std::optional<Span> operator_of(const lang::Binary& comparison) const {
    const Span between{comparison.left->span.end, comparison.right->span.begin};
    if (between.begin >= between.end || !text_.is_in_root(between)) return std::nullopt;
    for (const lang::Token& token : text_.tokens(between)) {
      for (const char* op : {"<", "<=", ">", ">="})
        if (token.is(op)) return token.span;
    }
    return std::nullopt;
  }

  static std::string on_one_line(std::string_view text) {
    std::string words;
    for (const char c : text) {
      const bool is_blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';
      if (!is_blank) words += c;
      if (is_blank && !words.ends_with(' ')) words += ' ';
    }
    return words;
  }

  // Those of one condition of the text, together.
  void correct_condition(const Expr& condition, const std::vector<Need>& needs, size_t site) {
    struct Correction {
      Span comparison, place;
      std::string_view by;
    };
    std::vector<Correction> found;
    lang::any_part(condition, [&](const Expr& part) {
      if (part.kind != ExprKind::kBinary || part.from_macro) return false;
      const std::string_view by = corrected(as<lang::Binary>(part), needs);
      const std::optional<Span> place =
          by.empty() ? std::nullopt : operator_of(as<lang::Binary>(part));
      if (place) found.push_back({part.span, *place, by});
      return false;
    });
    if (found.empty()) return;
    const Span whole{found.front().comparison.begin, found.back().comparison.end};
    const Span place{found.front().place.begin, found.back().place.end};
    std::string text;
    uint32_t at = place.begin;
    for (const Correction& one : found) {
      text += std::string(text_.slice({at, one.place.begin})) + std::string(one.by);
      at = one.place.end;
    }
    const bool is_known = std::any_of(guards_.begin(), guards_.end(), [&](const Guard& guard) {
      return guard.edit.place == place && guard.edit.text == text;
    });
    if (is_known) return;
    const std::string added = std::string(text_.slice({whole.begin, place.begin})) + text +
                              std::string(text_.slice({place.end, whole.end}));
    guards_.push_back({Guard::Form::kComparison,
                       {Change::kGuard, place, text},
                       on_one_line(added),
                       on_one_line(text_.slice(whole)),
                       site});
  }

  // In the conditions of statements around the access, and of those that end before it.
  void correct_comparisons(size_t site) {
    const Expr* place = subscript_of(*question_.sites[site]);
    if (place == nullptr) return;
    std::vector<Need> needs;
    add_needs(needs, *as<lang::Index>(*place).index, question_.elements[site]);
    lang::for_each_statement(body_, [&](const Stmt& stmt) {
      if (stmt.span.begin > question_.sites[site]->span.begin) return;
      lang::for_each_expression(stmt,
                                [&](const Expr& whole) { correct_condition(whole, needs, site); });
    });
  }

  const GuardQuestion& question_;
  Text text_;
  const Stmt& body_;
  InitialValues initial_;
  std::vector<Guard> guards_;
};

}  // namespace

std::vector<Guard> corrected_comparisons(const GuardQuestion& question) {
  return Comparisons(question).take();
}

}  // namespace warplens::edit
