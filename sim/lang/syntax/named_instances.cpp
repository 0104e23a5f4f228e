// The instances of function templates that are named: by the user, by a launch in host code, by an
// explicit instantiation, or as the function that is called in main()'s place.
#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/names.hpp"
#include "sim/lang/syntax/parser.hpp"
#include "sim/lang/text/lexer.hpp"

namespace warplens::lang {
namespace {

constexpr uint64_t kStepsAnInstance = 5;  // to compare one

// "matmul<32, 1>", "reduce<float>", "ns::scale".
struct WantedName {
  std::vector<Token> tokens;
  std::string name;  // without arguments
  size_t open = 0;   // the `<` in the tokens, or their end
  bool has_arguments() const { return !tokens[open].at_end(); }
};

WantedName wanted_name(std::vector<Token> tokens) {
  WantedName of{std::move(tokens), "", 0};
  std::erase_if(of.tokens, [](const Token& token) {
    return token.kind == TokenKind::kNewline || token.kind == TokenKind::kComment;
  });
  of.tokens.emplace_back();
  for (; !of.tokens[of.open].at_end() && !of.tokens[of.open].is("<"); ++of.open)
    of.name += of.tokens[of.open].text;
  return of;
}

bool is_named(const FunctionEntity& kernel, std::string_view name) {
  return kernel.full_name == name || kernel.name == name;
}

}  // namespace

// ---------------------------------------------------------------------------- by the user, a
// launch

void Names::read_wish(const std::vector<WantedKernel>& wanted, size_t index) {
  const WantedName of = wanted_name(wanted[index].tokens);
  budget().charge(kernels_.size() * kStepsAnInstance);
  for (size_t i = 0; i < kernels_.size(); ++i) {
    FunctionEntity& kernel = *kernels_[i];
    if (!kernel.is_template || !is_named(kernel, of.name)) continue;
    read_source({KernelSource::By::kWish, index, i}, kernel, [&] {
      FunctionEntity* const meant = read_meant(kernel, wanted, index);
      return meant != nullptr ? meant : read_wanted(kernel, wanted[index], of.tokens, of.open);
    });
  }
}

// What the user names without its arguments: the first instance that host code launches, or else
// that the text instantiates. Null: there is none, or all arguments have defaults.
FunctionEntity* Names::read_meant(FunctionEntity& kernel, const std::vector<WantedKernel>& wanted,
                                  size_t index) {
  const WantedKernel& wish = wanted[index];
  if (!wish.is_required || wanted_name(wish.tokens).has_arguments() || kernel.has_all_defaults())
    return nullptr;
  for (const WantedKernel& launch : wanted) {
    const WantedName of = wanted_name(launch.tokens);
    if (launch.is_required || !is_named(kernel, of.name) || !of.has_arguments()) continue;
    WantedKernel meant = launch;
    meant.written = wish.written;
    if (FunctionEntity* const made = read_wanted(kernel, meant, of.tokens, of.open)) return made;
  }
  FunctionEntity* const instance = explicit_instance(kernel, {}, false);
  return instance == nullptr ? nullptr : read_made(*instance, wish.written);
}

// What is between the `<` at `open`, or the end, and the end of tokens that are not the file's.
// False, with the reason, where these are no arguments.
bool Names::read_arguments(const std::vector<Token>& tokens, size_t open, NameScope* scope,
                           std::vector<TemplateArgument>& arguments, std::string* reason) {
  if (tokens[open].at_end()) return true;
  const size_t errors = reporter_.count();
  const Visit visit(*this, {scope, tokens_.size(), nullptr, nullptr});
  const Tokens written(tokens, budget(), false);
  Parser parser(written, {open, tokens.size() - 1}, unit_, checker_, reporter_, *this);
  const bool is_fine = parser.parse_template_arguments(arguments) && parser.at_end();
  if (!is_fine) *reason = reporter_.message_after(errors);
  reporter_.forget_after(errors);  // their spans are not in the file
  return is_fine;
}

// `open`: the `<` in the wish's tokens, or their end.
FunctionEntity* Names::read_wanted(FunctionEntity& kernel, const WantedKernel& wanted,
                                   const std::vector<Token>& tokens, size_t open) {
  std::vector<TemplateArgument> arguments;
  std::string reason;
  const size_t errors = reporter_.count();
  const bool is_fine = read_arguments(tokens, open, kernel.scope, arguments, &reason);
  user_ = {wanted.is_required ? InstanceUser::By::kOption : InstanceUser::By::kLaunch, wanted.span};
  FunctionEntity* made =
      is_fine ? read_instance(kernel, arguments, wanted.written, &reason) : nullptr;
  user_ = {};
  if (made == nullptr && wanted.is_required && reporter_.count() == errors) {
    reporter_.placeless_error(reason.empty()
                                  ? say("there is no kernel '{name}'", "name"_a = wanted.written)
                                  : say("there is no kernel '{name}': {reason}",
                                        "name"_a = wanted.written, "reason"_a = reason),
                              say("the template is {name}{parameters}", "name"_a = kernel.full_name,
                                  "parameters"_a = parameters_text(kernel)));
  }
  return made;
}

FunctionEntity* Names::read_instance(FunctionEntity& kernel,
                                     const std::vector<TemplateArgument>& arguments,
                                     const std::string& written, std::string* reason) {
  is_kernel_head_ = true;
  const FunctionDeclaration* made = instantiate(kernel, arguments, {}, reason);
  is_kernel_head_ = false;
  return made == nullptr ? nullptr : read_made(*entity_of(*made), written);
}

// `written`: what is to be known as the instance's name, too.
FunctionEntity* Names::read_made(FunctionEntity& instance, const std::string& written) {
  if (!written.empty()) unit_.kernel_spellings.emplace_back(written, instance.full_name);
  if (instance.body == ReadState::kUnread) read_kernel(instance);
  return &instance;
}

// ------------------------------------------------------------------- by an explicit instantiation

// Whether `template void run<float>(float*);` may be of this template. One with `extern` may come
// before its text.
bool Names::may_instantiate(const Item& item, FunctionEntity& of) {
  if (item.form != ItemForm::kInstantiation || item.name != of.name) return false;
  const std::string name = item.owner.empty() ? item.name : item.owner + "::" + item.name;
  const std::vector<Entity*> found = find_all(name, {item_scopes_.at(&item), item.begin, false});
  return std::any_of(found.begin(), found.end(), [&](const Entity* entity) {
    if (entity->kind != EntityKind::kFunction || !entity->function->is_template) return false;
    return entity->function == &of || definition_of(*entity->function) == &of;
  });
}

// The instance that the item names by `written` and its parameters; null: it names one of another
// template. What is wrong with it is reported only of a kernel.
FunctionEntity* Names::instance_named_by(const Item& item, FunctionEntity& of,
                                         const std::vector<TemplateArgument>& written) {
  auto made = std::make_unique<FunctionEntity>();
  made->text_begin = item.begin;
  made->text = {item.head, item.end};
  made->position = item.begin;
  made->scope = item_scopes_.at(&item);
  note_head_words(*made, nullptr);
  FunctionEntity& named = *own(std::move(made));
  const size_t errors = reporter_.count();
  FunctionEntity* instance = nullptr;
  if (read_head(named)) {
    std::vector<GivenArgument> given;
    for (const FunctionParameter& parameter : named.parameters)
      given.push_back({parameter.type, parameter.is_reference && !parameter.takes_temporaries});
    is_kernel_head_ = of.is_kernel;
    const FunctionDeclaration* found = instantiate(of, written, given, nullptr);
    is_kernel_head_ = false;
    if (found != nullptr && same_parameters(named, *found, unit_.types))
      instance = entity_of(*found);
  }
  if (!of.is_kernel) reporter_.forget_after(errors);
  return instance;
}

std::vector<TemplateArgument> Names::instantiated_with(const Item& instantiation) {
  return written_arguments({instantiation.head, instantiation.end}, instantiation.name,
                           item_scopes_.at(&instantiation), instantiation.begin);
}

// The first that the text instantiates explicitly with these arguments written, or, not `is_exact`,
// with arguments that begin so. Null: there is none.
FunctionEntity* Names::explicit_instance(FunctionEntity& of,
                                         const std::vector<TemplateArgument>& written,
                                         bool is_exact) {
  budget().charge(items_->size() * kStepsAnInstance);
  for (const Item& item : *items_) {
    if (!may_instantiate(item, of)) continue;
    const std::vector<TemplateArgument> own = instantiated_with(item);
    FunctionEntity* const instance = instance_named_by(item, of, own);
    if (instance == nullptr) continue;
    const std::vector<TemplateArgument>& all = is_exact ? own : instance->arguments;
    const bool has_as_many = is_exact ? all.size() == written.size() : all.size() >= written.size();
    if (has_as_many && std::equal(written.begin(), written.end(), all.begin())) return instance;
  }
  return nullptr;
}

// template __global__ void k<float>(float*);
void Names::read_instantiation(size_t index) {
  const Item& item = (*items_)[index];
  budget().charge(kernels_.size() * kStepsAnInstance);
  for (size_t i = 0; i < kernels_.size(); ++i) {
    FunctionEntity& kernel = *kernels_[i];
    if (!kernel.is_template || !may_instantiate(item, kernel)) continue;
    read_source({KernelSource::By::kText, index, i}, kernel, [&]() -> FunctionEntity* {
      FunctionEntity* const instance = instance_named_by(item, kernel, instantiated_with(item));
      return instance == nullptr ? nullptr : read_made(*instance, "");
    });
  }
}

// --------------------------------------------------------------------------- in main()'s place

// The instance that "run<float>" means, of the templates of that name: one that the text
// instantiates explicitly in these words, or that defaults make, or whose further arguments an
// explicit instantiation gives. Null, with the reason, where there is none.
FunctionEntity* Names::find_instance(const std::vector<FunctionEntity*>& templates,
                                     std::string_view called, std::string* reason) {
  const WantedName named = wanted_name(lex(called));
  std::vector<TemplateArgument> written;
  NameScope* const scope = templates.front()->scope;
  if (!read_arguments(named.tokens, named.open, scope, written, reason)) return nullptr;
  for (FunctionEntity* of : templates) {
    if (FunctionEntity* const instance = explicit_instance(*of, written, true)) return instance;
  }
  for (FunctionEntity* of : templates) {
    const FunctionDeclaration* made = instantiate(*of, written, {}, reason);
    if (made != nullptr) return entity_of(*made);
  }
  for (FunctionEntity* of : templates) {
    if (FunctionEntity* const instance = explicit_instance(*of, written, false)) return instance;
  }
  return nullptr;
}

}  // namespace warplens::lang
