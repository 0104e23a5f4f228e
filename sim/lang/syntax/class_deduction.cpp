// The arguments of a class template from what an object is made from: std::pair p(1, 2.0).
//
// Each constructor of the template, and each deduction guide, is a template of functions whose
// arguments are deduced as those of a call ([over.match.class.deduct]). The first one that fits is
// taken; of a list in braces first those that take an initializer_list.
#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/names.hpp"

namespace warplens::lang {

// A constructor, whose member declaration is from `begin` on, as a function template that makes an
// object.
void Names::add_constructor_guide(Entity& of, size_t begin, size_t name) {
  auto guide = std::make_unique<FunctionEntity>();
  guide->template_parameters = of.parameters;
  size_t head = begin;
  if (tokens_[begin].is("template")) head = read_template_head(begin, guide->template_parameters);
  guide->is_template = true;
  guide->is_constructor = true;
  guide->name = guide->full_name = of.name;
  guide->span = tokens_[name].span;
  guide->text_begin = begin;
  guide->text = {head, tokens_.behind_bracket(name + 1, of.text.end)};
  guide->position = begin;
  guide->scope = of.scope;
  of.guides.push_back(own(std::move(guide)));
}

// Notes the constructors in the text of a class template.
void Names::read_constructor_guides(Entity& of) {
  if (std::exchange(of.has_guides, true)) return;
  size_t at = of.text.begin;
  while (at < of.text.end && !tokens_[at].is("{")) ++at;
  size_t begin = ++at;  // of the current member
  for (; at < of.text.end; ++at) {
    const Token& token = tokens_[at];
    budget().charge();
    if (token.is("{") || token.is("(")) {
      const bool is_body = token.is("{");
      at = tokens_.behind_bracket(at, of.text.end) - 1;
      if (is_body) begin = at + 1;
    } else if (token.is(";") || (token.is(":") && tokens_[at + 1].is_identifier() &&
                                 (tokens_[at - 1].is("public") || tokens_[at - 1].is("private")))) {
      begin = at + 1;
    } else if (token.is(of.name) && tokens_[at + 1].is("(") && !tokens_[at - 1].is("~")) {
      add_constructor_guide(of, begin, at);
    }
  }
}

// template <class T> Name(T) -> Name<T>;
bool Names::declare_guide(const Item& item) {
  const bool is_guide = item.is_template && tokens_[item.head].is(item.name) &&
                        tokens_[tokens_.behind_bracket(item.head + 1, item.end)].is("->");
  Entity* of = nullptr;
  for (Entity* entity : context_.scope->names[item.name]) {
    if (entity->kind == EntityKind::kRecord && entity->is_template) of = entity;
  }
  if (!is_guide || of == nullptr) return false;
  auto guide = std::make_unique<FunctionEntity>();
  read_template_head(item.begin, guide->template_parameters);
  guide->is_template = true;
  guide->is_constructor = true;
  guide->name = guide->full_name = item.name;
  guide->span = tokens_[item.head].span;
  guide->text_begin = item.begin;
  guide->text = {item.head, item.end};
  guide->position = item.begin;
  guide->scope = context_.scope;
  of->guides.push_back(own(std::move(guide)));
  return true;
}

// The type that one guide gives; null if the arguments do not fit it.
const Type* Names::guided_type(Entity& of, FunctionEntity& guide,
                               const std::vector<GivenArgument>& arguments, bool is_list) {
  std::vector<GivenArgument> given = arguments;
  const FunctionEntity* pattern = pattern_of(guide);
  if (is_list) {  // a list for one parameter: all values have one type, which is its element's
    const Type* taken = pattern != nullptr && pattern->parameters.size() == 1
                            ? pattern->parameters[0].type
                            : nullptr;
    const bool takes_list = taken != nullptr && taken->is_record() &&
                            taken->record->name.starts_with("std::initializer_list<");
    const bool is_alike =
        takes_list && std::all_of(given.begin(), given.end(), [&](const GivenArgument& one) {
          return one.type == given.front().type;
        });
    if (!is_alike || given.empty() || given.front().type->is_void()) return nullptr;
    TemplateArgument element;
    element.type = unit_.types.unqualified(given.front().type);
    const RecordEntity& list = *record_entities_.at(taken->record);
    given = {{record_instance(*list.primary, {element}, guide.span), false}};
  }
  std::string reason;
  const FunctionDeclaration* made = instantiate(guide, {}, given, &reason);
  if (made == nullptr) return nullptr;
  const size_t most = made->parameters.size();
  size_t least = most;
  while (least > 0 && made->parameters[least - 1].has_default) --least;
  if (given.size() < least || given.size() > most) return nullptr;
  if (made->return_type != nullptr && !made->return_type->is_void()) return made->return_type;
  const std::vector<TemplateArgument>& all = entity_of(*made)->arguments;
  std::vector<TemplateArgument> own_arguments;
  for (size_t i = 0; i < of.parameters.size() && i < all.size(); ++i) {
    const std::vector<TemplateArgument> one = {all[i]};
    for (const TemplateArgument& each : all[i].is_pack ? all[i].elements : one)
      own_arguments.push_back(each);
  }
  return record_instance(of, own_arguments, guide.span);
}

const Type* Names::deduce_class(Entity& of, const std::vector<GivenArgument>& arguments,
                                bool is_list, Span span) {
  const auto known = arguments.size() == 1 && arguments[0].type->is_record()
                         ? record_entities_.find(arguments[0].type->record)
                         : record_entities_.end();
  if (known != record_entities_.end() && known->second->primary == &of)  // a copy
    return unit_.types.unqualified(arguments[0].type);
  read_constructor_guides(of);
  const size_t errors = reporter_.count();
  const Type* type = nullptr;
  {
    const Reporter::Trial trial(reporter_);
    for (const bool as_list : {true, false}) {
      for (size_t i = 0; type == nullptr && i < of.guides.size(); ++i) {
        if (is_list || !as_list) type = guided_type(of, *of.guides[i], arguments, as_list);
      }
    }
    if (type == nullptr && arguments.empty()) type = record_instance(of, {}, span);
  }
  if (type != nullptr) {
    reporter_.forget_after(errors);
    return type;
  }
  reporter_.forget_after(errors);
  reporter_.error(span,
                  say("the template arguments of '{name}' do not follow from what it is made from",
                      "name"_a = of.name),
                  say("write {name}<...>", "name"_a = of.name));
  return nullptr;
}

}  // namespace warplens::lang
