// Types that the text defines: structs, enums, and aliases.
#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/names.hpp"
#include "sim/lang/syntax/parser.hpp"

namespace warplens::lang {
namespace {

// What is wrong in an instance of a header of CUDA's is a mistake of the text that uses it: it is
// reported there.
void report_at_use(Reporter& reporter, size_t errors, const base::SourceFile& file, Span use) {
  base::Diagnostics found = reporter.after(errors);
  for (base::Diagnostic& error : found)
    if (error.has_place && !file.is_own(error.span.begin)) error.span = use;
  reporter.forget_after(errors);
  reporter.report_again(found);
}

}  // namespace

RecordEntity* Names::make_record(Entity& entity, std::string name, NameScope* parent) {
  budget().keep(2 * sizeof(RecordEntity) + 2 * sizeof(Record) + 2 * name.size());
  records_.emplace_back();
  RecordEntity* record = &records_.back();
  record->declaration = &entity;
  record->record = unit_.types.make_record(std::move(name), entity.span);
  record->type = unit_.types.record(record->record);
  record->members = make_scope(record->record->name + "::", parent);
  record->members->record = record;
  record->text = entity.text;
  record->position = std::max(entity.position, entity.text.begin);
  record_entities_.emplace(record->record, record);
  // Inside the record its plain name is visible.
  if (!entity.name.empty())
    make_entity(EntityKind::kType, entity.name, record->members, 0)->type = record->type;
  return record;
}

// The name of a struct is used. While another struct is being read, the use may be a pointer's:
// then this one is read later, since each may contain pointers to the other.
bool Names::want_record(RecordEntity& record) {
  if (is_pattern_) return record.state != ReadState::kFailed;  // its members are not known
  if (reading_records_ == 0) return read_record(record);
  if (record.state == ReadState::kUnread) waiting_records_.push_back(&record);
  return record.state != ReadState::kFailed;
}

bool Names::read_record(RecordEntity& record) {
  if (record.state == ReadState::kFailed) return false;
  if (record.state != ReadState::kUnread || is_pattern_ || record.text.empty()) return true;
  if (depth_ > kDeepestReading) {
    reporter_.error(record.record->span,
                    say("'{name}' depends on itself endlessly", "name"_a = record.record->name),
                    say("end the recursion with a specialisation"));
    return false;
  }
  record.state = ReadState::kReading;
  ++reading_records_;
  bool is_fine = false;
  const size_t errors = reporter_.count();
  {
    const Visit visit(*this, {record.members, record.position, nullptr, &record});
    const Reporter::Context context(
        reporter_, record.primary == nullptr ? "" : context_of(record.record->name, record.user));
    is_fine = parser_at(record.text).parse_record(record);
  }
  if (record.user.by == InstanceUser::By::kUse)
    report_at_use(reporter_, errors, unit_.file, record.user.span);
  record.state = is_fine ? ReadState::kRead : ReadState::kFailed;
  --reading_records_;
  read_waiting_records();
  return is_fine;
}

void Names::read_waiting_records() {
  while (reading_records_ == 0 && !waiting_records_.empty()) {
    RecordEntity* next = waiting_records_.back();
    waiting_records_.pop_back();
    read_record(*next);
  }
}

bool Names::complete(const Type* type, Span use) {
  type = array_base(type);
  if (!type->is_record() || type->record->is_complete || is_pattern_) return true;
  const auto known = record_entities_.find(type->record);
  if (known != record_entities_.end()) {
    if (known->second->state == ReadState::kFailed) {
      unread_ = known->second->declaration;
      return false;
    }
    if (!read_record(*known->second)) return false;
    if (type->record->is_complete) return true;
  }
  reporter_.error(use,
                  say("the members of '{name}' are not known here", "name"_a = type->record->name),
                  say("write struct {name} {{ ... }}; above", "name"_a = type->record->name));
  return false;
}

// A template of a type among a class's members: `template <...> using name = ...;` or
// `template <...> struct name { ... };`. False where neither is there.
bool Names::add_member_template(RecordEntity& record, size_t begin) {
  std::vector<TemplateParameter> parameters;
  Item item;
  item.begin = begin;
  item.head = read_template_head(begin, parameters);
  item.is_template = true;
  const Token& word = tokens_[item.head];
  const bool is_alias = word.is("using");
  const Token& behind = tokens_[item.head + 2];
  const bool is_class = (word.is("struct") || word.is("class") || word.is("union")) &&
                        (behind.is("{") || behind.is(":") || behind.is("<") || behind.is(";"));
  if (!is_alias && !is_class) return false;
  item.name = tokens_[item.head + 1].text;
  for (item.end = item.head; !tokens_[item.end].is(";") && item.end < record.text.end;)
    item.end = tokens_[item.end].is("{") ? tokens_.behind_bracket(item.end, record.text.end)
                                         : item.end + 1;
  ++item.end;
  NameScope* const outer = std::exchange(context_.scope, record.members);
  if (is_alias)
    declare_alias(item);
  else
    declare_record(item, {item.head, item.end}, item.name);
  context_.scope = outer;
  // A class's members see all of it.
  for (Entity* entity : record.members->names[item.name]) entity->position = 0;
  return true;
}

void Names::add_member_function(RecordEntity& record, size_t begin) {
  auto function = std::make_unique<FunctionEntity>();
  size_t at = begin;
  if (tokens_[at].is("template")) at = read_template_head(at, function->template_parameters);
  function->is_template = !function->template_parameters.empty();
  function->text_begin = begin;
  function->text = {at, record.text.end};
  function->position = begin;
  function->scope = record.members;
  function->owner = &record;
  function->record = record.record;
  size_t open = at;
  bool is_operator = false;
  for (; open < record.text.end && !tokens_[open].is("("); ++open)
    is_operator |= tokens_[open].is("operator");
  if (open == record.text.end) return;  // a template of a variable
  if (is_operator) function->name = operator_name(function->text);
  function->is_conversion = function->name == "operator";
  function->is_static |=
      function->name.starts_with("operator new") || function->name.starts_with("operator delete");
  bool is_deleted = false;
  note_head_words(*function, &is_deleted);
  const std::string& simple = record.declaration->name;
  function->is_constructor = function->name == simple;
  const std::string shown = function->name == "~" ? "~" + simple : function->name;
  function->full_name = record.record->name + "::" + shown;
  const bool is_defaulted = function->is_constructor && tokens_[open + 1].is(")") &&
                            tokens_[open + 2].is("=") && tokens_[open + 3].is("default");
  for (size_t i = begin; i < open; ++i) function->is_virtual |= tokens_[i].is("virtual");
  function->is_pure = function->is_virtual && !function->has_body;
  if (is_deleted && !is_defaulted) return;
  function->has_body |= is_defaulted;
  function->is_device |= is_defaulted;
  function->is_host |= is_defaulted;
  FunctionEntity* made = own(std::move(function));
  record.functions.push_back(made);
  if (made->is_constructor) return;
  Entity* entity = make_entity(EntityKind::kFunction, made->name, record.members, 0);
  entity->function = made;
}

void Names::add_friend_function(RecordEntity& record, size_t begin) {
  auto function = std::make_unique<FunctionEntity>();
  function->text_begin = begin;
  function->text = {begin, record.text.end};
  function->position = begin;
  function->scope = record.members;
  for (size_t i = begin; i < record.text.end && !tokens_[i].is("("); ++i) {
    if (!tokens_[i].is("operator")) continue;
    function->name = operator_name(function->text);
    break;
  }
  note_head_words(*function, nullptr);
  if (!function->has_body) return;
  NameScope* around = record.members;
  while (around->parent != nullptr && (around->record != nullptr || around->is_binding))
    around = around->parent;
  function->full_name = around->path + function->name;
  FunctionEntity* made = own(std::move(function));
  make_entity(EntityKind::kFunction, made->name, around, record.position)->function = made;
}

void Names::add_static_member(RecordEntity& record, std::string name, Span span, TokenRange text) {
  Entity* entity = make_entity(EntityKind::kVariable, std::move(name), record.members, 0);
  entity->span = span;
  entity->text = text;
}

// ---------------------------------------------------------------------------- inside functions

const Type* Names::declare_local_record(TokenRange text, std::string name, Span span) {
  Entity* entity = add_local(EntityKind::kRecord, std::move(name), span);
  entity->text = text;
  const bool is_member = context_.function == nullptr;
  const std::string shown = entity->name.empty() ? say("(struct without a name)")
                            : is_member          ? context_.scope->path + entity->name
                                                 : entity->name;
  entity->record = make_record(*entity, shown, scope_of_locals());
  RecordEntity& record = *entity->record;
  record.state = ReadState::kReading;
  // Not as a Visit: the extents of its arrays may be constants of the function.
  const Context outer = std::exchange(
      context_, Context{record.members, text.end, context_.function, context_.record});
  const bool is_fine = parser_at(text).parse_record(record);
  context_ = outer;
  record.state = is_fine ? ReadState::kRead : ReadState::kFailed;
  return is_fine ? record.type : nullptr;
}

Entity* Names::add_local(EntityKind kind, std::string name, Span span) {
  const bool is_member = context_.function == nullptr;
  Entity* entity = nullptr;
  if (is_member) {
    entity = make_entity(kind, std::move(name), context_.scope, 0);
  } else {
    budget().keep(2 * (sizeof(Entity) + name.size()));
    entities_.emplace_back();
    entity = &entities_.back();
    entity->kind = kind;
    entity->name = std::move(name);
    entity->scope = context_.scope;
    entity->position = context_.position;
    local_names_.push_back({checker_.scope_id(), entity});
  }
  entity->span = span;
  return entity;
}

void Names::declare_type(std::string name, const TemplateArgument& meant, Span span) {
  Entity* entity = add_local(EntityKind::kType, std::move(name), span);
  entity->type = meant.type;
  entity->reference = meant.reference;
}

void Names::declare_pack(const ParameterPack& pack, Span span) {
  has_packs_ = true;
  add_local(EntityKind::kPack, pack.name, span)->count = pack.count;
}

void Names::use_local_namespace(std::string_view name) {
  for (Entity* entity : find_here(name)) {
    NameScope* used = scope_of(*entity);
    if (used != nullptr) local_uses_.push_back({checker_.scope_id(), used});
  }
}

void Names::declare_local_alias(std::string name, std::string owner, bool is_namespace, Span span) {
  // The target is looked up before its own name becomes visible.
  const std::vector<Entity*> meant = find_here(owner);
  for (Entity* entity : meant) {
    if (is_namespace) {
      Entity* alias = add_local(EntityKind::kNamespace, name, span);
      alias->space = scope_of(*entity);
    } else if (context_.function != nullptr) {
      entities_.push_back(*entity);
      entities_.back().name = name;
      local_names_.push_back({checker_.scope_id(), &entities_.back()});
    }
  }
}

const Type* Names::declare_enum(TokenRange text, std::string name, Span span) {
  Entity* entity = add_local(EntityKind::kEnum, std::move(name), span);
  entity->text = text;
  entity->space = make_scope(entity->scope->path + entity->name + "::", entity->scope);
  entity->state = ReadState::kReading;
  const bool is_scoped =
      tokens_[text.begin + 1].is("class") || tokens_[text.begin + 1].is("struct");
  Parser parser = parser_at(text);
  entity->type = parser.parse_enum(
      [&](const Enumerator& constant) { add_enumerator(*entity, constant, is_scoped, true); });
  if (entity->type != nullptr) entity->type = type_of_enum(*entity, entity->type, is_scoped);
  entity->state = entity->type != nullptr ? ReadState::kRead : ReadState::kFailed;
  return entity->type;
}

// ------------------------------------------------------------------------------- enums, aliases

void Names::add_enumerator(Entity& owner, const Enumerator& constant, bool is_scoped,
                           bool is_local) {
  const auto& [name, span, value, type] = constant;
  budget().keep(2 * sizeof(Variable));
  auto variable = std::make_unique<Variable>();
  variable->name = name;
  variable->span = span;
  variable->scope = {span.end, unit_.file.end()};
  variable->storage = Storage::kConstant;
  variable->type = unit_.types.scalar(type, true);
  variable->constant_bits = value;
  Entity* inside = make_entity(EntityKind::kValue, name, owner.space, 0);
  inside->variable = variable.get();
  if (is_local && !is_scoped) add_local(EntityKind::kValue, name, span)->variable = variable.get();
  // Those of the file are already declared, without values.
  if (!is_local && !is_scoped) {
    for (Entity* waiting : owner.scope->names[name]) {
      budget().charge();
      if (waiting->owner == &owner) waiting->variable = variable.get();
    }
  }
  values_.push_back(std::move(variable));
}

bool Names::read_enum(Entity& entity) {
  if (entity.state == ReadState::kRead) return true;
  // A constant may use those before it.
  if (entity.state == ReadState::kReading) return true;
  if (entity.state == ReadState::kFailed) return false;
  entity.state = ReadState::kReading;
  const Visit visit(*this, {entity.space, entity.text.end, nullptr, nullptr});
  size_t begin = entity.text.begin;
  if (tokens_[begin].is("typedef")) ++begin;
  const bool is_scoped = tokens_[begin + 1].is("class") || tokens_[begin + 1].is("struct");
  entity.type = unit_.types.scalar(base::Scalar::kInt);
  const Type* type = parser_at(entity.text).parse_enum([&](const Enumerator& constant) {
    add_enumerator(entity, constant, is_scoped, false);
  });
  entity.state = type != nullptr ? ReadState::kRead : ReadState::kFailed;
  if (type == nullptr) return false;
  entity.type = type_of_enum(entity, type, is_scoped);
  return true;
}

// Makes the enum's own type and gives it to its constants.
const Type* Names::type_of_enum(const Entity& entity, const Type* holds, bool is_scoped) {
  size_t at = entity.text.begin;
  while (at < entity.text.end && !tokens_[at].is("{") && !tokens_[at].is(":")) ++at;
  const std::string name =
      entity.name.empty() ? say("(enum without a name)") : entity.scope->path + entity.name;
  const Type* type = unit_.types.enumeration({name, is_scoped, tokens_[at].is(":")}, holds->scalar);
  enumerations_.emplace(type->enumeration, entity.scope);
  for (auto& [constant_name, constants] : entity.space->names) {
    for (const Entity* constant : constants)
      constant->variable->type = unit_.types.with_const(type, true);
  }
  return type;
}

const Type* Names::read_alias(Entity& entity) {
  if (entity.state == ReadState::kRead) return entity.type;
  if (entity.state != ReadState::kUnread || depth_ > kDeepestReading) return nullptr;
  entity.state = ReadState::kReading;
  // Its own name is not visible to it, but the type defined in the same declaration is.
  const bool is_of_definition = !entity.target.empty();
  const size_t position =
      is_of_definition || entity.position == 0 ? entity.position : entity.position - 1;
  ++reading_records_;  // a struct that it points to may have members of this type
  {
    const Visit visit(*this, {entity.scope, position, nullptr, nullptr});
    const Type* defined = is_of_definition ? find_type(entity.target) : nullptr;
    const TemplateArgument meant = parser_at(entity.text).parse_alias(entity.name, defined);
    entity.type = meant.type;
    entity.reference = meant.reference;
    entity.state = entity.type != nullptr ? ReadState::kRead : ReadState::kFailed;
  }
  --reading_records_;
  read_waiting_records();
  return entity.type;
}

}  // namespace warplens::lang
