// Runs the stages in order: text checks, preprocessor, outline, then parser and checker over the
// file's constants and kernels (judge.cpp).
#include "sim/lang/compile.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/check/barriers.hpp"
#include "sim/lang/check/checker.hpp"
#include "sim/lang/compile_steps.hpp"
#include "sim/lang/syntax/names.hpp"
#include "sim/lang/text/lexer.hpp"
#include "sim/lang/text/outline.hpp"
#include "sim/lang/text/preprocessor.hpp"
#include "sim/lang/text/reporter.hpp"

namespace warplens::lang {
namespace {

// Reports a file that is not program text. True if compilation may continue.
bool check_text(const base::SourceFile& file, Reporter& reporter) {
  const std::string& text = file.text();
  if (text.size() > kLargestText) {
    reporter.placeless_error(say("the file has {size} MiB; a kernel's text may have up to 4 MiB",
                                 "size"_a = text.size() >> 20),
                             say("is this the right file?"));
    return false;
  }
  const size_t zero = text.find('\0');
  if (zero != std::string::npos) {
    const auto at = static_cast<uint32_t>(zero);
    reporter.error({at, at + 1}, say("this is not a text file: it holds a zero byte"),
                   text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF") || (zero < 2)
                       ? say("save it as UTF-8, not UTF-16")
                       : say("open the kernel's source text, not a compiled file"));
    return false;
  }
  if (text.find_first_not_of(" \t\r\n\v\f") == std::string::npos) {
    reporter.placeless_error(say("the file is empty"),
                             say("it should hold a kernel: __global__ void name(...) {{ ... }}"));
    return false;
  }
  return true;
}

void report_no_kernel(const Tokens& tokens, const std::vector<Item>& items, Reporter& reporter) {
  for (const Item& item : items) {
    if (item.kind != ItemKind::kPrototype) continue;
    return reporter.error(
        tokens[item.begin].span,
        say("kernel '{name}' is declared here, but has no body", "name"_a = item.name),
        say("write {{ ... }} in place of the ';'"));
  }
  const bool has_functions = std::any_of(items.begin(), items.end(), [](const Item& item) {
    return item.kind == ItemKind::kHostFunction || item.kind == ItemKind::kDeviceFunction;
  });
  reporter.placeless_error(say("the file holds no kernel"),
                           has_functions
                               ? say("a kernel has __global__ before its void")
                               : say("write __global__ void name(float* a, int n) {{ ... }}"));
}

// Arguments for the parameters of "matmul<int TILE, class T, int PAD = 0>" that have no default:
// "16, float".
std::string example_arguments(const std::string& head) {
  std::string arguments;
  for (size_t at = head.find('<'); at != std::string::npos;) {
    const size_t next = head.find(',', at + 1);
    const std::string parameter = head.substr(at, next - at);
    at = next;
    if (parameter.find('=') != std::string::npos) break;
    const bool is_type = parameter.find("class ") != std::string::npos ||
                         parameter.find("typename ") != std::string::npos;
    arguments += std::string(arguments.empty() ? "" : ", ") + (is_type ? "float" : "16");
  }
  return arguments;
}

// The file has only templates, and no instance is requested.
void report_no_instance(const Unit& unit, Reporter& reporter) {
  std::string heads;
  for (const std::string& head : unit.kernel_templates) heads += (heads.empty() ? "" : ", ") + head;
  const std::string& first = unit.kernel_templates.front();
  const std::string name = first.substr(0, first.find('<'));
  reporter.placeless_error(
      say("the file holds only templates of kernels: {templates}", "templates"_a = heads),
      say("say which instance is meant: --kernel '{name}<{arguments}>', or launch it in the file: "
          "{name}<...><<<grid, block>>>(...)",
          "name"_a = name, "arguments"_a = example_arguments(first)));
}

// What an unknown instance of one of the file's templates is an instance of; "" if it is of none.
std::string template_of(const Unit& unit, const std::string& written) {
  const std::string name = written.substr(0, written.find('<'));
  const bool is_known =
      std::any_of(unit.kernel_templates.begin(), unit.kernel_templates.end(),
                  [&](const std::string& head) { return head.starts_with(name + "<"); });
  return is_known ? name : "";
}

// Gives launches their kernels' full names; removes those of kernels that are not here (of an
// included library).
void name_launches(Unit& unit, base::Budget& budget) {
  constexpr uint64_t kStepsAKernel = 40;  // of a look-up by name
  for (HostLaunch& launch : unit.launches) {
    budget.charge(kStepsAKernel * unit.listed.size());
    std::string name = kernel_name(unit, launch.kernel);
    if (name.empty()) {
      const std::string of = template_of(unit, launch.kernel);
      const std::string only = of.empty() ? "" : kernel_name(unit, of);
      launch.kernel = !only.empty() ? only : of.empty() ? "" : launch.kernel;
      continue;
    }
    launch.kernel = std::move(name);
    // If several programs have a kernel of that name, the last one above the launch is meant.
    const ListedKernel* meant = nullptr;
    for (const ListedKernel& kernel : unit.listed) {
      const bool is_named =
          kernel.name == launch.kernel || kernel.name.starts_with(launch.kernel + "#");
      if (is_named && kernel.span.begin < launch.span.begin) meant = &kernel;
    }
    if (meant != nullptr) launch.kernel = meant->name;
  }
  std::erase_if(unit.launches, [](const HostLaunch& launch) { return launch.kernel.empty(); });
}

void note_launches(Unit& unit, const Tokens& tokens, const std::vector<Item>& items) {
  // That of the libraries launches nothing, and is the longer one.
  std::vector<Item> own;
  std::copy_if(items.begin(), items.end(), std::back_inserter(own),
               [&](const Item& item) { return unit.file.is_own(tokens[item.begin].span.begin); });
  LaunchTexts found = find_launches(tokens, own);
  unit.launches = std::move(found.launches);
  unit.launchers = std::move(found.functions);
}

// The instances of templates that the functions which launch kernels launch, or those that they
// call: what only reading host code shows.
std::vector<std::string> launched_instances(const Unit& unit, const CompileOptions& options) {
  std::vector<std::string> instances;
  for (const std::string& function : unit.launchers) {
    CompileOptions own = options;
    own.kernels.clear();
    own.explores = true;  // what of the host's code does not compile launches nothing
    own.called = function == "main" ? "" : function;
    const auto program = compile_program(unit.file, std::move(own));
    if (!program.ok()) continue;
    for (const ListedKernel& kernel : (*program)->listed) {
      const bool is_instance =
          kernel.state != KernelState::kTemplate && kernel.name.find('<') != std::string::npos;
      if (is_instance) instances.push_back(kernel.name);
    }
  }
  return instances;
}

bool has_open_brace(const Tokens& tokens) {
  tokens.budget().charge(tokens.size());
  int64_t open = 0;
  for (const Token& token : tokens.all()) open += token.is("{") ? 1 : token.is("}") ? -1 : 0;
  return open > 0;
}

void compile_text(Unit& unit, const CompileOptions& options, base::Budget& budget,
                  base::Diagnostics& errors) {
  Reporter reporter;
  const auto stop = [&] { errors = unit.marks = reporter.take(); };
  if (!check_text(unit.file, reporter)) return stop();
  const Preprocessed source = preprocess(unit.file, options, reporter, budget);
  if (source.is_cut_off) return stop();
  unit.macro_names = source.macro_names;
  unit.reads_device = source.reads_device;
  unit.missing = source.missing;
  const Tokens tokens(source.tokens, budget);
  // An open brace before the comment would be reported again; complete text before it is judged.
  if (source.ends_in_comment && has_open_brace(tokens)) return stop();
  const std::vector<Item> items = outline(tokens, reporter);
  note_launches(unit, tokens, items);
  const bool has_kernel = std::any_of(
      items.begin(), items.end(), [](const Item& item) { return item.kind == ItemKind::kKernel; });
  if (!has_kernel && !reporter.any()) report_no_kernel(tokens, items, reporter);
  errors = judge(unit, source, tokens, items, options, reporter,
                 [&] { return launched_instances(unit, options); });
  const base::Diagnostics warnings = reporter.take_warnings();
  unit.warnings.insert(unit.warnings.begin(), warnings.begin(), warnings.end());
  if (errors.empty() && unit.kernels.empty() && !unit.kernel_templates.empty()) {
    report_no_instance(unit, reporter);
    errors = reporter.take();
  }
  sort_by_place(errors);
  sort_by_place(unit.marks);
  sort_by_place(unit.warnings);
  name_launches(unit, budget);
  mark_barrier_loops(unit, budget);
}

// Every declaration ends with one or the other.
void report_unended(const Tokens& tokens, const base::SourceFile& file, Reporter& reporter) {
  const auto last = std::find_if(
      tokens.all().rbegin(), tokens.all().rend(),
      [&](const Token& token) { return !token.at_end() && file.is_own(token.span.begin); });
  if (last == tokens.all().rend() || last->is(";") || last->is("}")) return;
  reporter.error(last->span, say("the text ends in the middle of a declaration"),
                 say("remove what is left over, or write a ';' after it"));
}

// Of errors with a byte among them that is no UTF-8, only the first such one: the others may be its
// consequences, and one saving of the file removes all such bytes. True if there is one.
bool keep_foreign_byte(base::Diagnostics& errors, const base::SourceFile& file) {
  constexpr uint32_t kLongestCharacter = 4;  // [bytes]
  const auto found = std::find_if(errors.begin(), errors.end(), [&](const auto& error) {
    if (!error.has_place) return false;
    const uint32_t at = error.span.begin;
    const std::string_view text = file.slice({at, at + kLongestCharacter});
    return !text.empty() && decode_utf8(text, 0).length == 0;
  });
  if (found == errors.end()) return false;
  errors = {base::Diagnostic(std::move(*found))};
  return true;
}

// The text of a whole program.
base::Diagnostics read_program(Unit& unit, const CompileOptions& options, base::Budget& budget) {
  Reporter reporter;
  if (!check_text(unit.file, reporter)) return reporter.take();
  const Preprocessed source = preprocess(unit.file, options, reporter, budget);
  if (source.is_cut_off) return reporter.take();
  unit.macro_names = source.macro_names;
  unit.reads_device = source.reads_device;
  unit.missing = source.missing;
  const Tokens tokens(source.tokens, budget);
  const std::vector<Item> items = outline(tokens, reporter);
  if (!reporter.any()) report_unended(tokens, unit.file, reporter);
  if (reporter.any()) return reporter.take();
  Checker checker(unit, items, reporter, budget);
  Names names(tokens, unit, checker, reporter);
  checker.connect(names);
  for (const std::string& name : unit.macro_names) checker.add_known_name(name);
  names.declare(items);
  names.read_program(options.called, options.explores);
  unit.warnings = reporter.take_warnings();
  note_launches(unit, tokens, items);
  name_launches(unit, budget);
  mark_barrier_loops(unit, budget);
  return reporter.take();
}

}  // namespace

base::Checked<std::shared_ptr<const Unit>> compile_program(base::SourceFile file,
                                                           CompileOptions options) {
  options.is_program = true;
  auto unit = std::make_shared<Unit>();
  unit->file = std::move(file);
  base::Budget budget(options.limits, options.cancelled);
  base::Diagnostics errors;
  try {
    errors = read_program(*unit, options, budget);
  } catch (const base::BudgetEnd& end) {
    errors = report_end(budget, end);
  }
  keep_foreign_byte(errors, unit->file);
  base::keep_included({&errors, &unit->warnings}, unit->file);
  if (!errors.empty()) return base::fail(std::move(errors));
  return std::shared_ptr<const Unit>(std::move(unit));
}

Survey survey(base::SourceFile file, const CompileOptions& options) {
  auto unit = std::make_shared<Unit>();
  unit->file = std::move(file);
  Survey result;
  base::Budget budget(options.limits, options.cancelled);
  try {
    compile_text(*unit, options, budget, result.errors);
  } catch (const base::BudgetEnd& end) {
    result.errors = report_end(budget, end);
    auto text = std::make_shared<Unit>();  // discards what was read so far
    text->file = std::move(unit->file);
    text->marks = result.errors;
    unit = std::move(text);
  }
  std::vector<base::Diagnostics*> lists{&result.errors, &unit->marks, &unit->warnings};
  bool has_foreign_byte = keep_foreign_byte(result.errors, unit->file);
  for (ListedKernel& kernel : unit->listed) {
    has_foreign_byte |= keep_foreign_byte(kernel.errors, unit->file);
    lists.push_back(&kernel.errors);
  }
  if (has_foreign_byte) keep_foreign_byte(unit->marks, unit->file);
  base::keep_included(lists, unit->file);
  result.unit = std::move(unit);
  return result;
}

base::Checked<std::shared_ptr<const Unit>> compile(base::SourceFile file,
                                                   const CompileOptions& options) {
  Survey result = survey(std::move(file), options);
  if (!result.errors.empty()) return base::fail(std::move(result.errors));
  return std::move(result.unit);
}

std::string example_instance(const std::string& head) {
  return head.substr(0, head.find('<')) + "<" + example_arguments(head) + ">";
}

std::string kernel_name(const Unit& unit, const std::string& written) {
  const auto squeezed = [](const std::string& name) {
    std::string text;
    std::copy_if(name.begin(), name.end(), std::back_inserter(text),
                 [](char c) { return c != ' ' && c != '\t'; });
    return text;
  };
  for (const ListedKernel& kernel : unit.listed) {
    if (squeezed(kernel.name) == squeezed(written)) return kernel.name;
  }
  for (const auto& [spelling, name] : unit.kernel_spellings) {
    if (squeezed(spelling) == squeezed(written)) return name;
  }
  // The template alone, if it has only one instance; and a name without its namespace.
  const ListedKernel* only = nullptr;
  size_t count = 0;
  for (const ListedKernel& kernel : unit.listed) {
    if (kernel.state == KernelState::kTemplate) continue;
    const std::string bare = kernel.name.substr(0, kernel.name.find('<'));
    const size_t colon = bare.rfind("::");
    const std::string last =
        squeezed(kernel.name.substr(colon == std::string::npos ? 0 : colon + 2));
    if (bare != squeezed(written) && last != squeezed(written)) continue;
    only = &kernel;
    ++count;
  }
  return count == 1 ? only->name : "";
}

}  // namespace warplens::lang
