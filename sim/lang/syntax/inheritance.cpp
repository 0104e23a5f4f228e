// Members that a class has from its bases, and its virtual functions.
#include <algorithm>
#include <utility>

#include "sim/lang/syntax/names.hpp"
#include "sim/lang/syntax/parser.hpp"

namespace warplens::lang {

std::vector<RecordEntity*> Names::bases_of(const RecordEntity& record) const {
  std::vector<RecordEntity*> bases;
  for (const Field& field : record.record->fields) {
    if (!field.is_base) continue;
    const auto known = record_entities_.find(field.type->record);
    if (known != record_entities_.end()) bases.push_back(known->second);
  }
  return bases;
}

// The functions of that name: the class's own hide its bases'. What makes, ends or assigns an
// object is never a base's.
void Names::add_members(RecordEntity& record, std::string_view name,
                        std::vector<const FunctionDeclaration*>& overloads) {
  budget().charge(1 + record.functions.size());
  const size_t before = overloads.size();
  for (FunctionEntity* function : record.functions) {
    if (function->name == name && !function->is_constructor) add_overload(*function, overloads);
  }
  const bool is_own = name == "~" || name == "operator=";
  const bool is_hidden = overloads.size() != before && !record.used_names.contains(name);
  if (is_own || is_hidden) return;
  for (RecordEntity* base : bases_of(record)) add_members(*base, name, overloads);
}

// The base of the class whose own name, or an alias of it, is given; null if there is none.
RecordEntity* Names::base_named(const RecordEntity& record, std::string_view name) {
  const Type* alias = find_type(name);
  for (RecordEntity* base : bases_of(record)) {
    if (base->declaration->name == name || (alias != nullptr && alias->record == base->record))
      return base;
  }
  return nullptr;
}

// Whether a constructor makes its object from none or from another one of its class.
bool Names::is_default_or_copying(const FunctionEntity& constructor) const {
  size_t at = constructor.text.begin;
  while (at < constructor.text.end &&
         !(tokens_[at].is(constructor.name) && tokens_[at + 1].is("(")))
    ++at;
  at += 2;
  if (tokens_[at].is(")")) return true;
  if (tokens_[at].is("const")) ++at;
  if (!tokens_[at].is(constructor.name)) return false;
  ++at;
  if (tokens_[at].is("<")) at = behind_arguments(at);
  return tokens_[at].is("&") || tokens_[at].is("&&");
}

// using Base::Base: each constructor of the base's, but those of the kind above, makes the class
// from the same arguments. Its head is read from the base's text; its body is made
// (parse_inherited_body).
void Names::inherit_constructors(RecordEntity& record, RecordEntity& base) {
  for (const FunctionEntity* function : base.functions) {
    budget().charge();
    if (!function->is_constructor || function->is_implicit || is_default_or_copying(*function))
      continue;
    auto made = std::make_unique<FunctionEntity>();
    made->name = function->name;
    made->full_name = record.record->name + "::" + record.declaration->name;
    made->span = function->span;
    made->scope = function->scope;
    made->owner = &record;
    made->record = record.record;
    made->position = function->position;
    made->text_begin = function->text_begin;
    made->text = function->text;
    made->template_parameters = function->template_parameters;
    made->is_template = function->is_template;
    made->is_host = function->is_host;
    made->is_device = function->is_device;
    made->is_constexpr = function->is_constexpr;
    made->is_explicit = function->is_explicit;
    made->is_constructor = made->is_inherited = made->has_body = true;
    made->inherited_from = &base;
    record.functions.push_back(own(std::move(made)));
  }
}

// The one that takes no arguments, where the text has none that makes an object from others.
void Names::add_implicit_constructor(RecordEntity& record) {
  const bool has_own = std::any_of(record.functions.begin(), record.functions.end(),
                                   [](const FunctionEntity* function) {
                                     return function->is_constructor && !function->is_inherited;
                                   });
  if (has_own) return;
  auto function = std::make_unique<FunctionEntity>();
  function->name = record.declaration->name;
  function->full_name = record.record->name + "::" + function->name;
  function->span = record.record->span;
  function->scope = record.members;
  function->owner = &record;
  function->record = record.record;
  function->position = record.position;
  function->text_begin = record.text.begin;
  function->text = record.text;
  function->is_constructor = function->is_implicit = function->has_body = true;
  function->is_host = function->is_device = true;
  record.functions.push_back(own(std::move(function)));
}

uint64_t Names::class_of(RecordEntity& record) {
  const auto known = std::find(classes_.begin(), classes_.end(), &record);
  const auto number = static_cast<uint64_t>(known - classes_.begin());
  if (known == classes_.end()) classes_.push_back(&record);
  return kClassTag + number;
}

bool Names::has_virtual_end(const RecordEntity& record) const {
  const bool is_own = record.has_virtual_destructor ||
                      std::any_of(record.functions.begin(), record.functions.end(),
                                  [](const FunctionEntity* function) {
                                    return function->name == "~" && function->is_virtual;
                                  });
  const std::vector<RecordEntity*> bases = bases_of(record);
  return is_own || std::any_of(bases.begin(), bases.end(),
                               [this](const RecordEntity* base) { return has_virtual_end(*base); });
}

// Written so, or because it overrides a base's.
bool Names::is_virtual(FunctionEntity& function) {
  if (function.owner == nullptr || function.is_static || function.is_template) return false;
  if (function.is_virtual) return true;
  for (RecordEntity* base : bases_of(*function.owner)) {
    FunctionEntity* overridden = overrider(*base, function);
    if (overridden != nullptr && is_virtual(*overridden)) return true;
  }
  return false;
}

// What a class executes for a virtual function of one of its bases; null where it is pure.
FunctionEntity* Names::overrider(RecordEntity& record, FunctionEntity& function) {
  for (FunctionEntity* own : record.functions) {
    budget().charge();
    if (own->name == function.name && !own->is_template && !own->is_constructor &&
        read_head(*own) && read_head(function) && same_parameters(*own, function, unit_.types))
      return own;
  }
  for (RecordEntity* base : bases_of(record)) {
    if (FunctionEntity* found = overrider(*base, function)) return found;
  }
  return nullptr;
}

}  // namespace warplens::lang
