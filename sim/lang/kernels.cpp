// The kernels of the file in their order, with what they use: plain ones, and the instances of
// templates that are asked for by name, by the text, or by a launch in host code.
#include <algorithm>
#include <utility>

#include "sim/lang/lexer.hpp"
#include "sim/lang/names.hpp"
#include "sim/lang/parser.hpp"

namespace warplens::lang {
namespace {

constexpr uint64_t kStepsAKernelName = 5;  // of one kernel's name

}  // namespace

void Names::read_kernels(const std::vector<WantedKernel>& wanted) {
  for (const Item& item : *items_) read_item(item);
  for (const FunctionEntity* kernel : kernels_) {
    if (!kernel->is_template) continue;
    unit_.kernel_templates.push_back(kernel->full_name + parameters_text(*kernel));
  }
  for (const WantedKernel& kernel : wanted) read_wanted(kernel);
  for (const HostLaunch& launch : unit_.launches)
    read_wanted({launch.kernel, lex(launch.kernel), false});
  for (FunctionEntity* kernel : kernels_) {
    const bool has_defaults = std::all_of(
        kernel->template_parameters.begin(), kernel->template_parameters.end(),
        [](const TemplateParameter& parameter) { return !parameter.default_value.empty(); });
    if (kernel->is_template && kernel->instances.empty() && has_defaults)
      read_wanted({kernel->full_name, lex(kernel->full_name), false});
  }
  read_waiting();
  std::stable_sort(unit_.kernels.begin(), unit_.kernels.end(),
                   [](const Kernel& a, const Kernel& b) { return a.span.begin < b.span.begin; });
  note_reached();
}

void Names::read_item(const Item& item) {
  const auto scope = item_scopes_.find(&item);
  context_.scope = scope == item_scopes_.end() ? file_ : scope->second;
  context_.position = item.end;
  if (item.form == ItemForm::kStaticAssert) {
    check_static_assert(item);
  } else if (item.form == ItemForm::kInstantiation) {
    read_instantiation(item);
  } else if (item.form == ItemForm::kDeclaration && item.kind == ItemKind::kConstant) {
    if (!read_constants(item)) skip(item);
  } else if (item.form == ItemForm::kDeclaration && item.kind == ItemKind::kKernel) {
    const auto kernel = kernels_at_.find(item.begin);
    if (kernel == kernels_at_.end()) return;
    FunctionEntity& entity = *kernel->second;
    if (entity.is_template) return skip(item);
    if (entity.primary == nullptr) return read_kernel(entity);
    // A specialisation is asked for by its text.
    read_instance(*entity.primary,
                  written_arguments(entity.text, entity.name, entity.scope, entity.position), "",
                  nullptr);
  } else if (item.form != ItemForm::kNamespace && item.form != ItemForm::kNamespaceEnd &&
             item.kind != ItemKind::kPrototype) {
    skip(item);
  }
}

void Names::skip(const Item& item) {
  const size_t last = std::max(item.begin + 1, item.end) - 1;
  unit_.skipped.push_back({item.name, base::join(tokens_[item.begin].span, tokens_[last].span)});
}

// Constants of scalar type whose values are known. Nothing is reported: it may be host code.
bool Names::read_constants(const Item& item) {
  const size_t errors = reporter_.count();
  const Reporter::Trial trial(reporter_);
  bool is_fine = true;
  for (Entity* entity : item_variables_[&item]) is_fine &= read_variable(*entity) != nullptr;
  reporter_.forget_after(errors);
  return is_fine;
}

// One that cannot be judged here (std::is_same...) is the compiler's business.
void Names::check_static_assert(const Item& item) {
  const Visit visit(*this, {context_.scope, item.end, nullptr, nullptr});
  const size_t errors = reporter_.count();
  Parser parser = parser_at({item.head + 1, item.end});
  if (!parser.parse_static_assert()) reporter_.forget_after(errors);
}

void Names::read_kernel(FunctionEntity& entity) {
  budget().keep(2 * sizeof(Kernel));
  Kernel kernel;
  if (!read_head(entity) && entity.parameters_end == 0) return;
  entity.body = ReadState::kReading;
  describe(entity, kernel);
  {
    const Visit visit(*this, {entity.scope, entity.position, &kernel, entity.owner});
    parser_at(entity.text).parse_function_body(entity, kernel);
  }
  entity.body = ReadState::kRead;
  read_waiting();
  kernel.expression = name_expression(entity);
  number_kernel(kernel);
  unit_.kernels.push_back(std::move(kernel));
}

std::string Names::name_expression(const FunctionEntity& entity) {
  if (entity.primary == nullptr) return entity.full_name;
  const FunctionEntity& primary = *entity.primary;
  NameScope* scope = bind(primary.template_parameters, entity.arguments, primary.scope);
  std::string text = arguments_text(primary.template_parameters, entity.arguments, *scope, true);
  return primary.full_name + text;
}

// A second kernel of a name, of a second program in the file, is "name#2".
void Names::number_kernel(Kernel& kernel) {
  const size_t count = ++kernel_names_[kernel.name];
  if (count == 1) return;
  const std::string numbered = kernel.name + "#" + std::to_string(count);
  reporter_.warning(
      kernel.span,
      "another kernel of the name '" + kernel.name + "': it is '" + numbered + "' here",
      "choose it with --kernel '" + numbered + "'");
  kernel.name = numbered;
}

// "matmul<32, 1>", "reduce<float>", "ns::scale".
void Names::read_wanted(const WantedKernel& wanted) {
  std::vector<Token> tokens = wanted.tokens;
  std::erase_if(tokens, [](const Token& token) {
    return token.kind == TokenKind::kNewline || token.kind == TokenKind::kComment;
  });
  tokens.emplace_back();
  std::string name;
  size_t open = 0;
  for (; !tokens[open].at_end() && !tokens[open].is("<"); ++open) name += tokens[open].text;
  budget().charge(kernels_.size() * kStepsAKernelName);
  for (FunctionEntity* kernel : kernels_) {
    const bool is_named = kernel->full_name == name || kernel->name == name;
    if (!kernel->is_template || !is_named) continue;
    std::vector<TemplateArgument> arguments;
    const size_t errors = reporter_.count();
    std::string reason;
    bool is_fine = true;
    if (!tokens[open].at_end()) {
      const Visit visit(*this, {kernel->scope, tokens_.size(), nullptr, nullptr});
      const Tokens written(tokens, tokens_.budget(), false);
      Parser parser(written, {open, tokens.size() - 1}, unit_, checker_, reporter_, *this);
      is_fine = parser.parse_template_arguments(arguments) && parser.at_end();
      if (!is_fine) reason = reporter_.message_after(errors);
      reporter_.forget_after(errors);  // their places are not the file's
    }
    is_fine = is_fine && read_instance(*kernel, arguments, wanted.written, &reason);
    if (!is_fine && wanted.is_required && reporter_.count() == errors) {
      reporter_.placeless_error(
          "there is no kernel '" + wanted.written + "'" + (reason.empty() ? "" : ": " + reason),
          "the template is " + kernel->full_name + parameters_text(*kernel));
    }
  }
}

bool Names::read_instance(FunctionEntity& kernel, const std::vector<TemplateArgument>& arguments,
                          const std::string& written, std::string* reason) {
  const FunctionDeclaration* made = instantiate(kernel, arguments, {}, reason);
  if (made == nullptr) return false;
  FunctionEntity* instance = entity_of(*made);
  if (!written.empty()) unit_.kernel_spellings.emplace_back(written, instance->full_name);
  if (instance->body == ReadState::kUnread) read_kernel(*instance);
  return true;
}

// template __global__ void k<float>(float*);
void Names::read_instantiation(const Item& item) {
  budget().charge(kernels_.size() * kStepsAKernelName);
  for (FunctionEntity* kernel : kernels_) {
    if (!kernel->is_template || kernel->name != item.name || kernel->position > item.begin)
      continue;
    const std::vector<TemplateArgument> arguments =
        written_arguments({item.head, item.end}, item.name, context_.scope, item.begin);
    if (!arguments.empty()) read_instance(*kernel, arguments, "", nullptr);
  }
}

// "<int TILE, int PAD = 0>"
std::string Names::parameters_text(const FunctionEntity& kernel) const {
  std::string text;
  for (size_t i = kernel.text_begin + 1; i < kernel.text.begin; ++i) {
    const Token& token = tokens_[i];
    const bool is_tight = text.empty() || token.is(",") || token.is(">") || token.is("::") ||
                          token.is("(") || token.is(")") || text.back() == '<' ||
                          text.back() == ':' || text.back() == '(';
    if (!is_tight) text += " ";
    text += token.text;
  }
  return text;
}

}  // namespace warplens::lang
