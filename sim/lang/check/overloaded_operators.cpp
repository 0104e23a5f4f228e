// Operators that the text overloads: a member's or a function's that fits the operands is called in
// place of the language's own ([over.match.oper]).
#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "sim/lang/check/checker.hpp"

namespace warplens::lang {
namespace {

bool can_be_overloaded(const Type* type) {
  return type->is_record() || (type->is_scalar() && type->enumeration != nullptr);
}

bool is_object_list(const Expr& operand) {
  return operand.kind == ExprKind::kConstruct && operand.type == nullptr;
}

// What a member takes: all operands but its object, which stays.
std::vector<ExprPtr> split_off(std::vector<ExprPtr>& operands) {
  std::vector<ExprPtr> behind(std::make_move_iterator(operands.begin() + 1),
                              std::make_move_iterator(operands.end()));
  operands.resize(1);
  return behind;
}

}  // namespace

// The members of the first operand's struct that fit the others. `given`: the operands' types.
std::vector<Checker::Candidate> Checker::fitting_members(CallSite site,
                                                         const std::vector<const Type*>& given,
                                                         std::vector<ExprPtr>& operands) {
  const Type* object = operands.front()->type;
  if (!object->is_record()) return {};
  std::vector<ExprPtr> behind = split_off(operands);
  site.arguments = &behind;
  site.object = object;
  // Of one struct to another: the language's own, if the text has none for just that.
  const bool is_copy =
      site.name == "operator=" && given.size() == 2 && plain(given[1]) == plain(object);
  std::vector<Candidate> fitting;
  for (const FunctionDeclaration* member : declarations().members(*object->record, site.name)) {
    const bool copies = !member->is_template && !member->parameters.empty() &&
                        plain(member->parameters[0].type) == plain(object);
    if (is_copy && !copies) continue;
    Candidate candidate = judge(*member, site, nullptr);
    if (!candidate.is_viable) continue;
    candidate.fits.insert(candidate.fits.begin(), candidate.fits.front());
    candidate.fits.front().is_object_of_static = true;
    fitting.push_back(std::move(candidate));
  }
  operands.insert(operands.end(), std::make_move_iterator(behind.begin()),
                  std::make_move_iterator(behind.end()));
  return fitting;
}

ExprPtr Checker::call_overload(const Expr& origin, const std::string& name,
                               const FunctionDeclaration& chosen, std::vector<ExprPtr>& operands) {
  if (!require_callable(chosen, origin.span)) return nullptr;
  auto call = make_at<Call>(origin, nullptr);
  call->name = name;
  call->name_span = origin.span;
  constexpr std::array<std::string_view, 7> kFromTheLeft{"operator<<", "operator>>", "operator[]",
                                                         "operator,",  "operator&&", "operator||",
                                                         "operator->*"};
  call->is_first_before_others =
      std::find(kFromTheLeft.begin(), kFromTheLeft.end(), name) != kFromTheLeft.end();
  if (chosen.record == nullptr) {
    call->arguments = std::move(operands);
    return make_call(std::move(call), chosen, nullptr);
  }
  call->arguments = split_off(operands);
  ExprPtr place = std::move(operands.front());
  if (!place->is_lvalue) place = materialize(std::move(place));
  return make_call(std::move(call), chosen, address_of(to_place(std::move(place))));
}

// The operands are checked, and not yet values; a list may be the last. They are gone if the text
// overloads the operator for them: then there is a result, null after a mistake.
std::optional<ExprPtr> Checker::overloaded(const Expr& origin, const std::string& name,
                                           std::vector<ExprPtr>& operands) {
  std::vector<const Type*> given;
  for (const ExprPtr& operand : operands) {
    if (!is_object_list(*operand)) given.push_back(operand->type);
  }
  if (std::none_of(given.begin(), given.end(), can_be_overloaded)) return std::nullopt;
  const std::vector<TemplateArgument> none;
  CallSite site;
  site.name = name;
  site.span = site.name_span = origin.span;
  site.written = &none;
  std::vector<Candidate> fitting = fitting_members(site, given, operands);
  site.arguments = &operands;
  for (const FunctionDeclaration* function : declarations().find_operator(name, given)) {
    Candidate candidate = judge(*function, site, nullptr);
    if (candidate.is_viable) fitting.push_back(std::move(candidate));
  }
  if (fitting.empty()) return std::nullopt;
  const Candidate* best = best_of(fitting);
  if (best == nullptr) {
    report_ambiguous(site, fitting);
    return ExprPtr();
  }
  return call_overload(origin, name, *best->declaration, operands);
}

std::optional<ExprPtr> Checker::overloaded(const Expr& origin, const std::string& name,
                                           ExprPtr& operand) {
  std::vector<ExprPtr> operands;
  operands.push_back(std::move(operand));
  std::optional<ExprPtr> made = overloaded(origin, name, operands);
  if (!made) operand = std::move(operands[0]);
  return made;
}

std::optional<ExprPtr> Checker::overloaded(const Expr& origin, const std::string& name,
                                           ExprPtr& left, ExprPtr& right) {
  std::vector<ExprPtr> operands;
  operands.push_back(std::move(left));
  operands.push_back(std::move(right));
  std::optional<ExprPtr> made = overloaded(origin, name, operands);
  if (made) return made;
  left = std::move(operands[0]);
  right = std::move(operands[1]);
  return std::nullopt;
}

}  // namespace warplens::lang
