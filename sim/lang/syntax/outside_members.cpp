// Members that are defined outside of their struct: `float Body::speed() { ... }`, `int Body::count
// = 0;`.
//
// Before such a definition is one `template <...>` for each template around the member, the
// outermost first, and one for the member if it is a template itself. Each is bound to the
// arguments of the instance whose member is wanted; an empty one, `template <>`, gives its
// arguments behind the name: `template <> void Box<int>::show() { ... }`.
#include <algorithm>
#include <utility>

#include "sim/lang/syntax/names.hpp"

namespace warplens::lang {

// `function`: as it is written; null for a variable.
void Names::declare_outside_member(const Item& item, std::string name,
                                   const FunctionEntity* function) {
  const size_t last = item.owner.rfind("::");
  OutsideMember& member = outside_members_.emplace_back();
  member.record = last == std::string::npos ? item.owner : item.owner.substr(last + 2);
  member.name = std::move(name);
  member.text = {item.head, item.end};
  member.position = item.begin;
  member.function = function;
  for (size_t at = item.begin; at < item.head && tokens_[at].is("template");)
    at = read_template_head(at, member.heads.emplace_back());
}

// A member's __device__ may be written in its struct, behind it, or both: for callers it is one
// function.
void Names::take_words_of_definition(FunctionEntity& member) {
  if (member.has_body || may_call(member, false)) return;
  const bool is_possible =
      std::any_of(outside_members_.begin(), outside_members_.end(), [&](const auto& outside) {
        return outside.function != nullptr && outside.name == member.name &&
               may_call(*outside.function, false);
      });
  const FunctionEntity* definition = is_possible ? definition_of_member(member) : nullptr;
  if (definition == nullptr) return;
  member.is_device = definition->is_device;
  member.is_constexpr = definition->is_constexpr;
}

// The definition for just these arguments, the one in the struct, or one outside of it. The same
// for each use: it holds the function's static variables.
FunctionEntity* Names::definition_of_member(FunctionEntity& function) {
  if (function.definition != nullptr) return function.definition;
  const std::vector<OuterArguments> around = arguments_around(*function.owner, &function);
  FunctionEntity* found = function.has_body ? &function : nullptr;
  for (const OutsideMember& outside : outside_members_) {
    budget().charge();
    const bool is_special = !outside.heads.empty() && outside.heads.back().empty();
    if (outside.function == nullptr || (found != nullptr && !is_special)) continue;
    FunctionEntity* made = outside_definition(outside, function, around);
    if (made == nullptr) continue;
    found = made;
    if (is_special) break;
  }
  function.definition = found;
  return found;
}

// The definition of a static variable of a struct; null if there is none outside.
Entity* Names::outside_variable(const Entity& variable) {
  const RecordEntity* record = variable.scope->record;
  if (record == nullptr) return nullptr;
  const std::vector<OuterArguments> around = arguments_around(*record, nullptr);
  const OutsideMember* found = nullptr;
  NameScope* found_scope = nullptr;
  for (const OutsideMember& outside : outside_members_) {
    budget().charge();
    if (outside.text.begin == variable.text.begin) return nullptr;  // it is itself one
    if (outside.function != nullptr || outside.name != variable.name) continue;
    NameScope* scope = scope_of_outside(outside, *record, around);
    const bool is_special = !outside.heads.empty() && outside.heads.back().empty();
    if (scope == nullptr || (found != nullptr && !is_special)) continue;
    found = &outside;
    found_scope = scope;
  }
  if (found == nullptr) return nullptr;
  reach_token(found->text.begin);
  Entity* made = make_entity(EntityKind::kVariable, variable.name, found_scope, found->position);
  made->span = variable.span;
  made->text = found->text;
  made->is_device = variable.is_device;
  made->is_constant_memory = variable.is_constant_memory;
  return made;
}

// The arguments of the templates around a member, the outermost first, and of the member's own
// instance.
std::vector<Names::OuterArguments> Names::arguments_around(const RecordEntity& owner,
                                                           const FunctionEntity* function) const {
  std::vector<OuterArguments> around;
  if (function != nullptr && function->primary != nullptr)
    around.push_back({function->name, &function->arguments, nullptr});
  for (NameScope* scope = owner.members; scope != nullptr; scope = scope->parent) {
    const RecordEntity* record = scope->record;
    if (record == nullptr || record->bound.empty()) continue;
    around.push_back({record->declaration->name, &record->bound, &record->arguments});
  }
  std::reverse(around.begin(), around.end());
  return around;
}

// Where the text of a definition outside finds its names, for an instance; null if it defines
// nothing of it.
NameScope* Names::scope_of_outside(const OutsideMember& outside, const RecordEntity& record,
                                   const std::vector<OuterArguments>& around) {
  if (record.declaration == nullptr || outside.record != record.declaration->name ||
      outside.heads.size() != around.size())
    return nullptr;
  NameScope* scope = record.members;
  for (size_t i = 0; i < around.size(); ++i) {
    const std::vector<TemplateParameter>& head = outside.heads[i];
    if (head.empty()) continue;
    if (head.size() != around[i].bound->size()) return nullptr;
    scope = bind(head, *around[i].bound, scope);
  }
  for (size_t i = 0; i < around.size(); ++i) {
    if (!is_written_for(outside, around[i], outside.heads[i].empty(), scope)) return nullptr;
  }
  return scope;
}

// Whether the arguments written behind a template's name, as in `Box<T*>::`, are those of the
// instance. Of a function those at the end may be left to deduction.
bool Names::is_written_for(const OutsideMember& outside, const OuterArguments& one, bool is_special,
                           NameScope* scope) {
  const bool is_function = one.of_record == nullptr;
  if (is_function && !is_special) return true;
  const std::vector<TemplateArgument> written =
      written_arguments(outside.text, one.name, scope, outside.position);
  std::vector<TemplateArgument> wanted;
  for (const TemplateArgument& argument : is_function ? *one.bound : *one.of_record) {
    if (argument.is_pack)
      wanted.insert(wanted.end(), argument.elements.begin(), argument.elements.end());
    else
      wanted.push_back(argument);
  }
  return written.size() <= wanted.size() &&
         std::equal(written.begin(), written.end(), wanted.begin());
}

// What a text outside defines for a member function; null if it is another's.
FunctionEntity* Names::outside_definition(const OutsideMember& outside,
                                          const FunctionEntity& function,
                                          const std::vector<OuterArguments>& around) {
  if (outside.name != function.name) return nullptr;
  NameScope* scope = scope_of_outside(outside, *function.owner, around);
  if (scope == nullptr) return nullptr;
  auto made = std::make_unique<FunctionEntity>(*outside.function);
  made->scope = scope;
  made->owner = function.owner;
  made->is_static = function.is_static;
  made->is_constructor = function.is_constructor;
  made->is_device |= function.is_device;
  made->full_name = function.full_name;
  made->is_template = false;
  FunctionEntity* definition = own(std::move(made));
  if (!read_head(*definition) || !same_parameters(function, *definition, unit_.types))
    return nullptr;
  return definition;
}

}  // namespace warplens::lang
