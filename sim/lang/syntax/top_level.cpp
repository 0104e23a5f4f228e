// Notes the names that the items of the file declare.
#include <algorithm>
#include <utility>

#include "sim/lang/syntax/names.hpp"
#include "sim/lang/text/words.hpp"

namespace warplens::lang {

void Names::declare(const std::vector<Item>& items) {
  items_ = &items;
  for (const Item& item : items) declare_item(item);
  context_ = {};
  context_.scope = file_;
}

void Names::declare_item(const Item& item) {
  NameScope* scope = context_.scope;
  switch (item.form) {
    case ItemForm::kNamespace:
      return open_namespace(item);
    case ItemForm::kNamespaceEnd:
      if (!open_namespaces_.empty()) {
        context_.scope = open_namespaces_.back();
        open_namespaces_.pop_back();
      }
      return;
    case ItemForm::kUsingNamespace:
      return use_namespace(item);
    case ItemForm::kUsingName:
      make_entity(EntityKind::kUsing, item.name, scope, item.end)->target = item.owner;
      return;
    case ItemForm::kNamespaceAlias:
      make_entity(EntityKind::kNamespaceAlias, item.name, scope, item.end)->target = item.owner;
      return;
    case ItemForm::kStaticAssert:
    case ItemForm::kInstantiation:
      break;
    case ItemForm::kDeclaration:
      declare_by_kind(item);
      break;
  }
  item_scopes_[&item] = scope;
}

void Names::declare_by_kind(const Item& item) {
  switch (item.kind) {
    case ItemKind::kKernel:
    case ItemKind::kPrototype:
    case ItemKind::kDeviceFunction:
    case ItemKind::kHostFunction:
      return declare_function(item);
    case ItemKind::kRecord:
      return declare_record(item, {item.head, item.end}, item.name);
    case ItemKind::kEnum:
      return declare_enum_item(item, item.name);
    case ItemKind::kAlias:
      return declare_alias(item);
    case ItemKind::kConstant:
    case ItemKind::kDeviceVariable:
    case ItemKind::kHostVariable:
      return declare_variables(item);
    case ItemKind::kTemplate:
      return declare_variable_template(item);
    case ItemKind::kReported:
    case ItemKind::kOther:
      return;
  }
}

// Opens each part of `namespace a::b {`; the contents of one without a name belong to the enclosing
// scope.
void Names::open_namespace(const Item& item) {
  open_namespaces_.push_back(context_.scope);
  const bool is_inline = tokens_[item.begin].is("inline");
  std::string_view rest = item.name;
  while (!rest.empty()) {
    const size_t end = rest.find("::");
    const std::string part(rest.substr(0, end));
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 2);
    NameScope* scope = context_.scope;
    Entity* known = nullptr;
    for (Entity* entity : scope->names[part]) {
      if (entity->kind == EntityKind::kNamespace) known = entity;
    }
    if (known == nullptr) {
      known = make_entity(EntityKind::kNamespace, part, scope, item.begin);
      known->space = make_scope(scope->path + part + "::", scope);
      if (is_inline) scope->used.push_back({known->space, item.begin, true});
    }
    context_.scope = known->space;
  }
}

void Names::use_namespace(const Item& item) {
  NameScope* scope = context_.scope;
  for (Entity* entity : find_all(item.name, {scope, item.begin, false})) {
    NameScope* used = scope_of(*entity);
    budget().charge(scope->used.size());
    const bool is_known = std::any_of(
        scope->used.begin(), scope->used.end(),
        [&](const NameScope::Used& known) { return known.scope == used && !known.is_inline; });
    if (used != nullptr && used != scope && !is_known) scope->used.push_back({used, item.end});
  }
}

// "operator+", "operator()", "operator new[]", "operator\"\"ms"; "operator" for a conversion.
// `behind`: the token that follows.
std::string Names::operator_name(TokenRange text, size_t* behind) const {
  size_t at = text.begin;
  while (at < text.end && !tokens_[at].is("operator")) ++at;
  std::string name = "operator";
  ++at;
  const bool is_of_memory = tokens_[at].is("new") || tokens_[at].is("delete");
  if (is_of_memory) name += " " + std::string(tokens_[at++].text);
  const bool is_call = tokens_[at].is("(") && !is_of_memory;
  if (is_call || tokens_[at].is("[")) {
    name += is_call ? "()" : "[]";
    at += 2;
  } else if (tokens_[at].kind == TokenKind::kString) {
    name = literal_operator(tokens_[at + 1].text);
    at += 2;
  } else if (tokens_[at].kind == TokenKind::kPunctuator && !is_of_memory) {
    name += tokens_[at++].text;
  }
  if (behind != nullptr) *behind = at;
  return name;
}

// From the `<` of template arguments to behind their `>`.
size_t Names::behind_arguments(size_t open) const {
  int depth = 0;
  for (size_t at = open; !tokens_[at].at_end() && !tokens_[at].is(";"); ++at) {
    if (tokens_[at].is("(")) at = tokens_.behind_bracket(at, tokens_.size()) - 1;
    if (tokens_[at].is("<")) ++depth;
    if (tokens_[at].is(">")) --depth;
    if (tokens_[at].is(">>")) depth -= 2;
    if (depth <= 0) return at + 1;
  }
  return open + 1;
}

// Notes the specifiers before a function's name, its name, and whether it has a body.
void Names::note_head_words(FunctionEntity& function, bool* is_deleted) const {
  std::string_view name;
  size_t at = function.text.begin;
  for (; at < function.text.end; ++at) {
    const Token& token = tokens_[at];
    if (token.is("operator")) {
      function.span = token.span;
      while (at < function.text.end && !tokens_[at + 1].is("(")) ++at;
      at += tokens_[at].is("operator") ? 3 : 1;  // after the () of operator()
      break;
    }
    if (token.is("<") && at > function.text.begin && tokens_[at - 1].is_identifier()) {
      at = behind_arguments(at) - 1;
      continue;
    }
    if (token.is("decltype") && tokens_[at + 1].is("(")) {
      at = tokens_.behind_bracket(at + 1, function.text.end) - 1;
      continue;
    }
    if (token.is("(")) {
      if (at == function.text.begin) break;
      const Token& before = tokens_[at - 1];
      const bool is_attribute =
          is_one_of(before, {"__launch_bounds__", "__maxnreg__", "__cluster_dims__",
                             "__attribute__", "__align__", "alignas"});
      if (!is_attribute) break;
      at = tokens_.behind_bracket(at, function.text.end) - 1;
      continue;
    }
    function.is_device |= token.is("__device__");
    function.is_host |= token.is("__host__");
    function.is_kernel |= token.is("__global__");
    function.is_constexpr |= token.is("constexpr");
    function.is_static |= token.is("static");
    function.is_explicit |= token.is("explicit");
    if (token.is("~")) {
      function.name = "~";
    } else if (token.is_identifier() && !is_keyword(token.text)) {
      name = token.text;
      function.span = token.span;
    }
  }
  if (function.name.empty()) function.name = std::string(name);
  int depth = 0;
  size_t end = function.text.end;
  for (; at < function.text.end; ++at) {
    const Token& token = tokens_[at];
    if (token.is("(")) ++depth;
    if (token.is(")")) --depth;
    if (depth > 0) continue;
    if (token.is("{") || token.is(":")) {
      function.has_body = true;
      break;
    }
    if (token.is("=") && is_deleted != nullptr) *is_deleted = tokens_[at + 1].text != "0";
    if (token.is(";")) {
      end = at + 1;
      break;
    }
  }
  function.text.end = end;
}

void Names::declare_function(const Item& item) {
  if (declare_guide(item)) return;
  NameScope* scope = context_.scope;
  auto function = std::make_unique<FunctionEntity>();
  function->text_begin = item.begin;
  function->text = {item.head, item.end};
  function->position = item.begin;
  function->name = item.name == "operator" ? operator_name({item.head, item.end}) : item.name;
  function->scope = scope;
  if (item.is_template) read_template_head(item.begin, function->template_parameters);
  function->is_template = !function->template_parameters.empty();
  note_head_words(*function, nullptr);
  if (!item.owner.empty()) {
    NameScope* owner = nullptr;
    for (Entity* entity : find_all(item.owner, {scope, item.begin, false})) {
      if (entity->kind == EntityKind::kNamespace) owner = entity->space;
    }
    if (is_in_record(item)) {
      const std::string name = function->name;
      return declare_outside_member(item, name, own(std::move(function)));
    }
    if (owner == nullptr) return;
    scope = owner;
    function->scope = scope;
  }
  function->full_name = scope->path + function->name;
  const bool is_special = item.is_template && !function->is_template;
  FunctionEntity* made = own(std::move(function));
  if (item.kind == ItemKind::kKernel) kernels_at_[item.begin] = made;
  if (is_special) return add_specialization(*made);
  Entity* entity = make_entity(EntityKind::kFunction, made->name, scope, item.begin);
  entity->function = made;
  entity->span = made->span;
  if (item.kind == ItemKind::kKernel) kernels_.push_back(made);
}

// Whether a part of `geo::Body::Wheel::` in front of the item's name is a struct.
bool Names::is_in_record(const Item& item) {
  for (size_t end = 0; end != std::string::npos;) {
    end = item.owner.find("::", end == 0 ? 0 : end + 2);
    for (const Entity* entity :
         find_all(item.owner.substr(0, end), {context_.scope, item.begin, false})) {
      if (entity->kind == EntityKind::kRecord) return true;
    }
  }
  return false;
}

void Names::add_specialization(FunctionEntity& special) {
  FunctionEntity* primary = nullptr;
  for (const Entity* entity : find_all(special.name, {special.scope, special.position, false})) {
    if (entity->kind == EntityKind::kFunction && entity->function->is_template)
      primary = entity->function;
  }
  if (primary == nullptr) return;
  primary->specializations.push_back(&special);
  special.primary = primary;
}

void Names::declare_record(const Item& item, TokenRange text, const std::string& name) {
  if (name.empty()) return;
  NameScope* scope = context_.scope;
  const bool has_members = has_braces(text);
  std::vector<TemplateParameter> parameters;
  if (item.is_template) read_template_head(item.begin, parameters);
  const bool is_special = item.is_template && parameters.empty();
  if (is_special || has_arguments(text, name))
    return add_specialization_of(EntityKind::kRecord, item, text, name, std::move(parameters));
  for (Entity* entity : scope->names[name]) {
    if (entity->kind != EntityKind::kRecord || entity->is_template != item.is_template) continue;
    if (!has_members) return;  // a redeclaration
    if (!entity->text.empty()) continue;
    entity->text = text;  // so far it was declared without its members
    entity->parameters = std::move(parameters);
    return;
  }
  Entity* entity = make_entity(EntityKind::kRecord, name, scope, item.begin);
  entity->text = has_members ? text : TokenRange{};
  entity->is_template = item.is_template;
  entity->parameters = std::move(parameters);
  for (size_t i = text.begin; i < text.end; ++i) {
    if (!tokens_[i].is(name)) continue;
    entity->span = tokens_[i].span;
    break;
  }
}

bool Names::has_braces(TokenRange text) const {
  for (size_t i = text.begin; i < text.end; ++i) {
    if (tokens_[i].is("{")) return true;
  }
  return false;
}

// struct Name<...>
bool Names::has_arguments(TokenRange text, std::string_view name) const {
  for (size_t i = text.begin; i + 1 < text.end && !tokens_[i].is("{"); ++i) {
    if (tokens_[i].is(name)) return tokens_[i + 1].is("<");
  }
  return false;
}

// template <...> struct Name<...> or template <...> T name<...>: without parameters of its own, a
// full one.
void Names::add_specialization_of(EntityKind kind, const Item& item, TokenRange text,
                                  const std::string& name,
                                  std::vector<TemplateParameter> parameters) {
  Entity* primary = nullptr;
  for (Entity* entity : context_.scope->names[name]) {
    if (entity->kind == kind && entity->is_template) primary = entity;
  }
  if (primary == nullptr) return;
  Entity* special = make_entity(kind, "", context_.scope, item.begin);
  special->name = name;
  special->text = text;
  special->span = tokens_[text.begin].span;
  if (parameters.empty()) {
    primary->specializations.push_back(special);
  } else {
    primary->partial.emplace_back();
    primary->partial.back().text = special;
    primary->partial.back().parameters = std::move(parameters);
  }
}

// template <class T> constexpr T name = ...;
void Names::declare_variable_template(const Item& item) {
  if (item.name.empty()) return;
  if (!item.owner.empty() && is_in_record(item))
    return declare_outside_member(item, item.name, nullptr);
  const TokenRange text{item.head, item.end};
  std::vector<TemplateParameter> parameters;
  read_template_head(item.begin, parameters);
  if (parameters.empty() || has_arguments(text, item.name)) {
    return add_specialization_of(EntityKind::kVariable, item, text, item.name,
                                 std::move(parameters));
  }
  Entity* entity = make_entity(EntityKind::kVariable, item.name, context_.scope, item.begin);
  entity->is_template = true;
  entity->parameters = std::move(parameters);
  entity->text = text;
  entity->span = tokens_[item.head].span;
  for (size_t i = text.begin; i < item.head_end; ++i) {
    entity->is_device |= tokens_[i].is("__device__") || tokens_[i].is("__managed__");
    entity->is_constant_memory |= tokens_[i].is("__constant__");
    if (tokens_[i].is(item.name)) entity->span = tokens_[i].span;
  }
  if (entity->is_constant_memory) entity->is_device = false;
}

void Names::declare_enum_item(const Item& item, const std::string& name) {
  NameScope* scope = context_.scope;
  Entity* entity = make_entity(EntityKind::kEnum, name, scope, item.begin);
  entity->text = {item.head, item.end};
  entity->span = tokens_[item.head].span;
  entity->space = make_scope(scope->path + name + "::", scope);
  const size_t word = item.head + (tokens_[item.head].is("typedef") ? 2 : 1);
  const bool is_scoped = tokens_[word].is("class") || tokens_[word].is("struct");
  std::vector<std::string> members = item.members;
  if (is_scoped) return;
  for (const std::string& member : members) {
    make_entity(EntityKind::kEnumerator, member, scope, item.begin)->owner = entity;
  }
}

// Of `typedef struct Tag { ... } name, *derived, derived[4];` the names from a token on.
Names::DeclaredNames Names::declared_names(TokenRange text) const {
  DeclaredNames declared;
  int depth = 0;
  for (size_t at = text.begin; at + 1 < text.end; ++at) {
    if (tokens_[at].is("(") || tokens_[at].is("[")) ++depth;
    if (tokens_[at].is(")") || tokens_[at].is("]")) --depth;
    const Token& next = tokens_[at + 1];
    const bool ends = next.is(",") || next.is(";") || next.is("[");
    const bool is_plain = tokens_[at].is_identifier() && !is_keyword(tokens_[at].text);
    // `(*name)(int)`, `(*name[2])(int)`: of pointers to functions or arrays
    const bool is_inner = depth == 1 && (tokens_[at - 1].is("*") || tokens_[at - 1].is("&")) &&
                          tokens_[at - 2].is("(") && (next.is(")") || next.is("["));
    if (((depth == 0 && ends) || is_inner) && is_plain) {
      declared.names.emplace_back(tokens_[at].text);
      if (tokens_[at - 1].is("*") || next.is("[")) declared.derived.emplace(tokens_[at].text);
    }
  }
  return declared;
}

// The token that closes the first braces.
size_t Names::end_of_braces(TokenRange text) const {
  int depth = 0;
  size_t at = text.begin;
  for (; at < text.end; ++at) {
    if (tokens_[at].is("{")) ++depth;
    if (tokens_[at].is("}") && --depth == 0) break;
  }
  return at;
}

// The name of a struct or an enum that a typedef defines: its own or, if it has none, the first one
// declared for just that type.
std::string Names::tag_of(TokenRange body, const DeclaredNames& declared) const {
  std::string tag;
  for (size_t i = body.begin + 2; i < body.end && !tokens_[i].is("{") && !tokens_[i].is(":"); ++i) {
    if (tokens_[i].is_identifier() && !is_keyword(tokens_[i].text) && !tokens_[i - 1].is("("))
      tag = std::string(tokens_[i].text);
  }
  if (!tag.empty()) return tag;
  for (const std::string& name : declared.names) {
    if (!declared.derived.contains(name)) return name;
  }
  return "";
}

// typedef struct Tag { ... } name, ...;
void Names::declare_tagged(const Item& item) {
  const size_t brace = end_of_braces({item.head, item.end});
  size_t end = brace + 1;  // behind `__attribute__((packed))`, too
  while (end < item.end && is_one_of(tokens_[end], {"__attribute__", "__align__"}))
    end = tokens_.behind_bracket(end + 1, item.end);
  const TokenRange body{item.head, end};
  const DeclaredNames declared = declared_names({brace, item.end});
  const std::string tag = tag_of(body, declared);
  if (tag.empty()) return;
  if (tokens_[item.head + 1].is("enum")) {
    Item named = item;
    named.end = body.end;
    named.members = enumerators(body);
    declare_enum_item(named, tag);
  } else {
    declare_record(item, body, tag);
  }
  for (const std::string& name : declared.names) {
    if (name == tag) continue;
    const bool is_changed = declared.derived.contains(name);
    Entity* entity = make_entity(is_changed ? EntityKind::kAlias : EntityKind::kUsing, name,
                                 context_.scope, item.begin);
    entity->target = tag;
    entity->text = {body.end, item.end};
  }
}

// using name = type; typedef type name, ...; typedef struct Tag { ... } name;
void Names::declare_alias(const Item& item) {
  NameScope* scope = context_.scope;
  const TokenRange text{item.head, item.end};
  if (tokens_[item.head].is("using")) {
    Entity* entity = make_entity(EntityKind::kAlias, item.name, scope, item.begin);
    entity->text = text;
    entity->is_template = item.is_template;
    if (item.is_template) read_template_head(item.begin, entity->parameters);
  } else if (has_braces(text)) {
    declare_tagged(item);
  } else {
    for (const std::string& name : declared_names(text).names) {
      make_entity(EntityKind::kAlias, name, scope, item.begin)->text = text;
    }
  }
}

std::vector<std::string> Names::enumerators(TokenRange text) const {
  std::vector<std::string> names;
  for (size_t i = text.begin + 1; i < text.end; ++i) {
    const bool is_first = tokens_[i - 1].is("{") || tokens_[i - 1].is(",");
    if (is_first && tokens_[i].is_identifier()) names.emplace_back(tokens_[i].text);
  }
  return names;
}

// Declares every variable of a declaration: the names before `=`, `,`, `;`, `[` or `{`.
void Names::declare_variables(const Item& item) {
  if (!item.owner.empty() && is_in_record(item))
    return declare_outside_member(item, item.name, nullptr);
  NameScope* scope = context_.scope;
  bool is_device = false;
  bool is_constant = false;
  bool is_const = false;
  bool is_shared = false, is_extern = false;
  bool has_name = false;
  int depth = 0;
  for (size_t i = item.head; i + 1 < item.end; ++i) {
    const Token& token = tokens_[i];
    is_device |= token.is("__device__") || token.is("__managed__");
    is_constant |= token.is("__constant__");
    is_const |= token.is("const") || token.is("constexpr");
    is_shared |= token.is("__shared__");
    is_extern |= token.is("extern");
    if (token.is("(") || token.is("{") || (token.is("[") && has_name)) ++depth;
    if (token.is(")") || token.is("}") || (token.is("]") && has_name)) --depth;
    if (depth == 0 && token.is(",")) has_name = false;
    if (depth != 0 || has_name || !token.is_identifier() || is_keyword(token.text)) continue;
    const Token& next = tokens_[i + 1];
    if (!next.is("=") && !next.is(",") && !next.is(";") && !next.is("[") && !next.is("{") &&
        !next.is("("))
      continue;
    has_name = true;
    const bool is_usable = is_device || is_constant || is_shared || is_const;
    Entity* entity = make_entity(is_usable ? EntityKind::kVariable : EntityKind::kHost,
                                 std::string(token.text), scope, item.begin);
    entity->text = {item.head, item.end};
    entity->span = token.span;
    entity->is_device = is_device && !is_constant;
    entity->is_constant_memory = is_constant;
    entity->is_shared = is_shared;
    entity->is_extern = is_extern;
    item_variables_[&item].push_back(entity);
  }
}

}  // namespace warplens::lang
