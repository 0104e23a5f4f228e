// Name lookup by C++'s rules: scopes and hiding, using directives, the namespaces of the types of a
// call's arguments, and CUDA's own functions, which are declared in the file's scope as by its
// headers.
#include <algorithm>
#include <utility>

#include "sim/lang/syntax/names.hpp"

namespace warplens::lang {
namespace {

constexpr size_t kEverywhere = static_cast<size_t>(-1);

// The innermost scope around `from` that also contains `inner`: there the names of a using
// directive are visible.
NameScope* scope_around_both(NameScope* from, const NameScope* inner) {
  for (; from != nullptr; from = from->parent) {
    for (const NameScope* scope = inner; scope != nullptr; scope = scope->parent) {
      if (scope == from) return from;
    }
  }
  return nullptr;
}

struct Nominated {
  NameScope* used = nullptr;
  NameScope* seen_in = nullptr;
};

// Adds `used`, named by a directive in `scope`, and the namespaces that directives in it name.
void nominate(NameScope* used, NameScope* scope, size_t position, std::vector<Nominated>& nominated,
              base::Budget& budget) {
  budget.charge(1 + nominated.size());
  const bool is_known = std::any_of(nominated.begin(), nominated.end(),
                                    [&](const Nominated& known) { return known.used == used; });
  if (is_known) return;
  nominated.push_back({used, scope_around_both(scope, used)});
  for (const NameScope::Used& further : used->used) {
    if (!further.is_inline && further.position <= position)
      nominate(further.scope, scope, position, nominated, budget);
  }
}

// Adds the namespace that contains a scope.
void add_space(NameScope* space, std::vector<NameScope*>& spaces) {
  while (space->parent != nullptr && (space->record != nullptr || space->is_binding))
    space = space->parent;
  if (std::find(spaces.begin(), spaces.end(), space) == spaces.end()) spaces.push_back(space);
}

bool may_be_type(const Entity& entity) {
  return entity.kind != EntityKind::kFunction && entity.kind != EntityKind::kVariable &&
         entity.kind != EntityKind::kValue && entity.kind != EntityKind::kEnumerator &&
         entity.kind != EntityKind::kHost;
}

bool is_hidden_by(const Entity& type, const Entity& other) {
  return !may_be_type(other) && other.scope == type.scope;
}

// Adds the entity unless it is among the first `known`.
void add_once(Entity* entity, size_t known, std::vector<Entity*>& found) {
  const auto end = found.begin() + static_cast<ptrdiff_t>(known);
  if (std::find(found.begin(), end, entity) == end) found.push_back(entity);
}

}  // namespace

// ------------------------------------------------------------------------------ scopes

// Declarations of the scope itself and of its inline namespaces.
void Names::collect(NameScope& scope, std::string_view name, size_t position,
                    std::vector<Entity*>& found) {
  if (&scope == file_) declare_builtins(name);
  constexpr uint64_t kStepsALookUp = 10;
  const auto known = scope.names.find(name);
  budget().charge(kStepsALookUp);
  const bool is_declared = known != scope.names.end();
  if (is_declared) {
    const size_t before = found.size();  // of other scopes
    budget().charge(known->second.size() * (1 + before));
    for (Entity* entity : known->second) {
      if (entity->position <= position) add_once(entity, before, found);
    }
  }
  for (const NameScope::Used& used : scope.used) {
    if (used.is_inline && used.position <= position) collect(*used.scope, name, position, found);
  }
  if (scope.record == nullptr) return;
  const bool is_hidden = is_declared && !scope.record->used_names.contains(name);
  if (is_hidden) return;
  for (const RecordEntity* base : bases_of(*scope.record))
    collect(*base->members, name, position, found);
}

// `scope::name`: declarations of the scope hide those from its using directives.
void Names::collect_qualified(NameScope& scope, std::string_view name, size_t position,
                              std::vector<Entity*>& found) {
  std::vector<NameScope*> seen = {&scope};
  std::vector<NameScope*> level = {&scope};
  while (found.empty() && !level.empty()) {
    std::vector<NameScope*> next;
    for (NameScope* each : level) {
      const size_t before = found.size();
      collect(*each, name, position, found);
      if (found.size() != before) continue;
      for (const NameScope::Used& used : each->used) {
        budget().charge(seen.size());
        if (used.is_inline || used.position > position ||
            std::find(seen.begin(), seen.end(), used.scope) != seen.end())
          continue;
        seen.push_back(used.scope);
        next.push_back(used.scope);
      }
    }
    level = std::move(next);
  }
}

void Names::keep_types(std::vector<Entity*>& found) {
  std::erase_if(found, [](const Entity* entity) { return !may_be_type(*entity); });
}

// The class that `struct name` declares where the text defines it further down: it is visible from
// here on.
Entity* Names::find_later_class(std::string_view name) {
  Entity* later = nullptr;
  for (Entity* one : find_all(name, {context_.scope, kEverywhere, false, false, true})) {
    if (one->kind == EntityKind::kRecord && !one->is_template) later = one;
  }
  if (later != nullptr) later->position = std::min(later->position, context_.position);
  return later;
}

void Names::declare_class(const std::string& name) {
  NameScope* space = context_.scope;
  while (space->parent != nullptr && (space->record != nullptr || space->is_binding))
    space = space->parent;
  make_entity(EntityKind::kRecord, name, space, context_.position);
}

// A function or variable hides the class or enum of its name that is declared in the same scope:
// struct stat and stat().
void Names::leave_out_hidden(std::vector<Entity*>& found) const {
  if (found.size() < 2) return;
  budget().charge(found.size() * found.size());
  const std::vector<Entity*> all = found;
  std::erase_if(found, [&](const Entity* one) {
    if (one->kind != EntityKind::kRecord && one->kind != EntityKind::kEnum) return false;
    return std::any_of(all.begin(), all.end(),
                       [&](const Entity* other) { return is_hidden_by(*one, *other); });
  });
}

// All declarations of a name in the innermost block that has any.
std::vector<Entity*> Names::find_in_block(std::string_view name) const {
  constexpr uint64_t kStepsALocal = 3;
  budget().charge(kStepsALocal * local_names_.size());
  std::vector<Entity*> found;
  uint32_t block = 0;
  for (auto local = local_names_.rbegin(); local != local_names_.rend(); ++local) {
    if (local->entity->name != name || !checker_.is_open(local->scope)) continue;
    if (!found.empty() && local->scope != block) break;
    block = local->scope;
    found.insert(found.begin(), local->entity);
  }
  return found;
}

// Lookup of a name without `::`: the innermost scope that declares it.
std::vector<Entity*> Names::find_in_chain(std::string_view name, const Place& place) {
  std::vector<Entity*> found;
  std::vector<Nominated> nominated;
  if (place.with_locals) {
    found = find_in_block(name);
    if (place.types_only) keep_types(found);
    if (!found.empty() || (!place.types_only && checker_.find_local(name) != nullptr)) return found;
    for (const LocalUse& local : local_uses_) {
      if (checker_.is_open(local.scope))
        nominate(local.used, place.scope, place.position, nominated, budget());
    }
  }
  for (NameScope* scope = place.scope; scope != nullptr; scope = scope->parent) {
    for (const NameScope::Used& used : scope->used) {
      if (!used.is_inline && used.position <= place.position)
        nominate(used.scope, scope, place.position, nominated, budget());
    }
    if (scope->record == nullptr || !place.skips_members)
      collect(*scope, name, place.position, found);
    budget().charge(nominated.size());
    for (const Nominated& each : nominated) {
      if (each.seen_in == scope) collect(*each.used, name, place.position, found);
    }
    if (place.types_only) keep_types(found);
    if (!found.empty()) return found;
  }
  return found;
}

// ------------------------------------------------------------------------------ functions

std::vector<const FunctionDeclaration*> Names::find_functions(std::string_view name) {
  return find_called(name, {});
}

std::vector<const FunctionDeclaration*> Names::find_called(
    std::string_view name, const std::vector<const Type*>& arguments) {
  std::vector<Entity*> found = find_here(name);
  const bool is_qualified = name.find("::") != std::string_view::npos;
  const bool is_closed = std::any_of(found.begin(), found.end(), [](const Entity* entity) {
    return entity->kind != EntityKind::kFunction || entity->function->owner != nullptr;
  });
  return with_associated(std::move(found), name,
                         is_qualified || is_closed ? std::vector<const Type*>() : arguments);
}

std::vector<const FunctionDeclaration*> Names::find_operator(
    std::string_view name, const std::vector<const Type*>& operands) {
  return with_associated(find_all(name, {context_.scope, context_.position, true, true}), name,
                         operands);
}

std::vector<const FunctionDeclaration*> Names::with_associated(
    std::vector<Entity*> found, std::string_view name, const std::vector<const Type*>& arguments) {
  std::vector<NameScope*> spaces;
  for (const Type* type : arguments) note_namespaces(type, spaces);
  // For a template's body, lookup is done at the point of instantiation.
  bool is_instance = false;
  for (const NameScope* scope = context_.scope; scope != nullptr; scope = scope->parent)
    is_instance |= context_.function != nullptr && scope->is_binding;
  std::vector<Entity*> beside;
  for (NameScope* space : spaces)
    collect(*space, name, is_instance ? kEverywhere : context_.position, beside);
  follow_using(beside);
  for (Entity* entity : beside) {
    if (entity->kind == EntityKind::kFunction) add_once(entity, found.size(), found);
  }
  std::vector<const FunctionDeclaration*> overloads;
  for (const Entity* entity : found) {
    if (entity->kind == EntityKind::kFunction) add_overload(*entity->function, overloads);
  }
  keep_callable(overloads);
  return overloads;
}

// The namespaces associated with a type: its own, and those of its template arguments.
void Names::note_namespaces(const Type* type, std::vector<NameScope*>& spaces) {
  while (type->is_pointer() || type->is_array()) type = type->element;
  if (type->is_scalar() && type->enumeration != nullptr) {
    const auto of = enumerations_.find(type->enumeration);
    if (of != enumerations_.end()) add_space(of->second, spaces);
    return;
  }
  if (!type->is_record()) return;
  NameScope* space = file_;
  const auto known = record_entities_.find(type->record);
  if (known != record_entities_.end()) {
    const RecordEntity& record = *known->second;
    const Entity* declaration = record.primary != nullptr ? record.primary : record.declaration;
    if (declaration != nullptr && declaration->scope != nullptr) space = declaration->scope;
    for (const TemplateArgument& argument : record.arguments) {
      if (argument.type != nullptr) note_namespaces(argument.type, spaces);
    }
  }
  add_space(space, spaces);
}

bool Names::is_function_somewhere(std::string_view name) const {
  return std::any_of(scopes_.begin(), scopes_.end(), [&](const NameScope& scope) {
    const auto known = scope.names.find(name);
    return known != scope.names.end() &&
           std::any_of(known->second.begin(), known->second.end(),
                       [](const Entity* entity) { return entity->kind == EntityKind::kFunction; });
  });
}

// ------------------------------------------------------------------------------ CUDA's own

Entity* Names::own_builtin(const BuiltinFunction& function, std::string_view name) {
  auto made = std::make_unique<FunctionEntity>();
  made->name = made->full_name = std::string(name);
  made->is_device = made->is_host = true;
  made->head = ReadState::kRead;
  made->scope = file_;
  made->builtin = std::make_shared<const BuiltinFunction>(function);
  made->is_template = function.is_template();
  made->return_type = function.result;
  for (size_t i = 0; i < function.parameters.size(); ++i) {
    FunctionParameter parameter;
    parameter.type = function.parameters[i];
    parameter.has_default = i >= function.least_arguments;
    made->parameters.push_back(std::move(parameter));
  }
  made->texts.resize(made->parameters.size());
  entities_.emplace_back();
  Entity* entity = &entities_.back();
  entity->kind = EntityKind::kFunction;
  entity->name = std::string(name);
  entity->function = own(std::move(made));
  return entity;
}

// Placed before the text's declarations of that name, which may redeclare one of them.
void Names::declare_builtins(std::string_view name) {
  if (declared_builtins_.contains(name)) return;
  declared_builtins_.emplace(name);
  std::vector<Entity*> entities;
  for (const BuiltinFunction& function : builtin_functions(name, false, unit_.types)) {
    entities.push_back(own_builtin(function, name));
    entities.back()->scope = file_;
  }
  if (entities.empty()) return;
  std::vector<Entity*>& known = file_->names[std::string(name)];
  known.insert(known.begin(), entities.begin(), entities.end());
}

std::vector<Entity*> Names::builtins_of_std(std::string_view name) {
  const auto known = builtins_of_std_.find(name);
  if (known != builtins_of_std_.end()) return known->second;
  std::vector<Entity*> entities;
  for (const BuiltinFunction& function : builtin_functions(name, true, unit_.types))
    entities.push_back(own_builtin(function, name));
  builtins_of_std_.emplace(name, entities);
  return entities;
}

}  // namespace warplens::lang
