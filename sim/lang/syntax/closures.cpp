// The types of lambda expressions: a struct with a member for each capture and an operator() whose
// text is the lambda's.
#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/names.hpp"
#include "sim/lang/syntax/parser.hpp"

namespace warplens::lang {
namespace {

// Found by every function at this place, without a capture or an object.
bool is_static_storage(Storage storage) {
  return storage != Storage::kLocal && storage != Storage::kParameter;
}

}  // namespace

std::string generic_parameter(size_t parameter) {
  return "auto " + std::to_string(parameter);
}

// A scope that holds what the function being read has declared so far and what a function inside it
// may use: types, constants, static and shared variables.
NameScope* Names::scope_of_locals() {
  if (context_.function == nullptr) return context_.scope;
  NameScope* scope = make_scope(context_.scope->path, context_.scope);
  scope->is_binding = true;
  for (const LocalName& local : local_names_) {
    if (checker_.is_open(local.scope) && !local.entity->name.empty())
      scope->names[local.entity->name].push_back(local.entity);
  }
  for (const LocalUse& local : local_uses_) {
    if (checker_.is_open(local.scope)) scope->used.push_back({local.used, 0});
  }
  checker_.for_each_local([&](const std::string& name, Variable& variable) {
    if (!is_static_storage(variable.storage)) return;
    make_entity(EntityKind::kValue, name, scope, 0)->variable = &variable;
  });
  return scope;
}

bool Names::is_closure(const Record* record) const {
  const auto known = record_entities_.find(record);
  return known != record_entities_.end() && known->second->text.empty();
}

RecordEntity& Names::make_closure(Span span) {
  const uint32_t line = unit_.file.line_of(span.begin);
  const size_t number = ++closures_of_line_[line];
  const std::string name =
      number == 1 ? say("(lambda in line {line})", "line"_a = line)
                  : say("(lambda {number} in line {line})", "number"_a = number, "line"_a = line);
  entities_.emplace_back();
  Entity& entity = entities_.back();
  entity.kind = EntityKind::kRecord;
  entity.scope = context_.scope;
  entity.span = span;
  entity.position = context_.position;
  entity.record = make_record(entity, name, scope_of_locals());
  entity.record->state = ReadState::kRead;
  return *entity.record;
}

// The closure that was made of the same text in this function, with the same captures and without
// mistakes; null if there is none.
RecordEntity* Names::closure_like(const RecordEntity& closure, const LambdaPlace& place) const {
  const auto known = closures_.find({place.token, place.element, context_.function});
  if (known == closures_.end()) return nullptr;
  const RecordEntity& earlier = *known->second;
  const std::vector<Field>& fields = closure.record->fields;
  const std::vector<Field>& others = earlier.record->fields;
  const bool is_same = std::equal(fields.begin(), fields.end(), others.begin(), others.end(),
                                  [](const Field& a, const Field& b) { return a.type == b.type; });
  const bool is_wrong = std::any_of(
      earlier.functions.begin(), earlier.functions.end(), [](const FunctionEntity* function) {
        return function->head == ReadState::kFailed || function->body == ReadState::kFailed ||
               (function->body == ReadState::kRead && function->function->body == nullptr);
      });
  return is_same && !is_wrong ? known->second : nullptr;
}

void Names::note_closure(RecordEntity& closure, const LambdaPlace& place) {
  closures_[{place.token, place.element, context_.function}] = &closure;
}

void Names::add_call_operator(RecordEntity& closure, TokenRange text,
                              const std::vector<bool>& generic) {
  auto function = std::make_unique<FunctionEntity>();
  size_t head = text.begin;
  // `[]<class T>(T x)` is a template's head without its first word.
  if (tokens_[head].is("<")) head = read_template_head(head - 1, function->template_parameters);
  for (bool goes_on = true; goes_on; head += goes_on ? 1 : 0) {
    function->is_device |= tokens_[head].is("__device__");
    function->is_host |= tokens_[head].is("__host__");
    goes_on = tokens_[head].is_identifier() && !tokens_[head].is("mutable");
  }
  if (!is_host_)
    function->is_device = true;  // in a kernel
  else if (!function->is_device)
    function->is_host = true;
  for (size_t i = 0; i < generic.size(); ++i) {
    TemplateParameter parameter;
    parameter.name = generic_parameter(i);
    parameter.is_type = true;
    parameter.is_pack = generic[i];
    parameter.span = tokens_[head].span;
    function->template_parameters.push_back(std::move(parameter));
  }
  function->name = "operator()";
  function->full_name = closure.record->name;
  function->is_call_operator = true;
  function->is_template = !function->template_parameters.empty();
  function->text_begin = text.begin;
  function->text = {head, text.end};
  function->span = closure.record->span;
  function->position = text.begin;
  function->scope = closure.members;
  function->owner = &closure;
  function->record = closure.record;
  function->has_body = true;
  FunctionEntity* made = own(std::move(function));
  closure.functions.push_back(made);
  make_entity(EntityKind::kFunction, made->name, closure.members, 0)->function = made;
}

}  // namespace warplens::lang
