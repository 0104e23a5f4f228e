#include "sim/edit/possible_edits.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <set>
#include <string_view>
#include <utility>

#include "sim/edit/text.hpp"
#include "sim/lang/library/intrinsics.hpp"
#include "sim/lang/tree/walk.hpp"

namespace warplens::edit {

namespace {

using lang::as;
using lang::ExprKind;
using lang::StmtKind;

// `kept`, and blanks for the rest of `text`, with its line ends where they are. None: no room.
std::optional<std::string> blanked(std::string_view text, std::string_view kept) {
  std::string result(text);
  if (text.size() < kept.size() || text.substr(0, kept.size()).find('\n') != text.npos)
    return std::nullopt;
  for (char& c : result) {
    if (c != '\n' && c != '\r') c = ' ';
  }
  return result.replace(0, kept.size(), kept);
}

std::optional<Edit> replacing(const Text& text, Change change, Span place, std::string_view kept) {
  const std::optional<std::string> changed = blanked(text.slice(place), kept);
  return changed ? std::optional(Edit{change, place, *changed}) : std::nullopt;
}

lang::IntrinsicOp operation_of(const lang::Call& call) {
  return lang::intrinsics()[call.intrinsic].op;
}

// The barrier that a call is: itself, or as a member function of a group that contains only that.
std::optional<Change> barrier_of(const lang::Call& call) {
  if (call.function == nullptr) {
    if (operation_of(call) == lang::IntrinsicOp::kSyncThreads) return Change::kNoBarrier;
    if (operation_of(call) == lang::IntrinsicOp::kSyncWarp) return Change::kNoWarpBarrier;
    return std::nullopt;
  }
  const lang::Block* body = call.function->body.get();
  if (call.function->is_own || body == nullptr || body->statements.size() != 1) return std::nullopt;
  const lang::Stmt& only = *body->statements.front();
  if (only.kind != StmtKind::kExpression) return std::nullopt;
  const lang::Expr& inner = *as<lang::ExpressionStmt>(only).expression;
  return inner.kind == ExprKind::kCall ? barrier_of(as<lang::Call>(inner)) : std::nullopt;
}

// What `*p op= value` computes as the atomic does; "" where that is no operator.
std::string_view operator_of(lang::IntrinsicOp op) {
  switch (op) {
    case lang::IntrinsicOp::kAtomicAdd:
      return "+=";
    case lang::IntrinsicOp::kMadeAtomicSubtract:
      return "-=";
    case lang::IntrinsicOp::kAtomicAnd:
      return "&=";
    case lang::IntrinsicOp::kAtomicOr:
      return "|=";
    case lang::IntrinsicOp::kAtomicXor:
      return "^=";
    case lang::IntrinsicOp::kAtomicExchange:
      return "=";
    default:
      return "";
  }
}

// Of an atomic that is no operator: which function of the two values it stores.
std::string_view function_of(lang::IntrinsicOp op) {
  if (op == lang::IntrinsicOp::kAtomicMin) return "min";
  if (op == lang::IntrinsicOp::kAtomicMax) return "max";
  return "";
}

// Whether it may be written twice.
bool has_side_effects(const lang::Expr& expr) {
  return lang::any_part(expr, [](const lang::Expr& part) {
    return part.kind == ExprKind::kCall || part.kind == ExprKind::kAssign ||
           part.kind == ExprKind::kIncrement;
  });
}

// The text of an update: `place` and `value` as written, as the call's arguments. "": there is
// none. What an atomic returns is what was there, so where that is used only `++` takes its place.
std::string update_text(lang::IntrinsicOp op, const lang::Expr& pointer, const std::string& place,
                        const std::string& value, bool is_used) {
  const std::string_view sign = operator_of(op);
  const std::string_view function = function_of(op);
  const auto first = value.find_first_not_of(' ');
  const bool is_one = first != value.npos && value.substr(first) == "1";
  if (is_used) return sign == "+=" && is_one ? "(*(" + place + "))++" : "";
  if (!sign.empty()) return "*(" + place + ") " + std::string(sign) + value;
  if (function.empty() || has_side_effects(pointer)) return "";
  return "*(" + place + ") = " + std::string(function) + "(*(" + place + ")," + value + ")";
}

// `name(place, value)` as a plain update.
std::optional<Edit> plain_update(const Text& text, const lang::Call& call, bool is_used) {
  if (call.function != nullptr || call.arguments.size() != 2) return std::nullopt;
  const std::vector<lang::Token> tokens = text.tokens(call.span);
  const auto open = std::find_if(tokens.begin(), tokens.end(),
                                 [](const lang::Token& token) { return token.is("("); });
  if (open == tokens.end()) return std::nullopt;
  // By the name as written: of atomicSub the tree has an addition.
  const std::vector<uint16_t> rows = lang::intrinsics_named(text.slice(tokens.front().span));
  if (rows.empty()) return std::nullopt;
  size_t depth = 0;
  const lang::Token* comma = nullptr;
  for (auto token = open; token != tokens.end(); ++token) {
    if (opens(*token)) ++depth;
    if (closes(*token)) --depth;
    if (depth == 1 && token->is(",")) comma = &*token;
  }
  if (comma == nullptr || !tokens.back().is(")")) return std::nullopt;
  const std::string place(text.slice({open->span.end, comma->span.begin}));
  const std::string value(text.slice({comma->span.end, tokens.back().span.begin}));
  std::string plain = update_text(lang::intrinsics()[rows.front()].op, *call.arguments.front(),
                                  place, value, is_used);
  if (plain.empty()) return std::nullopt;
  const uint32_t size = call.span.end - call.span.begin;
  if (plain.size() < size) plain.append(size - plain.size(), ' ');
  return Edit{Change::kNoAtomic, call.span, plain};
}

// Whether a guard's statement does nothing but leave.
bool only_leaves(const lang::Stmt& stmt) {
  if (stmt.kind == StmtKind::kBlock) {
    const auto& inner = as<lang::Block>(stmt).statements;
    return inner.size() == 1 && only_leaves(*inner.front());
  }
  return stmt.kind == StmtKind::kReturn || stmt.kind == StmtKind::kContinue ||
         stmt.kind == StmtKind::kBreak;
}

std::optional<Edit> without_guard(const Text& text, const lang::If& guard) {
  const std::vector<lang::Token> tokens = text.tokens(guard.span);
  if (tokens.size() < 4 || !tokens[0].is("if") || !tokens[1].is("(")) return std::nullopt;
  const size_t close = closing(tokens, 1);
  if (close >= tokens.size()) return std::nullopt;
  const auto begin = tokens.begin() + 2, end = tokens.begin() + static_cast<ptrdiff_t>(close);
  const auto is = [](const char* word) {
    return [word](const lang::Token& token) { return token.is(word); };
  };
  auto first = std::find_if(begin, end, is(";"));  // of the condition, behind a declaration
  // A variable that is the condition is needed by the statement.
  if (first == end && std::any_of(begin, end, is("="))) return std::nullopt;
  first = first == end ? begin : first + 1;
  if (first == end) return std::nullopt;
  return replacing(text, Change::kNoGuard, {first->span.begin, tokens[close - 1].span.end},
                   only_leaves(*guard.then_branch) ? "0" : "1");
}

constexpr uint64_t kMostPadding = 4;  // beyond a power of two that is taken for padding

std::optional<Edit> without_padding(const Text& text, const lang::Variable& variable) {
  const lang::Type* rows = variable.type;
  if (rows->kind != lang::TypeKind::kArray || rows->element->kind != lang::TypeKind::kArray)
    return std::nullopt;
  constexpr uint32_t kLongest = 200;  // [bytes] of the extents
  std::vector<lang::Token> tokens = text.tokens({variable.span.end, variable.span.end + kLongest});
  size_t open = 0, close = 0;
  for (size_t at = 0; at < tokens.size() && tokens[at].is("["); at = close + 1) {
    open = at;
    close = closing(tokens, at);
  }
  if (close <= open + 1 || close >= tokens.size()) return std::nullopt;
  const Span extent{tokens[open + 1].span.begin, tokens[close - 1].span.end};
  size_t depth = 0;
  for (size_t i = close - 1; i > open + 1; --i) {
    if (closes(tokens[i])) ++depth;
    if (opens(tokens[i])) --depth;
    if (depth == 0 && tokens[i].is("+"))
      return replacing(text, Change::kNoPadding, {tokens[i].span.begin, extent.end}, "");
  }
  const std::string_view literal = text.slice(extent);
  uint64_t count = 0;
  const auto read = std::from_chars(literal.data(), literal.data() + literal.size(), count);
  if (read.ptr != literal.data() + literal.size() || count == 0) return std::nullopt;
  const uint64_t whole = std::bit_floor(count);
  if (whole == count || whole < 8 || count - whole > kMostPadding) return std::nullopt;
  return replacing(text, Change::kNoPadding, extent, std::to_string(whole));
}

// Without a barrier: blanks where its statement was, or `;` where one has to stay, as behind
// `if (...)`. In parentheses or a larger expression only the call is replaced.
std::optional<Edit> without_barrier(const Text& text, Change change, const lang::Call& call,
                                    const lang::Stmt& stmt, bool may_be_left_out) {
  constexpr uint32_t kLongest = 200;  // [bytes] of blanks before the semicolon
  const std::string_view behind = text.slice({call.span.end, call.span.end + kLongest});
  const size_t semicolon = behind.find_first_not_of(" \t\r\n");
  const bool is_alone = stmt.kind == StmtKind::kExpression && stmt.span == call.span &&
                        semicolon != behind.npos && behind[semicolon] == ';';
  if (!is_alone) return replacing(text, change, call.span, "(void)0");
  const auto end = call.span.end + static_cast<uint32_t>(semicolon) + 1;
  return replacing(text, change, {call.span.begin, end}, may_be_left_out ? "" : ";");
}

class Finder {
 public:
  explicit Finder(const base::SourceFile& file) : text_(file) {}

  void look_into(const lang::Function& function) {
    for (const lang::Variable* shared : function.shared) {
      if (text_.is_in_root(shared->span)) add(without_padding(text_, *shared));
    }
    std::set<const lang::Stmt*> in_blocks;
    lang::for_each_statement(*function.body, [&](const lang::Stmt& stmt) {
      if (stmt.kind == StmtKind::kBlock) {
        for (const lang::StmtPtr& inner : as<lang::Block>(stmt).statements)
          in_blocks.insert(inner.get());
      }
      if (stmt.kind == StmtKind::kIf && text_.is_in_root(stmt.span))
        add(without_guard(text_, as<lang::If>(stmt)));
      lang::for_each_expression(stmt, [&](const lang::Expr& expr) {
        const bool may_be_left_out = in_blocks.contains(&stmt);
        expression(expr, stmt, may_be_left_out, stmt.kind != StmtKind::kExpression);
      });
    });
  }
  std::vector<Edit> take() {
    std::sort(found_.begin(), found_.end(),
              [](const Edit& a, const Edit& b) { return a.place.begin < b.place.begin; });
    const auto is_same = [](const Edit& a, const Edit& b) { return a.place == b.place; };
    found_.erase(std::unique(found_.begin(), found_.end(), is_same), found_.end());
    return std::move(found_);
  }

 private:
  void expression(const lang::Expr& expr, const lang::Stmt& stmt, bool may_be_left_out,
                  bool is_used) {
    if (expr.kind == ExprKind::kCall && !expr.from_macro && text_.is_in_root(expr.span)) {
      const auto& call = as<lang::Call>(expr);
      if (const std::optional<Change> barrier = barrier_of(call))
        add(without_barrier(text_, *barrier, call, stmt, may_be_left_out));
      else
        add(plain_update(text_, call, is_used));
    }
    lang::for_each_part(
        expr, [&](const lang::Expr& part) { expression(part, stmt, may_be_left_out, true); });
  }
  void add(std::optional<Edit> edit) {
    if (edit) found_.push_back(std::move(*edit));
  }

  Text text_;
  std::vector<Edit> found_;
};

bool takes_atomic_add(const lang::Type& type) {
  if (type.kind != lang::TypeKind::kScalar) return false;
  switch (type.scalar) {
    case base::Scalar::kInt:
    case base::Scalar::kUInt:
    case base::Scalar::kULongLong:
    case base::Scalar::kFloat:
    case base::Scalar::kDouble:
      return true;
    default:
      return false;
  }
}

std::string address_of(const Text& text, const lang::Expr& place) {
  if (place.kind == ExprKind::kDereference && !as<lang::Dereference>(place).is_implicit)
    return std::string(text.slice(as<lang::Dereference>(place).pointer->span));
  return "&" + std::string(text.slice(place.span));
}

// Of a statement that adds to the place that `access` names; none: it does something else.
std::optional<Edit> atomic_add(const Text& text, const lang::Expr& update, Span access) {
  const lang::Expr* place = nullptr;
  std::string value = "1";
  bool is_negative = false;
  if (update.kind == ExprKind::kIncrement) {
    place = as<lang::Increment>(update).operand.get();
    is_negative = as<lang::Increment>(update).is_decrement;
  } else if (update.kind == ExprKind::kAssign) {
    const auto& assign = as<lang::Assign>(update);
    place = assign.target.get();
    const bool is_sum = assign.op == lang::BinaryOp::kAdd;
    is_negative = assign.op == lang::BinaryOp::kSubtract;
    if (!assign.is_compound || (!is_sum && !is_negative)) return std::nullopt;
    value = text.slice(assign.value->span);
  }
  if (place == nullptr || place->span != access || !takes_atomic_add(*place->type))
    return std::nullopt;
  if (is_negative) value = value == "1" ? "-1" : "-(" + value + ")";
  return Edit{Change::kAtomicAdd, update.span,
              "atomicAdd(" + address_of(text, *place) + ", " + value + ")"};
}

}  // namespace

std::vector<Edit> possible_edits(const code::Program& program) {
  Finder finder(program.unit->file);
  std::set<const lang::Function*> seen;
  for (const code::Frame& frame : program.frames) {
    const lang::Function* function = frame.function;
    if (function->is_own && function->body != nullptr && seen.insert(function).second)
      finder.look_into(*function);
  }
  return finder.take();
}

std::optional<Edit> with_atomic(const code::Program& program, Span access) {
  const Text text(program.unit->file);
  std::optional<Edit> found;
  for (const code::AccessSite& site : program.sites) {
    const bool is_here = site.span == access && site.statement != nullptr;
    if (found || !is_here || site.statement->kind != StmtKind::kExpression) continue;
    const lang::Expr& whole = *as<lang::ExpressionStmt>(*site.statement).expression;
    if (!whole.from_macro && text.is_in_root(whole.span)) found = atomic_add(text, whole, access);
  }
  return found;
}

}  // namespace warplens::edit
