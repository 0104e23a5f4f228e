#include "sim/edit/array_uses.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "sim/base/say.hpp"
#include "sim/edit/address_flow.hpp"
#include "sim/edit/text.hpp"
#include "sim/lang/library/intrinsics.hpp"
#include "sim/lang/tree/walk.hpp"

namespace warplens::edit {

namespace {

using lang::as;
using lang::Expr;
using lang::ExprKind;

lang::IntrinsicOp intrinsic_of(const lang::Call& call) {
  return lang::intrinsics()[call.intrinsic].op;
}

bool may_repeat(const Expr& subscript);

// A function that reads nothing but its arguments and changes nothing.
bool computes_only(const lang::Function& function) {
  if (function.body == nullptr || function.is_recursive) return false;
  bool is_pure = true;
  lang::for_each_statement(*function.body, [&](const lang::Stmt& stmt) {
    lang::for_each_expression(stmt, [&](const Expr& expr) { is_pure &= may_repeat(expr); });
  });
  return is_pure;
}

// A function of numbers alone.
bool computes_only(const lang::Call& call) {
  if (call.function != nullptr) return computes_only(*call.function);
  switch (intrinsic_of(call)) {
    case lang::IntrinsicOp::kFenceBlock:
    case lang::IntrinsicOp::kFenceDevice:
    case lang::IntrinsicOp::kNanosleep:
    case lang::IntrinsicOp::kClock:
    case lang::IntrinsicOp::kTrap:
      return false;
    default:
      break;
  }
  const lang::IntrinsicKind kind = kind_of(intrinsic_of(call));
  return kind == lang::IntrinsicKind::kNumber || kind == lang::IntrinsicKind::kOther;
}

bool is_memory(const lang::VariableRef& name) {
  return name.variable != nullptr && (name.variable->storage == lang::Storage::kShared ||
                                      name.variable->storage == lang::Storage::kDynamic ||
                                      name.variable->storage == lang::Storage::kGlobal ||
                                      name.variable->storage == lang::Storage::kConstantMemory);
}

// Reading memory twice would be another access.
bool may_repeat(const Expr& subscript) {
  return !lang::any_part(subscript, [](const Expr& part) {
    switch (part.kind) {
      case ExprKind::kCall:
        return !computes_only(as<lang::Call>(part));
      case ExprKind::kAssign:
      case ExprKind::kIncrement:
      case ExprKind::kIndex:
      case ExprKind::kDereference:
      case ExprKind::kAddressOf:
      case ExprKind::kPrint:
      case ExprKind::kAssert:
      case ExprKind::kMaterialize:
      case ExprKind::kLaunch:
        return true;
      case ExprKind::kVariable:
        return is_memory(as<lang::VariableRef>(part));
      default:
        return false;
    }
  });
}

class UseFinder {
 public:
  // `flow` is of the same program and outlives this.
  UseFinder(const code::Program& program, const lang::Variable& array, AddressFlow& flow)
      : text_(program.unit->file), dimensions_(lang::extents_of(array.type).size()), flow_(flow) {
    uses_.variable = &array;
    find_extents();
  }

  void look_into(const lang::Function& function) {
    for_each_path(function, [&](const ExprPath& path) {
      const Expr& expr = *path.expressions.back();
      if (expr.kind != ExprKind::kVariable ||
          as<lang::VariableRef>(expr).variable != uses_.variable)
        return;
      path_ = &path;
      use();
    });
  }

  ArrayUses take() { return std::move(uses_); }

 private:
  void find_extents() {
    const lang::Variable& array = *uses_.variable;
    if (!text_.is_in_root(array.span) || text_.slice(array.span) != array.name) return;
    constexpr uint32_t kLongest = 400;  // [bytes] of the extents
    const auto end = static_cast<uint32_t>(text_.root_size());
    const std::vector<lang::Token> tokens =
        text_.tokens({array.span.end, std::min(end, array.span.end + kLongest)});
    uses_.extents = subscripts(tokens, 0);
    if (uses_.extents.size() != dimensions_) uses_.extents.clear();
  }

  // What is around the expression that is `out` levels out of the variable's name; null: a
  // statement.
  const Expr* around(size_t out) const {
    const std::vector<const Expr*>& all = path_->expressions;
    return all.size() > out ? all[all.size() - 1 - out] : nullptr;
  }

  void use() {
    ElementPlace place;
    for (size_t i = 0; i < dimensions_; ++i) {
      const Expr* outer = around(i + 1);
      if (outer == nullptr || outer->kind != ExprKind::kIndex ||
          as<lang::Index>(*outer).base.get() != around(i))
        return escape(i);
      place.may_repeat.push_back(may_repeat(*as<lang::Index>(*outer).index));
    }
    const Expr& element = *around(dimensions_);
    if (!is_one_access()) return escape(dimensions_);
    place.span = element.span;
    find_subscripts(element, place);
    uses_.places.push_back(std::move(place));
  }

  // Whether the element's address, if it is taken, is used for accesses of this place alone.
  bool is_one_access() const {
    const size_t out = dimensions_ + 1;
    if (around(out) == nullptr || around(out)->kind != ExprKind::kAddressOf) return true;
    return flow_.is_for_one_place(*path_, path_->expressions.size() - 1 - out);
  }

  void find_subscripts(const Expr& element, ElementPlace& place) const {
    if (!text_.is_in_root(element.span)) return;
    const std::vector<lang::Token> tokens = text_.tokens(element.span);
    if (tokens.empty() || !tokens.front().is(uses_.variable->name)) return;
    place.inside = subscripts(tokens, 1);
    const bool is_whole = !place.inside.empty() && closing_of_last(tokens, place.inside.back());
    if (place.inside.size() != dimensions_ || !is_whole) place.inside.clear();
  }

  // The place ends with the bracket behind its last subscript.
  static bool closing_of_last(const std::vector<lang::Token>& tokens, Span last) {
    return tokens.size() > 1 && tokens.back().is("]") &&
           tokens[tokens.size() - 2].span.end == last.end;
  }

  void escape(size_t out) {
    const Span span = around(out)->span;
    if (uses_.escape && uses_.escape->span.begin <= span.begin) return;
    const std::string array = uses_.variable->name;
    const bool is_element = out == dimensions_;
    uses_.escape = base::at(
        span, is_element ? say("the address of an element of '{array}' is kept or passed on here, "
                               "so other code may count on where its neighbours are",
                               "array"_a = array)
              : out == 0 ? say("'{array}' is used here as a pointer, so other code may count on "
                               "where its elements are",
                               "array"_a = array)
                         : say("a row of '{array}' is used here as a pointer, so other code may "
                               "count on where its elements are",
                               "array"_a = array));
  }

  Text text_;
  const size_t dimensions_;
  AddressFlow& flow_;
  ArrayUses uses_;
  const ExprPath* path_ = nullptr;  // of the name that is looked at
};

void sort_places(std::vector<ElementPlace>& places) {
  std::stable_sort(places.begin(), places.end(), [](const ElementPlace& a, const ElementPlace& b) {
    return a.span.begin < b.span.begin;
  });
  const auto is_same = [](const ElementPlace& a, const ElementPlace& b) {
    return a.span == b.span && a.inside == b.inside && !a.inside.empty();
  };
  places.erase(std::unique(places.begin(), places.end(), is_same), places.end());
}

// Those that only return a number: "return row * 32 + column;".
std::vector<IndexFunction> index_functions(const std::set<const lang::Function*>& functions) {
  std::vector<IndexFunction> all;
  for (const lang::Function* function : functions) {
    if (!function->is_own || function->parameters.empty()) continue;
    if (lang::extents_of(function->return_type).empty() && computes_only(*function))
      all.push_back({function->name.substr(0, function->name.find('<')), function->span,
                     function->full_span});
  }
  return all;
}

using Functions = std::set<const lang::Function*>;

// Where macros write elements of the program's other shared arrays.
std::map<uint32_t, const lang::Variable*> elements_of_others(const code::Program& program,
                                                             const lang::Variable& array,
                                                             const Functions& functions,
                                                             AddressFlow& flow) {
  std::map<uint32_t, const lang::Variable*> all;
  for (const code::SharedArray& shared : program.shared) {
    const lang::Variable* other = declaration_of(program, shared);
    if (other == nullptr || other == &array || !other->type->is_array()) continue;
    UseFinder finder(program, *other, flow);
    for (const lang::Function* function : functions) finder.look_into(*function);
    for (const ElementPlace& place : finder.take().places) {
      if (place.inside.empty()) all.emplace(place.span.begin, other);
    }
  }
  return all;
}

}  // namespace

const lang::Variable* declaration_of(const code::Program& program, const code::SharedArray& array) {
  for (const code::VariableHome& home : program.homes) {
    const bool is_there = home.place == code::VariableHome::Place::kSharedMemory &&
                          home.offset == array.offset && home.variable->name == array.name;
    if (is_there) return home.variable;
  }
  return nullptr;
}

ArrayUses uses_of(const code::Program& program, const lang::Variable& array) {
  AddressFlow flow(program);
  UseFinder finder(program, array, flow);
  Functions seen;
  for (const code::Frame& frame : program.frames) {
    const lang::Function* function = frame.function;
    if (function->body != nullptr && seen.insert(function).second) finder.look_into(*function);
  }
  ArrayUses uses = finder.take();
  const bool has_macros = std::any_of(uses.places.begin(), uses.places.end(),
                                      [](const auto& place) { return place.inside.empty(); });
  move_to_writers(uses, program.unit->file, index_functions(seen),
                  has_macros ? elements_of_others(program, array, seen, flow)
                             : std::map<uint32_t, const lang::Variable*>());
  sort_places(uses.places);
  return uses;
}

ArrayUses joined(ArrayUses uses) {
  for (ElementPlace& place : uses.places) {
    if (place.is_shared) place.obstacle.reset();
  }
  return uses;
}

void add_uses(ArrayUses& to, const ArrayUses& more) {
  to.places.insert(to.places.end(), more.places.begin(), more.places.end());
  sort_places(to.places);
  if (!to.escape) to.escape = more.escape;
  to.together.insert(more.together.begin(), more.together.end());
}

}  // namespace warplens::edit
