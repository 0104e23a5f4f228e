#include "sim/lang/compile_steps.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "sim/lang/check/checker.hpp"
#include "sim/lang/syntax/names.hpp"
#include "sim/lang/text/lexer.hpp"

namespace warplens::lang {
namespace {

using base::Diagnostic;
using base::Diagnostics;

// Whether there is already one at that place: a second one there is its consequence.
bool holds(const Diagnostics& diagnostics, const Diagnostic& wanted) {
  return std::any_of(diagnostics.begin(), diagnostics.end(), [&](const Diagnostic& other) {
    return other.has_place == wanted.has_place && other.span.begin == wanted.span.begin &&
           (wanted.has_place || other.message == wanted.message);
  });
}

void add(Diagnostics& to, const Diagnostics& more) {
  for (const Diagnostic& diagnostic : more) {
    if (!holds(to, diagnostic)) to.push_back(diagnostic);
  }
}

// Assigns the errors that the preprocessor and the outline found to parts of the text.
class TextErrors {
 public:
  TextErrors(const base::SourceFile& file, const Preprocessed& source,
             const std::vector<Item>& items, const Reporter& reporter, base::Budget& budget)
      : source_(source), items_(items) {
    const Diagnostics errors = reporter.after(0);
    if (reporter.is_full()) of_file_ = errors;  // there are more, at unknown places
    for (const Diagnostic& error : errors) place(file, error);
    for (const Doubt& doubt : source.doubts) {
      budget.charge(kStepsAnItem * items.size());
      place(file, doubt);
    }
  }

  const Diagnostics& of_file() const { return of_file_; }

  // Those that are part of what a kernel reaches.
  Diagnostics of(const std::vector<size_t>& reached) const {
    Diagnostics errors;
    for (const size_t index : reached) {
      const auto known = of_items_.find(index);
      if (known != of_items_.end()) add(errors, known->second);
      if (of_macros_.empty()) continue;
      for (size_t at = items_[index].begin; at < items_[index].end; ++at) {
        const auto broken = of_macros_.find(source_.tokens[at].text);
        if (broken != of_macros_.end()) add(errors, {broken->second});
      }
    }
    return errors;
  }

 private:
  void place(const base::SourceFile& file, const Diagnostic& error) {
    if (!error.has_place) return of_file_.push_back(error);
    for (const SourceLine& line : source_.lines) {
      const bool is_inside =
          line.span.begin <= error.span.begin && error.span.begin < line.span.end;
      if (!is_inside || line.kind != SourceLine::Kind::kDefinition) continue;
      const std::vector<Token> tokens = lex(file.slice(line.span));  // # define NAME
      if (tokens.size() > 2) of_macros_.emplace(std::string(tokens[2].text), error);
      return;
    }
    for (size_t i = 0; i < items_.size(); ++i) {
      const Span first = source_.tokens[items_[i].begin].span;
      const Span last = source_.tokens[std::max(items_[i].end, items_[i].begin + 1) - 1].span;
      const bool is_inside = first.begin <= error.span.begin && error.span.begin < last.end &&
                             file.part_of(first.begin) == file.part_of(error.span.begin);
      if (!is_inside) continue;
      // A surplus `}`: the item before it may have ended too early.
      size_t begin = i;
      if (source_.tokens[items_[i].begin].is("}")) {
        while (begin > 0 && !items_[begin].has_body) --begin;
      }
      for (; begin <= i; ++begin) of_items_[begin].push_back(error);
      return;
    }
    // A directive between two items concerns all that follow.
    const bool is_directive =
        std::any_of(source_.lines.begin(), source_.lines.end(), [&](const SourceLine& line) {
          return line.span.begin <= error.span.begin && error.span.begin < line.span.end;
        });
    if (is_directive) of_file_.push_back(error);
  }

  // Assigns a doubt to all items that its place touches.
  void place(const base::SourceFile& file, const Doubt& doubt) {
    for (size_t i = 0; i < items_.size(); ++i) {
      const Span first = source_.tokens[items_[i].begin].span;
      const Span last = source_.tokens[std::max(items_[i].end, items_[i].begin + 1) - 1].span;
      const bool is_touched = first.begin < doubt.span.end && doubt.span.begin < last.end &&
                              file.part_of(first.begin) == file.part_of(doubt.span.begin);
      if (!is_touched) continue;
      Diagnostics& known = of_items_[i];
      if (!holds(known, doubt.reason)) known.push_back(doubt.reason);
    }
  }

  static constexpr uint64_t kStepsAnItem = 6;  // of a look at its place

  const Preprocessed& source_;
  const std::vector<Item>& items_;
  std::map<size_t, Diagnostics> of_items_;
  std::map<std::string, Diagnostic, std::less<>> of_macros_;
  Diagnostics of_file_;
};

class Judge {
 public:
  Judge(Unit& unit, const Preprocessed& source, const Tokens& tokens,
        const std::vector<Item>& items, const CompileOptions& options, const Reporter& text,
        const std::function<std::vector<std::string>()>& instances)
      : unit_(unit),
        source_(source),
        tokens_(tokens),
        items_(items),
        options_(options),
        text_(text.after(0)),
        text_errors_(unit.file, source, items, text, tokens.budget()),
        instances_of_host_(instances),
        launches_(unit.launches) {
    for (size_t i = 0; i < options.kernels.size(); ++i)
      wishes_.push_back({options.kernels[i], source.kernels[i], true, {}});
    for (const HostLaunch& launch : launches_)
      wishes_.push_back({launch.kernel, lex(launch.kernel), false, launch.span});
  }

  Diagnostics run() {
    Reporter all;
    std::vector<KernelReading> readings = read(all, nullptr);
    if (lacks_instances()) {
      instances_ = instances_of_host_();
      for (const std::string& name : instances_)
        wishes_.push_back({name, lex(name), false, unit_.launches.front().span});
      forget_kernels();
      all = Reporter();
      readings = read(all, nullptr);
    }
    if (text_.empty() && !all.any() && source_.doubts.empty()) {
      list(readings, std::move(unit_.listed));
      unit_.warnings = all.take_warnings();
      return {};
    }
    unit_.marks = text_;
    add(unit_.marks, all.after(0));
    std::vector<ListedKernel> templates = std::move(unit_.listed);
    const std::vector<std::string> heads = unit_.kernel_templates;
    const std::vector<std::pair<std::string, std::string>> spellings = unit_.kernel_spellings;
    judge_each(readings, all);
    forget_kernels();
    const Diagnostics errors = judge_ready(readings);
    list(readings, std::move(templates));
    unit_.kernel_templates = heads;
    unit_.kernel_spellings = spellings;
    return errors.empty() ? errors_of_wishes(readings) : errors;
  }

 private:
  // Whether a launch of a template has arguments that are not known where the template is.
  bool lacks_instances() const {
    return std::any_of(launches_.begin(), launches_.end(), [&](const HostLaunch& launch) {
      const std::string of = launch.kernel.substr(0, launch.kernel.find('<'));
      const bool is_template =
          std::any_of(unit_.kernel_templates.begin(), unit_.kernel_templates.end(),
                      [&](const std::string& head) { return head.starts_with(of + "<"); });
      return is_template &&
             std::none_of(unit_.kernel_spellings.begin(), unit_.kernel_spellings.end(),
                          [&](const auto& made) { return made.first == launch.kernel; });
    });
  }

  // Reads all kernels, or only some, into the unit.
  std::vector<KernelReading> read(Reporter& reporter, const std::vector<KernelReading>* only) {
    Checker checker(unit_, items_, reporter, tokens_.budget());
    Names names(tokens_, unit_, checker, reporter);
    checker.connect(names);
    for (const std::string& name : unit_.macro_names) checker.add_known_name(name);
    names.declare(items_);
    return names.read_kernels(wishes_, only);
  }

  // Removes what was read, but keeps what is known about the text.
  void forget_kernels() {
    unit_.kernels.clear();
    unit_.listed.clear();
    unit_.functions.clear();
    unit_.constants.clear();
    unit_.globals.clear();
    unit_.skipped.clear();
    unit_.kernel_templates.clear();
    unit_.kernel_spellings.clear();
    unit_.types = TypeTable();
  }

  // Completes each reading's errors to all that stop it. Up to the first error every reading is the
  // same as if it were alone.
  void judge_each(std::vector<KernelReading>& readings, const Reporter& all) {
    Diagnostics of_file = text_errors_.of_file();
    for (const Diagnostic& error : all.after(0)) {
      if (!is_of_kernel(readings, error)) of_file.push_back(error);  // of a static_assert
    }
    bool has_earlier = !text_.empty() || !source_.doubts.empty();
    for (KernelReading& reading : readings) {
      const bool is_certain = !has_earlier;
      has_earlier |= !reading.kernel.errors.empty();
      Diagnostics& errors = reading.kernel.errors;
      if (!is_certain) errors = errors_alone(reading);
      errors.insert(errors.end(), of_file.begin(), of_file.end());
    }
  }

  static bool is_of_kernel(const std::vector<KernelReading>& readings, const Diagnostic& error) {
    return std::any_of(readings.begin(), readings.end(), [&](const KernelReading& reading) {
      return holds(reading.kernel.errors, error);
    });
  }

  Diagnostics errors_alone(const KernelReading& reading) {
    forget_kernels();
    const std::vector<KernelReading> only{reading};
    Reporter alone;
    const uint64_t kept = tokens_.budget().bytes_kept();
    const std::vector<KernelReading> again = read(alone, &only);
    forget_kernels();
    tokens_.budget().release(tokens_.budget().bytes_kept() - kept);
    if (again.empty()) return {};
    Diagnostics errors = text_errors_.of(again.front().reached);
    add(errors, again.front().kernel.errors);
    return errors;
  }

  // Reads the ready ones into the unit, without errors.
  Diagnostics judge_ready(const std::vector<KernelReading>& readings) {
    std::vector<KernelReading> ready = readings;
    std::erase_if(ready,
                  [](const KernelReading& reading) { return !reading.kernel.errors.empty(); });
    if (ready.empty()) return {};
    Reporter last;
    read(last, &ready);
    unit_.warnings = last.take_warnings();
    return last.after(0);
  }

  void list(const std::vector<KernelReading>& readings, std::vector<ListedKernel> templates) {
    std::vector<ListedKernel>& listed = unit_.listed;
    listed = std::move(templates);
    std::set<std::string> names;
    for (const ListedKernel& kernel : listed) names.insert(kernel.name);
    for (const KernelReading& reading : readings) {
      if (names.insert(reading.kernel.name).second) listed.push_back(reading.kernel);
    }
    for (size_t i = 0; i < items_.size(); ++i) {
      if (items_[i].kind == ItemKind::kReported && items_[i].is_function) list_misspelt(i);
    }
    for (ListedKernel& kernel : listed) {
      if (kernel.errors.empty()) continue;
      kernel.state =
          kernel.errors.front().is_unsupported ? KernelState::kUnsupported : KernelState::kWrong;
    }
    std::stable_sort(
        listed.begin(), listed.end(),
        [](const ListedKernel& a, const ListedKernel& b) { return a.span.begin < b.span.begin; });
  }

  // `_global_ void name(...)`
  void list_misspelt(size_t index) {
    const Item& item = items_[index];
    ListedKernel kernel;
    kernel.name = item.name;
    kernel.span = source_.tokens[item.head].span;
    kernel.full_span =
        base::join(source_.tokens[item.begin].span, source_.tokens[item.end - 1].span);
    kernel.errors = text_errors_.of({index});
    unit_.listed.push_back(std::move(kernel));
  }

  // The errors of the requested kernels; without a request, or if it names no existing kernel,
  // those of all the text if no kernel is ready.
  Diagnostics errors_of_wishes(const std::vector<KernelReading>& readings) const {
    Diagnostics errors;
    bool is_known = false;
    for (size_t i = 0; i < options_.kernels.size(); ++i) {
      const std::vector<const ListedKernel*> meant = meant_by(i, readings);
      is_known |= !meant.empty();
      const bool is_ready = std::any_of(meant.begin(), meant.end(), [](const ListedKernel* kernel) {
        return kernel->errors.empty();
      });
      if (is_ready) continue;
      for (const ListedKernel* kernel : meant) add(errors, kernel->errors);
    }
    if (!errors.empty() || !unit_.kernels.empty() || is_known) return errors;
    errors = unit_.marks;
    for (const ListedKernel& kernel : unit_.listed) add(errors, kernel.errors);
    return errors;
  }

  std::vector<const ListedKernel*> meant_by(size_t wish,
                                            const std::vector<KernelReading>& readings) const {
    std::vector<const ListedKernel*> meant;
    for (const KernelReading& reading : readings) {
      const KernelSource& source = reading.source;
      if (source.by == KernelSource::By::kWish && source.index == wish)
        meant.push_back(&reading.kernel);
    }
    const std::string name = kernel_name(unit_, options_.kernels[wish]);
    for (const ListedKernel& kernel : unit_.listed) {
      if (!name.empty() && kernel.name == name) meant.push_back(&kernel);
    }
    return meant;
  }

  Unit& unit_;
  const Preprocessed& source_;
  const Tokens& tokens_;
  const std::vector<Item>& items_;
  const CompileOptions& options_;
  const Diagnostics text_;
  const TextErrors text_errors_;
  const std::function<std::vector<std::string>()>& instances_of_host_;
  const std::vector<HostLaunch> launches_;  // the wishes' tokens are views of these names
  std::vector<std::string> instances_;      // ... and of these
  std::vector<WantedKernel> wishes_;        // the user's first
};

}  // namespace

Diagnostics judge(Unit& unit, const Preprocessed& source, const Tokens& tokens,
                  const std::vector<Item>& items, const CompileOptions& options,
                  const Reporter& text,
                  const std::function<std::vector<std::string>()>& instances) {
  return Judge(unit, source, tokens, items, options, text, instances).run();
}

}  // namespace warplens::lang
