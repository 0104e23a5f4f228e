// Scopes, and the meaning of a name at the place being read.
#include "sim/lang/syntax/names.hpp"

#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/parser.hpp"

namespace warplens::lang {
namespace {

constexpr int kDeepestNamespaces = 32;
constexpr uint32_t kLevelsAVisit = 8;  // from reading one declaration to reading another

// Splits "geo::Tile<a::B, 2>::Inner" at its outermost `::`.
std::vector<std::string> split(std::string_view name) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '<') ++depth;
    if (name[i] == '>') --depth;
    if (depth == 0 && name[i] == ':' && i + 1 < name.size() && name[i + 1] == ':') {
      parts.emplace_back();
      ++i;
    } else {
      parts.back() += name[i];
    }
  }
  return parts;
}

}  // namespace

std::vector<std::string> names_in_order(const EntitiesByName& names) {
  std::vector<std::string> ordered;
  ordered.reserve(names.size());
  for (const auto& [name, entities] : names) ordered.push_back(name);
  std::sort(ordered.begin(), ordered.end());
  return ordered;
}

Names::Names(const Tokens& tokens, Unit& unit, Checker& checker, Reporter& reporter)
    : tokens_(tokens), unit_(unit), checker_(checker), reporter_(reporter) {
  file_ = make_scope("", nullptr);
  context_.scope = file_;
}
Names::~Names() = default;

Names::Visit::Visit(Names& names, const Context& context)
    : level_(names.budget(), kLevelsAVisit),
      names_(names),
      saved_(std::exchange(names.context_, context)),
      state_(names.checker_.begin_function(context.function)) {
  ++names_.depth_;
}
Names::Visit::~Visit() {
  --names_.depth_;
  names_.checker_.end_function(names_.unit_.file.end(), std::move(state_));
  names_.context_ = saved_;
}

NameScope* Names::make_scope(std::string path, NameScope* parent) {
  budget().keep(sizeof(NameScope) + path.size());
  scopes_.emplace_back();
  scopes_.back().path = std::move(path);
  scopes_.back().parent = parent;
  return &scopes_.back();
}

Entity* Names::make_entity(EntityKind kind, std::string name, NameScope* scope, size_t position) {
  budget().keep(2 * (sizeof(Entity) + name.size()));
  entities_.emplace_back();
  Entity* entity = &entities_.back();
  entity->kind = kind;
  entity->name = std::move(name);
  entity->scope = scope;
  entity->position = position;
  if (!entity->name.empty()) scope->names[entity->name].push_back(entity);
  return entity;
}

FunctionEntity* Names::own(std::unique_ptr<FunctionEntity> function) {
  budget().keep(2 * sizeof(FunctionEntity) +
                function->template_parameters.size() * sizeof(TemplateParameter) +
                function->full_name.size());
  functions_.push_back(std::move(function));
  FunctionEntity* made = functions_.back().get();
  function_entities_.emplace(made, made);
  return made;
}

FunctionEntity* Names::entity_of(const FunctionDeclaration& declaration) const {
  return function_entities_.at(&declaration);
}

Parser Names::parser_at(TokenRange text) {
  reach_token(text.begin);
  return Parser(tokens_, text, unit_, checker_, reporter_, *this);
}

// ------------------------------------------------------------------------------------ finding

Entity* Names::find_local(std::string_view name) const {
  budget().charge(local_names_.size());
  for (auto local = local_names_.rbegin(); local != local_names_.rend(); ++local) {
    if (local->entity->name == name && checker_.is_open(local->scope)) return local->entity;
  }
  return nullptr;
}

std::vector<Entity*> Names::find_all(std::string_view name, Place place) {
  const bool is_of_file = name.starts_with("::");
  if (is_of_file) {
    name.remove_prefix(2);
    place.scope = file_;
    place.with_locals = false;
  }
  budget().charge(name.size());
  const std::vector<std::string> parts = split(name);
  NameScope* scope = nullptr;
  std::string prefix;
  std::vector<Entity*> found;
  for (size_t i = 0; i < parts.size(); ++i) {
    prefix += (i == 0 ? "" : "::") + parts[i];
    const bool is_last = i + 1 == parts.size();
    const auto instance = instances_by_name_.find(prefix);
    if (instance != instances_by_name_.end() && !is_last) {
      read_record(*instance->second);
      scope = instance->second->members;
      continue;
    }
    found.clear();
    if (i == 0 && is_of_file) {
      collect_qualified(*file_, parts[i], place.position, found);
    } else if (i == 0) {
      found = find_in_chain(parts[i], place);
    } else {
      collect_qualified(*scope, parts[i], place.position, found);
    }
    follow_using(found);
    const bool is_of_std =
        is_last && i > 0 && (prefix == "std::" + parts[i] || prefix == "cuda::std::" + parts[i]);
    const bool are_functions = std::all_of(found.begin(), found.end(), [](const Entity* one) {
      return one->kind == EntityKind::kFunction;
    });
    if (is_of_std && are_functions) {
      const std::vector<Entity*> own = builtins_of_std(parts[i]);
      found.insert(found.end(), own.begin(), own.end());
    }
    if (is_last) {
      if (place.types_only)
        keep_types(found);
      else
        leave_out_hidden(found);
      return found;
    }
    if (i == 0 && found.empty()) {
      if (parts[0] == "cuda" && parts.size() == 3 && parts[1] == "std")
        return builtins_of_std(parts[2]);
      if (parts[0] == "std" && parts.size() == 2) return builtins_of_std(parts[1]);
    }
    scope = nullptr;
    for (Entity* entity : found) {
      if (NameScope* inner = scope_of(*entity)) scope = inner;
    }
    const bool is_inside_std = parts[0] == "cuda" && parts.size() == 3 && prefix == "cuda::std";
    if (scope == nullptr) return is_inside_std ? builtins_of_std(parts[2]) : std::vector<Entity*>();
  }
  return found;
}

// Replaces each `using ns::name;` by the entities that it names, a template's argument that is a
// template by that.
void Names::follow_using(std::vector<Entity*>& found) {
  for (size_t i = 0; i < found.size(); ++i) {
    if (found[i]->kind == EntityKind::kTemplate) found[i] = found[i]->meant;
    if (found[i]->kind != EntityKind::kUsing) continue;
    const Entity* named = found[i];
    found.erase(found.begin() + static_cast<std::ptrdiff_t>(i));
    if (depth_ > kDeepestNamespaces) return;
    ++depth_;
    const std::vector<Entity*> meant =
        find_all(named->target, {named->scope, named->position, false});
    --depth_;
    budget().charge(found.size() + meant.size());
    found.insert(found.begin() + static_cast<std::ptrdiff_t>(i), meant.begin(), meant.end());
    i += meant.size();
    --i;
  }
}

std::vector<Entity*> Names::find_here(std::string_view name) {
  return find_all(name, {context_.scope, context_.position, true});
}

Entity* Names::find_entity(std::string_view name) {
  const std::vector<Entity*> found = find_here(name);
  return found.empty() ? nullptr : found.back();
}

NameScope* Names::scope_of(Entity& entity) {
  switch (entity.kind) {
    case EntityKind::kNamespace:
    case EntityKind::kEnum:
      return entity.space;
    case EntityKind::kNamespaceAlias: {
      if (depth_ > kDeepestNamespaces) return nullptr;
      ++depth_;
      NameScope* scope = nullptr;
      for (Entity* target : find_all(entity.target, {entity.scope, entity.position, false})) {
        if (target != &entity) scope = scope_of(*target);
      }
      --depth_;
      return scope;
    }
    case EntityKind::kType:
    case EntityKind::kAlias:
    case EntityKind::kRecord: {
      const Type* type = type_of(entity);
      if (type == nullptr || !type->is_record()) return nullptr;
      const auto known = record_entities_.find(type->record);
      if (known == record_entities_.end()) return nullptr;
      read_record(*known->second);  // its members are needed now
      return known->second->members;
    }
    default:
      return nullptr;
  }
}

const Type* Names::type_of(Entity& entity) {
  if (!entity.text.empty()) reach_token(entity.text.begin);
  if (entity.is_template) return nullptr;
  switch (entity.kind) {
    case EntityKind::kType:
      return entity.type;
    case EntityKind::kAlias:
      return read_alias(entity);
    case EntityKind::kEnum:
      return read_enum(entity) ? entity.type : nullptr;
    case EntityKind::kRecord:
      if (entity.record == nullptr) {
        entity.record = make_record(entity, entity.scope->path + entity.name, entity.scope);
      }
      if (!want_record(*entity.record)) return nullptr;
      return entity.record->type;
    default:
      return nullptr;
  }
}

Variable* Names::variable_of(Entity& entity) {
  if (!entity.text.empty()) reach_token(entity.text.begin);
  switch (entity.kind) {
    case EntityKind::kValue:
      return entity.variable;
    case EntityKind::kEnumerator:
      reach_token(entity.owner->text.begin);
      return read_enum(*entity.owner) ? entity.variable : nullptr;
    case EntityKind::kVariable:
      return is_host_ && !entity.is_device && !entity.is_constant_memory && !entity.is_shared
                 ? host_variable(entity)
                 : read_variable(entity);
    case EntityKind::kHost:
      return is_host_ ? host_variable(entity) : nullptr;
    default:
      return nullptr;
  }
}

// ------------------------------------------------------------------------------- Declarations

const Type* Names::find_type(std::string_view name) {
  return find_named(name).type;
}

TemplateArgument Names::find_named(std::string_view name, bool is_elaborated) {
  TemplateArgument meant;
  std::vector<Entity*> found =
      find_all(name, {context_.scope, context_.position, true, false, is_elaborated});
  if (Entity* later = is_elaborated && found.empty() ? find_later_class(name) : nullptr)
    found.push_back(later);
  for (auto entity = found.rbegin(); entity != found.rend(); ++entity) {
    meant.type = type_of(**entity);
    if (meant.type != nullptr) meant.reference = (*entity)->reference;
    const bool may_be_other =
        (*entity)->kind == EntityKind::kFunction || (*entity)->kind == EntityKind::kHost;
    if (meant.type != nullptr || !may_be_other) return meant;
  }
  if (!found.empty() || (!is_elaborated && checker_.find_local(name) != nullptr)) return meant;
  const auto instance = instances_by_name_.find(name);
  if (instance != instances_by_name_.end())
    meant.type = instance->second->type;
  else if (name == "half" || name == "__half")
    meant.type = unit_.types.scalar(base::Scalar::kHalf);
  else if (name == "nv_bfloat16" || name == "__nv_bfloat16")
    meant.type = unit_.types.scalar(base::Scalar::kBfloat);
  else
    meant.type = unit_.types.vector(name);
  return meant;
}

bool Names::is_record_template(std::string_view name) {
  return find_template(name) != nullptr;
}

const Entity* Names::find_pack(std::string_view name) {
  if (!has_packs_) return nullptr;
  const Entity* found = find_entity(name);
  return found != nullptr && found->kind == EntityKind::kPack ? found : nullptr;
}

bool Names::is_function_template(std::string_view name) {
  const std::vector<Entity*> found = find_here(name);
  return std::any_of(found.begin(), found.end(), [](const Entity* entity) {
    // CUDA's own templates are called without < >: `max < n` compares.
    return entity->kind == EntityKind::kFunction && entity->function->is_template &&
           (entity->function->builtin == nullptr || entity->scope == nullptr);
  });
}

bool Names::is_namespace(std::string_view name) {
  const std::vector<Entity*> found = find_here(name);
  return std::any_of(found.begin(), found.end(), [](const Entity* entity) {
    return entity->kind == EntityKind::kNamespace || entity->kind == EntityKind::kNamespaceAlias;
  });
}

Variable* Names::find_variable(std::string_view name) {
  const std::vector<Entity*> found = find_here(name);
  return found.empty() ? nullptr : variable_of(*found.back());
}

const Record* Names::current_record() const {
  return context_.record != nullptr ? context_.record->record : nullptr;
}

std::vector<const FunctionDeclaration*> Names::members(const Record& record,
                                                       std::string_view name) {
  std::vector<const FunctionDeclaration*> overloads;
  const auto known = record_entities_.find(&record);
  if (known == record_entities_.end()) return overloads;
  add_members(*known->second, name, overloads);
  return overloads;
}

std::vector<const FunctionDeclaration*> Names::constructors(const Record& record) {
  std::vector<const FunctionDeclaration*> overloads;
  const auto known = record_entities_.find(&record);
  if (known == record_entities_.end()) return overloads;
  budget().charge(known->second->functions.size());
  for (FunctionEntity* function : known->second->functions) {
    if (function->is_constructor) add_overload(*function, overloads);
  }
  return overloads;
}

ExprPtr Names::field_initializer(const Record& record, size_t field) {
  const auto known = record_entities_.find(&record);
  if (known == record_entities_.end()) return nullptr;
  const RecordEntity& entity = *known->second;
  if (field >= entity.initializers.size() || entity.initializers[field].empty()) return nullptr;
  return read_value(entity.initializers[field],
                    {entity.members, entity.text.end, nullptr, known->second},
                    record.fields[field].type);
}

// ------------------------------------------------------------------------------- suggestions

std::vector<std::string> Names::visible_names() const {
  constexpr uint64_t kStepsAName = 10;
  std::vector<std::string> names;
  for (const NameScope* scope = context_.scope; scope != nullptr; scope = scope->parent) {
    for (const std::string& name : names_in_order(scope->names)) {
      const std::vector<Entity*>& entities = scope->names.find(name)->second;
      budget().charge(kStepsAName + entities.size());
      const bool is_seen = std::any_of(entities.begin(), entities.end(), [&](const Entity* entity) {
        return entity->position <= context_.position && entity->kind != EntityKind::kHost;
      });
      if (is_seen) names.push_back(name);
    }
  }
  return names;
}

bool Names::report_unusable(std::string_view name, Span span) {
  const Entity* entity = find_entity(name);
  if (entity == nullptr) {
    const uint32_t line = line_below(name);
    if (line == 0) return false;
    reporter_.error(
        span,
        say("'{name}' is declared further down, in line {line}", "name"_a = name, "line"_a = line),
        say("move it above this, or declare it above (a function: TYPE {name}(...);)",
            "name"_a = name));
    return true;
  }
  switch (entity->kind) {
    case EntityKind::kVariable:
      if (entity->is_device || entity->is_constant_memory) {
        unread_ = entity;
        return true;
      }
      reporter_.error(
          span, say("'{name}' has no value that is known before the kernel runs", "name"_a = name),
          say("give it a constant value, or pass it to the kernel as a parameter"));
      return true;
    case EntityKind::kRecord:
    case EntityKind::kAlias:
      if (entity->is_template) {
        reporter_.error(span,
                        say("'{name}' is a template: its arguments are missing", "name"_a = name),
                        say("write {name}<...>", "name"_a = name));
      }
      unread_ = entity;
      return true;
    case EntityKind::kEnum:
    case EntityKind::kEnumerator:
      unread_ = entity;
      return true;
    case EntityKind::kFunction:
      if (entity->function->head != ReadState::kFailed) return false;
      unread_ = entity;
      return true;
    case EntityKind::kNamespace:
    case EntityKind::kNamespaceAlias:
      reporter_.error(span, say("'{name}' is a namespace", "name"_a = name),
                      say("write {name}::name for what it holds", "name"_a = name));
      return true;
    default:
      return false;
  }
}

uint32_t Names::line_below(std::string_view name) const {
  for (const NameScope* scope = context_.scope; scope != nullptr; scope = scope->parent) {
    const auto known = scope->names.find(name);
    if (known == scope->names.end()) continue;
    for (const Entity* entity : known->second) {
      if (entity->position > context_.position && entity->kind != EntityKind::kHost)
        return unit_.file.line_of(tokens_[entity->position].span.begin);
    }
  }
  return 0;
}

}  // namespace warplens::lang
