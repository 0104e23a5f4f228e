// In two passes over the tree: what each local variable is made of, then subscripts, sums and
// stores. A value is followed through casts, local variables and shared arrays to the global array
// that it was loaded from.
#include "app/scene/matrices.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <vector>

#include "sim/lang/tree/walk.hpp"

namespace warplens::scene {
namespace {

using namespace lang;

constexpr int kDeepest = 12;  // steps from a value to where it came from

// A subscript as row and column; the texts are canonical within one kernel.
struct Subscript {
  const Variable* array = nullptr;
  uint64_t row_length = 0;  // 0: it has no row, or the array's type has more extents
  std::string row, column;
};

class Reader {
 public:
  explicit Reader(const run::Run& run) : run_(run), kernel_(*run.program->kernel) {
    if (kernel_.body == nullptr) return;
    for_each_statement(*kernel_.body, [this](const Stmt& stmt) { note_definitions(stmt); });
    each_expression([this](const Expr& expr) { read(expr); });
  }

  Matrices result() const {
    Matrices result;
    for (const auto& [array, lengths] : lengths_) {
      if (lengths.size() == 1 && *lengths.begin() > 1)
        result.row_lengths[array_of(*array)] = *lengths.begin();
    }
    for (const Sum& sum : sums_) {
      if (!result.product) result.product = product_of(sum);
    }
    return result;
  }

 private:
  // `variable` += `left` * `right`.
  struct Sum {
    const Variable* variable = nullptr;
    const Expr *left = nullptr, *right = nullptr;
  };

  void each_expression(const std::function<void(const Expr&)>& visit) const {
    for_each_statement(*kernel_.body, [&](const Stmt& stmt) {
      for_each_expression(stmt, [&](const Expr& whole) {
        any_part(whole, [&](const Expr& part) {
          visit(part);
          return false;
        });
      });
    });
  }

  void note_definitions(const Stmt& stmt) {
    if (stmt.kind == StmtKind::kDeclaration) {
      for (const Declarator& one : as<Declaration>(stmt).declarators) {
        if (one.value != nullptr) values_[one.variable].push_back(one.value.get());
      }
    }
    for_each_expression(stmt, [this](const Expr& whole) {
      any_part(whole, [this](const Expr& part) {
        if (part.kind == ExprKind::kAssign) {
          const auto& assign = as<Assign>(part);
          if (const Variable* target = root_of(*assign.target)) {
            values_[target].push_back(assign.value.get());
            changed_.insert(target);
          }
        } else if (part.kind == ExprKind::kIncrement) {
          changed_.insert(root_of(*as<Increment>(part).operand));
        }
        return false;
      });
    });
  }

  // The variable that is indexed, or is meant itself.
  static const Variable* root_of(const Expr& expr) {
    const Expr& inner = bare(expr);
    if (inner.kind == ExprKind::kIndex) return root_of(*as<Index>(inner).base);
    return named_variable(inner);
  }

  // What a local variable always is; null if it changes.
  const Expr* definition(const Expr& expr) const {
    if (expr.kind != ExprKind::kVariable) return nullptr;
    const Variable* variable = as<VariableRef>(expr).variable;
    const auto found = values_.find(variable);
    const bool is_fixed = found != values_.end() && found->second.size() == 1 &&
                          changed_.count(variable) == 0 && variable->storage == Storage::kLocal;
    return is_fixed ? found->second.front() : nullptr;
  }

  // That the parameter is given: its own, or "@other".
  std::string array_of(const Variable& parameter) const {
    for (const launch::Argument& argument : run_.request.launch.arguments) {
      const auto* text = std::get_if<std::string>(&argument.value);
      if (argument.name == parameter.name && text != nullptr && text->starts_with('@'))
        return text->substr(1);
    }
    return parameter.name;
  }

  std::optional<int64_t> parameter(const Variable& variable) const {
    for (const launch::Argument& argument : run_.request.launch.arguments) {
      const auto* text = std::get_if<std::string>(&argument.value);
      if (argument.name != variable.name || text == nullptr) continue;
      int64_t value = 0;
      const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
      if (error == std::errc() && end == text->data() + text->size()) return value;
    }
    return std::nullopt;
  }

  int64_t dimension(Builtin builtin) const {
    const launch::Dim3 &block = run_.context->block, &grid = run_.context->grid;
    switch (builtin) {
      case Builtin::kBlockDimX:
        return block.x;
      case Builtin::kBlockDimY:
        return block.y;
      case Builtin::kGridDimX:
        return grid.x;
      case Builtin::kGridDimY:
        return grid.y;
      case Builtin::kWarpSize:
        return 32;
      default:
        return 0;
    }
  }

  // The same for every thread and turn; nothing else.
  std::optional<int64_t> constant(const Expr& given, int depth = 0) const {
    const Expr& expr = bare(given);
    if (depth > kDeepest) return std::nullopt;
    switch (expr.kind) {
      case ExprKind::kLiteral:
        return expr.type != nullptr && expr.type->is_scalar() && base::is_integer(expr.type->scalar)
                   ? std::optional(static_cast<int64_t>(as<Literal>(expr).bits))
                   : std::nullopt;
      case ExprKind::kBuiltin: {
        const int64_t value = dimension(as<BuiltinRef>(expr).builtin);
        return value != 0 ? std::optional(value) : std::nullopt;
      }
      case ExprKind::kVariable: {
        const Variable& variable = *as<VariableRef>(expr).variable;
        if (variable.storage == Storage::kParameter && changed_.count(&variable) == 0)
          return parameter(variable);
        if (variable.storage == Storage::kConstant)
          return static_cast<int64_t>(variable.constant_bits);
        const Expr* value = definition(expr);
        return value != nullptr ? constant(*value, depth + 1) : std::nullopt;
      }
      case ExprKind::kBinary: {
        const auto& binary = as<Binary>(expr);
        const auto left = constant(*binary.left, depth + 1);
        const auto right = constant(*binary.right, depth + 1);
        if (!left || !right) return std::nullopt;
        if (binary.op == BinaryOp::kMultiply) return *left * *right;
        if (binary.op == BinaryOp::kAdd) return *left + *right;
        if (binary.op == BinaryOp::kSubtract) return *left - *right;
        if (binary.op == BinaryOp::kDivide && *right != 0) return *left / *right;
        return std::nullopt;
      }
      default:
        return std::nullopt;
    }
  }

  // With what local variables always are in their place.
  std::string text_of(const Expr& given, int depth = 0) const {
    const Expr& expr = bare(given);
    if (depth <= kDeepest) {
      if (const Expr* value = definition(expr)) return text_of(*value, depth + 1);
      if (expr.kind == ExprKind::kVariable) return as<VariableRef>(expr).name;
      if (expr.kind == ExprKind::kBinary) {
        const auto& binary = as<Binary>(expr);
        return text_of(*binary.left, depth + 1) + std::string(spelling_of(binary.op)) +
               text_of(*binary.right, depth + 1);
      }
    }
    std::string text(kernel_text(expr.span));
    std::erase_if(text, [](char c) { return c == ' ' || c == '\n' || c == '(' || c == ')'; });
    return text;
  }

  std::string_view kernel_text(base::Span span) const {
    return run_.program->unit->file.slice(span);
  }

  void add_terms(const Expr& given, std::vector<const Expr*>& terms) const {
    const Expr& expr = bare(given);
    if (expr.kind == ExprKind::kBinary && as<Binary>(expr).op == BinaryOp::kAdd) {
      add_terms(*as<Binary>(expr).left, terms);
      add_terms(*as<Binary>(expr).right, terms);
      return;
    }
    terms.push_back(&expr);
  }

  // Of `row * length + column`.
  void split(const Expr& index, Subscript& result) const {
    std::vector<const Expr*> terms;
    const Expr* whole = &bare(index);
    for (int depth = 0; depth < kDeepest && definition(*whole) != nullptr; ++depth)
      whole = &bare(*definition(*whole));
    add_terms(*whole, terms);
    const Expr* row = nullptr;
    for (const Expr* term : terms) {
      if (term->kind != ExprKind::kBinary || as<Binary>(*term).op != BinaryOp::kMultiply) continue;
      const auto& product = as<Binary>(*term);
      for (const bool is_right : {true, false}) {
        const Expr& factor = is_right ? *product.right : *product.left;
        // blockIdx.x * blockDim.x + threadIdx.x counts threads, and no rows.
        if (bare(factor).kind == ExprKind::kBuiltin) continue;
        const auto length = constant(factor);
        if (!length || *length <= static_cast<int64_t>(result.row_length)) continue;
        result.row_length = static_cast<uint64_t>(*length);
        result.row = text_of(is_right ? *product.left : *product.right);
        row = term;
      }
    }
    for (const Expr* term : terms) {
      if (term != row) result.column += (result.column.empty() ? "" : "+") + text_of(*term);
    }
  }

  // Nothing for what is no element of a global array.
  std::optional<Subscript> subscript(const Expr& given) const {
    const Expr& expr = bare(given);
    if (expr.kind != ExprKind::kIndex) return std::nullopt;
    const auto& index = as<Index>(expr);
    Subscript result;
    result.array = root_of(expr);
    if (result.array == nullptr || result.array->storage != Storage::kParameter)
      return std::nullopt;
    const Expr& base = bare(*index.base);
    if (base.kind == ExprKind::kIndex) {
      result.row = text_of(*as<Index>(base).index);
      result.column = text_of(*index.index);
    } else {
      split(*index.index, result);
    }
    return result;
  }

  void read(const Expr& expr) {
    if (const auto found = subscript(expr); found && found->row_length > 0)
      lengths_[found->array].insert(found->row_length);
    if (expr.kind != ExprKind::kAssign) return;
    const auto& assign = as<Assign>(expr);
    const Variable* target = root_of(*assign.target);
    if (target == nullptr) return;
    if (const auto stored = subscript(*assign.target)) {
      stores_.push_back({*stored, assign.value.get()});
      return;
    }
    const Expr& value = bare(*assign.value);
    if (assign.is_compound && assign.op == BinaryOp::kAdd) {
      note_sum(target, value);
    } else if (value.kind == ExprKind::kBinary && as<Binary>(value).op == BinaryOp::kAdd) {
      const auto& sum = as<Binary>(value);
      if (root_of(*sum.left) == target) note_sum(target, bare(*sum.right));
      if (root_of(*sum.right) == target) note_sum(target, bare(*sum.left));
    } else if (value.kind == ExprKind::kCall && as<Call>(value).arguments.size() == 3 &&
               as<Call>(value).name.find("fma") != std::string::npos) {
      const auto& call = as<Call>(value);
      if (root_of(*call.arguments[2]) == target)
        sums_.push_back({target, call.arguments[0].get(), call.arguments[1].get()});
    }
  }

  void note_sum(const Variable* target, const Expr& value) {
    if (value.kind != ExprKind::kBinary || as<Binary>(value).op != BinaryOp::kMultiply) return;
    sums_.push_back({target, as<Binary>(value).left.get(), as<Binary>(value).right.get()});
  }

  // The element of a global array that the value is, as far as the text says.
  std::optional<Subscript> origin(const Expr& given, int depth = 0) const {
    const Expr& expr = bare(given);
    if (depth > kDeepest) return std::nullopt;
    if (auto own = subscript(expr)) return own;
    if (expr.kind == ExprKind::kConditional) {
      if (auto found = origin(*as<Conditional>(expr).then_value, depth + 1)) return found;
      return origin(*as<Conditional>(expr).else_value, depth + 1);
    }
    const auto values = values_.find(root_of(expr));
    if (values == values_.end()) return std::nullopt;
    for (const Expr* value : values->second) {
      if (auto found = origin(*value, depth + 1)) return found;
    }
    return std::nullopt;
  }

  // Whether the stored value is made of the variable.
  bool is_made_of(const Expr& value, const Variable* variable) const {
    return any_part(value, [&](const Expr& part) { return root_of(part) == variable; });
  }

  std::optional<Product> product_of(const Sum& sum) const {
    const auto first = origin(*sum.left), second = origin(*sum.right);
    if (!first || !second || first->array == second->array) return std::nullopt;
    for (const auto& [stored, value] : stores_) {
      if (!is_made_of(*value, sum.variable)) continue;
      for (const auto& [left, above] : {std::pair(*first, *second), std::pair(*second, *first)}) {
        const bool has_rows = !left.row.empty() && !above.row.empty() && !stored.row.empty();
        const bool is_own_row = left.row == stored.row && above.row != stored.row;
        const bool is_turned = above.row == stored.column || left.column == stored.column;
        if (has_rows && is_own_row && !is_turned && stored.array != left.array &&
            stored.array != above.array)
          return Product{array_of(*left.array), array_of(*above.array), array_of(*stored.array)};
      }
    }
    return std::nullopt;
  }

  const run::Run& run_;
  const Kernel& kernel_;
  std::map<const Variable*, std::vector<const Expr*>> values_;
  std::set<const Variable*> changed_;
  std::map<const Variable*, std::set<uint64_t>> lengths_;
  std::vector<Sum> sums_;
  std::vector<std::pair<Subscript, const Expr*>> stores_;
};

}  // namespace

Matrices matrices_of(const run::Run& run) {
  Matrices result = Reader(run).result();
  std::erase_if(result.row_lengths, [&](const auto& entry) {
    const auto array = std::find_if(run.arrays.begin(), run.arrays.end(),
                                    [&](const auto& one) { return one.name == entry.first; });
    if (array == run.arrays.end() || array->extents.size() > 1) return true;
    const uint64_t count = array->bytes / base::size_of(array->element);
    return count % entry.second != 0 || count / entry.second < 2;
  });
  return result;
}

}  // namespace warplens::scene
