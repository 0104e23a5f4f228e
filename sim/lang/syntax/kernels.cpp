// Reads the kernels of the file in order, with everything they use: plain kernels, and the
// instances of templates that are requested by name, by the text, or by a launch in host code
// (named_instances.cpp). Each of these is a source; it is read separately, so its errors are known
// to be its own.
#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/names.hpp"
#include "sim/lang/syntax/parser.hpp"

namespace warplens::lang {
std::vector<KernelReading> Names::read_kernels(const std::vector<WantedKernel>& wanted,
                                               const std::vector<KernelReading>* only) {
  only_ = only;
  for (size_t i = 0; i < items_->size(); ++i) read_item(i);
  for (const FunctionEntity* kernel : kernels_) {
    if (!kernel->is_template) continue;
    unit_.kernel_templates.push_back(kernel->full_name + parameters_text(*kernel));
  }
  for (size_t i = 0; i < wanted.size(); ++i) read_wish(wanted, i);
  for (size_t i = 0; i < kernels_.size(); ++i) {
    FunctionEntity& kernel = *kernels_[i];
    if (!kernel.is_template || !kernel.instances.empty() || !kernel.has_all_defaults()) continue;
    read_source({KernelSource::By::kDefaults, 0, i}, kernel,
                [&] { return read_instance(kernel, {}, kernel.full_name, nullptr); });
  }
  read_waiting();
  std::stable_sort(unit_.kernels.begin(), unit_.kernels.end(),
                   [](const Kernel& a, const Kernel& b) { return a.span.begin < b.span.begin; });
  note_reached();
  list_templates();
  return std::move(readings_);
}

// ------------------------------------------------------------------------------------- readings

// `read` returns the kernel; null if there is none, which is an error only if it reports one.
void Names::read_source(const KernelSource& source, const FunctionEntity& kernel,
                        const Read& read) {
  constexpr uint64_t kStepsAKernel = 1000;
  budget().charge(kStepsAKernel);
  meant_ = nullptr;
  if (only_ != nullptr) {
    budget().charge(only_->size());
    const auto meant =
        std::find_if(only_->begin(), only_->end(),
                     [&](const KernelReading& reading) { return reading.source == source; });
    if (meant == only_->end()) return;
    meant_ = &*meant;
  }
  const size_t errors = reporter_.count();
  reached_.clear();
  unread_ = nullptr;
  const FunctionEntity* made = read();
  if (reporter_.count() == errors) report_unread();
  if (made == nullptr && reporter_.count() == errors) return;
  KernelReading reading;
  reading.source = source;
  reading.kernel = describe_kernel(made != nullptr ? *made : kernel);
  reading.kernel.errors = reporter_.after(errors);
  std::sort(reached_.begin(), reached_.end());
  reached_.erase(std::unique(reached_.begin(), reached_.end()), reached_.end());
  reading.reached = std::move(reached_);
  readings_.push_back(std::move(reading));
  meant_ = nullptr;
}

// A failed declaration has an error where it was first read, unless that was a trial, whose errors
// are forgotten.
void Names::report_unread() {
  const bool was_reported = reporter_.any() || unread_ == nullptr;
  if (was_reported) return;
  reporter_.error(unread_->span, say("'{name}' is not understood, and a kernel uses it",
                                     "name"_a = unread_->name));
}

ListedKernel Names::describe_kernel(const FunctionEntity& kernel) const {
  ListedKernel listed;
  const auto numbered = names_of_kernels_.find(&kernel);
  listed.name = numbered != names_of_kernels_.end() ? numbered->second : kernel.full_name;
  listed.span = kernel.span;
  listed.full_span = base::join(tokens_[kernel.text_begin].span, tokens_[kernel.text.end - 1].span);
  size_t at = kernel.text.begin;
  while (at < kernel.text.end && !(tokens_[at].span == kernel.span)) ++at;
  while (at < kernel.text.end && !tokens_[at].is("(")) ++at;
  TokenRange parameters{at + 1, at + 1};
  for (int depth = 0; at < kernel.text.end; ++at) {
    if (tokens_[at].is("(")) ++depth;
    if (tokens_[at].is(")") && --depth == 0) {
      parameters.end = at;
      break;
    }
  }
  if (!parameters.empty()) listed.parameters = spell(parameters);
  return listed;
}

void Names::list_templates() {
  for (size_t i = 0; i < kernels_.size(); ++i) {
    const FunctionEntity& kernel = *kernels_[i];
    if (!kernel.is_template || !kernel.instances.empty()) continue;
    budget().charge(readings_.size());
    const bool is_read =
        std::any_of(readings_.begin(), readings_.end(), [&](const KernelReading& reading) {
          return reading.source.by != KernelSource::By::kText && reading.source.kernel == i;
        });
    if (is_read) continue;
    ListedKernel listed = describe_kernel(kernel);
    listed.name += parameters_text(kernel);
    listed.state = KernelState::kTemplate;
    unit_.listed.push_back(std::move(listed));
  }
}

void Names::reach_token(size_t token) {
  const auto after = std::upper_bound(items_->begin(), items_->end(), token,
                                      [](size_t at, const Item& item) { return at < item.begin; });
  if (after != items_->begin())
    reached_.push_back(static_cast<size_t>(after - items_->begin()) - 1);
}

// ---------------------------------------------------------------------------------------- items

void Names::read_item(size_t index) {
  const Item& item = (*items_)[index];
  const auto scope = item_scopes_.find(&item);
  context_.scope = scope == item_scopes_.end() ? file_ : scope->second;
  context_.position = item.end;
  if (item.form == ItemForm::kStaticAssert) {
    check_static_assert(item);
  } else if (item.form == ItemForm::kInstantiation) {
    read_instantiation(index);
  } else if (item.form == ItemForm::kDeclaration && item.kind == ItemKind::kConstant) {
    if (!read_constants(item)) skip(item);
  } else if (item.form == ItemForm::kDeclaration && item.kind == ItemKind::kKernel) {
    read_kernel_item(index);
  } else if (item.form != ItemForm::kNamespace && item.form != ItemForm::kNamespaceEnd &&
             item.kind != ItemKind::kPrototype) {
    skip(item);
  }
}

void Names::read_kernel_item(size_t index) {
  const Item& item = (*items_)[index];
  const auto kernel = kernels_at_.find(item.begin);
  if (kernel == kernels_at_.end()) return;
  FunctionEntity& entity = *kernel->second;
  if (entity.is_template) return skip(item);
  read_source({KernelSource::By::kText, index, 0}, entity, [&]() -> FunctionEntity* {
    if (entity.primary == nullptr) {
      read_kernel(entity);
      return &entity;
    }
    // A specialisation in the text requests its instance.
    return read_instance(*entity.primary,
                         written_arguments(entity.text, entity.name, entity.scope, entity.position),
                         "", nullptr);
  });
}

void Names::skip(const Item& item) {
  const size_t last = std::max(item.begin + 1, item.end) - 1;
  unit_.skipped.push_back({item.name, base::join(tokens_[item.begin].span, tokens_[last].span)});
}

// Constants of scalar type with known values. Nothing is reported: it may be host code.
bool Names::read_constants(const Item& item) {
  const size_t errors = reporter_.count();
  const Reporter::Trial trial(reporter_);
  bool is_fine = true;
  for (Entity* entity : item_variables_[&item]) is_fine &= read_variable(*entity) != nullptr;
  reporter_.forget_after(errors);
  return is_fine;
}

// One that cannot be evaluated here (std::is_same...) is ignored.
void Names::check_static_assert(const Item& item) {
  const Visit visit(*this, {context_.scope, item.end, nullptr, nullptr});
  const size_t errors = reporter_.count();
  Parser parser = parser_at({item.head + 1, item.end});
  if (!parser.parse_static_assert()) reporter_.forget_after(errors);
}

void Names::read_kernel(FunctionEntity& entity) {
  budget().keep(2 * sizeof(Kernel));
  Kernel kernel;
  const auto numbered = names_of_kernels_.find(&entity);
  const std::string& name =
      numbered != names_of_kernels_.end() ? numbered->second : number_kernel(entity);
  if (!read_head(entity) && entity.parameters_end == 0) return;
  const bool was_host = std::exchange(is_host_, false);
  const size_t errors = reporter_.count();
  entity.body = ReadState::kReading;
  describe(entity, kernel);
  kernel.most_threads = entity.most_threads;
  {
    const Visit visit(*this, {entity.scope, entity.position, &kernel, entity.owner});
    const Reporter::Context context(reporter_, context_of(entity));
    parser_at(entity.text).parse_function_body(entity, kernel);
  }
  entity.body = ReadState::kRead;
  if (is_program_) keep_errors(errors, kernel);
  is_host_ = was_host;
  read_waiting();
  kernel.expression = name_expression(entity);
  kernel.name = name;
  unit_.kernels.push_back(std::move(kernel));
}

std::string Names::name_expression(const FunctionEntity& entity) {
  if (entity.primary == nullptr) return entity.full_name;
  const FunctionEntity& primary = *entity.primary;
  NameScope* scope = bind(primary.template_parameters, entity.arguments, primary.scope);
  std::string text = arguments_text(primary.template_parameters, entity.arguments, *scope, true);
  return primary.full_name + text;
}

// A second kernel with the same name, from a second program in the file, is "name#2".
const std::string& Names::number_kernel(const FunctionEntity& kernel) {
  std::string& name = names_of_kernels_[&kernel];
  name = kernel.full_name;
  const size_t count = ++kernel_names_[kernel.full_name];
  if (meant_ != nullptr)
    name = meant_->kernel.name;
  else if (count > 1)
    name += "#" + std::to_string(count);
  if (name != kernel.full_name) {
    reporter_.warning(kernel.span,
                      say("another kernel is named '{name}': this one is '{numbered}' here",
                          "name"_a = kernel.full_name, "numbered"_a = name),
                      say("choose it with --kernel '{name}'", "name"_a = name));
  }
  return name;
}

// "<int TILE, int PAD = 0>"
std::string Names::parameters_text(const FunctionEntity& kernel) const {
  return spell({kernel.text_begin + 1, kernel.text.begin});
}

std::string Names::spell(TokenRange range) const {
  std::string text;
  for (size_t i = range.begin; i < range.end; ++i) {
    const Token& token = tokens_[i];
    const bool is_tight = text.empty() || token.is(",") || token.is(">") || token.is("::") ||
                          token.is("(") || token.is(")") || token.is("*") || token.is("&") ||
                          token.is("[") || token.is("]") || text.back() == '<' ||
                          text.back() == ':' || text.back() == '(' || text.back() == '[';
    if (!is_tight) text += " ";
    text += token.text;
  }
  return text;
}

}  // namespace warplens::lang
