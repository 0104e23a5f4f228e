#include "sim/whatif/suggest_guard.hpp"

#include <algorithm>
#include <charconv>
#include <new>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"
#include "sim/base/source_text.hpp"
#include "sim/edit/guards.hpp"
#include "sim/whatif/schedules.hpp"

namespace warplens::whatif {

namespace {

using observe::Finding;

bool is_outside(const Finding& finding) {
  return finding.kind == observe::FindingKind::kOutOfBounds &&
         finding.severity == base::Severity::kError;
}

// The value of `#define NAME 100` in the text, as written last.
std::optional<uint64_t> defined_value(const std::string& text, const std::string& name) {
  std::optional<uint64_t> value;
  const std::string head = "#define " + name + " ";
  for (size_t at = text.find(head); at != text.npos; at = text.find(head, at + 1)) {
    const size_t begin = text.find_first_not_of(" \t(", at + head.size());
    if (begin == text.npos) break;
    uint64_t read = 0;
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data() + begin, end, read);
    const bool is_whole = result.ec == std::errc() &&
                          (result.ptr == end || *result.ptr == '\n' || *result.ptr == '\r' ||
                           *result.ptr == ')' || *result.ptr == ' ');
    value = is_whole ? std::optional(read) : std::nullopt;
  }
  return value;
}

// The launch's integers that the kernel's text can name.
std::vector<edit::Known> known_integers(const run::Run& run) {
  std::vector<edit::Known> known;
  const code::Program& program = *run.program;
  const auto is_integer = [](const lang::Type* type) {
    return type != nullptr && type->is_scalar() && base::is_integer(type->scalar);
  };
  for (size_t i = 0; i < program.parameters.size(); ++i) {
    const code::Parameter& one = program.parameters[i];
    if (is_integer(one.type) && i < run.context->parameter_bits.size())
      known.push_back({one.name, run.context->parameter_bits[i]});
  }
  for (const auto& constant : program.unit->constants) {
    if (is_integer(constant->type)) known.push_back({constant->name, constant->constant_bits});
  }
  for (const std::string& name : program.unit->macro_names) {
    const auto value = defined_value(program.unit->file.text(), name);
    if (value) known.push_back({name, *value});
  }
  return known;
}

// How many elements there are from the pointer on that the access subscripts; 0: not known.
uint64_t elements_of(const run::Run& run, const code::AccessSite& site) {
  const uint64_t size = edit::subscripted_bytes(site);
  if (size == 0 || site.root == nullptr) return 0;
  const code::Program& program = *run.program;
  for (size_t i = 0; i < program.parameters.size(); ++i) {
    const bool is_it =
        program.parameters[i].name == site.root->name && program.parameters[i].type->is_pointer();
    if (!is_it || i >= run.context->parameter_bits.size()) continue;
    const uint64_t address = run.context->parameter_bits[i];
    const machine::ArrayShape* array = machine::array_around(run.arrays, address);
    if (array == nullptr) return 0;
    return (array->bytes - (address - array->address)) / size;
  }
  return 0;
}

using Key = std::tuple<observe::FindingKind, std::string, uint32_t, std::string>;

Key place_of(const Finding& finding, bool with_message) {
  return {finding.kind, finding.file, finding.line, with_message ? finding.message : ""};
}

std::set<Key> places_of(const run::Runs& runs, bool with_message) {
  std::set<Key> places;
  for (const auto& run : runs) {
    for (const Finding& finding : run->findings) places.insert(place_of(finding, with_message));
  }
  return places;
}

bool is_otherwise_same(const run::Runs& before, const run::Runs& after) {
  if (before.size() != after.size() || after.back()->ending != run::Ending::kComplete) return false;
  const std::set<Key> known = places_of(before, false);
  for (const Key& key : places_of(after, false))
    if (!known.contains(key)) return false;
  for (size_t i = 0; i < before.size(); ++i) {
    if (before[i]->prints.lines.size() != after[i]->prints.lines.size()) return false;
  }
  return differences(*before.back(), *after.back()).empty();
}

// How many threads the guard keeps from an access that every thread makes once; 0: not known. A
// guard has no accesses, so the rows of both runs are the same ones.
uint64_t threads_too_many(const run::Run& before, const run::Run& after, const Finding& finding) {
  if (before.accesses.size() != after.accesses.size()) return 0;
  const uint64_t threads = before.context->grid.count() * before.context->block.count();
  for (size_t i = 0; i < before.accesses.size(); ++i) {
    const uint64_t lanes = before.accesses[i].lanes, left = after.accesses[i].lanes;
    const bool is_it = finding.is_at(before.accesses[i].span);
    if (is_it && lanes == threads && left < lanes) return lanes - left;
  }
  return 0;
}

std::string guard_words(const edit::Guard& guard, uint32_t line, uint32_t last_line) {
  const std::string& added = guard.added;
  switch (guard.form) {
    case edit::Guard::Form::kComparison:
      return say("write `{guard}` instead of `{old}` in line {line}", "guard"_a = added,
                 "old"_a = guard.replaced, "line"_a = line);
    case edit::Guard::Form::kStatement:
      return say("add `{guard}` in front of the statement in line {line}", "guard"_a = added,
                 "line"_a = line);
    case edit::Guard::Form::kReturn:
      return say("add `{guard}` in front of line {line}", "guard"_a = added, "line"_a = line);
    case edit::Guard::Form::kBlock:
      return say("add `{guard}` around lines {line} to {last}", "guard"_a = added, "line"_a = line,
                 "last"_a = last_line);
    case edit::Guard::Form::kValue:
      return say("read `{guard}` in line {line}", "guard"_a = added, "line"_a = line);
  }
  return "";
}

observe::Mend mend_of(const edit::Guard& guard, const base::SourceFile& file, uint64_t threads) {
  observe::Mend mend;
  mend.place = guard.edit.place;
  mend.text = guard.edit.text;
  mend.added = guard.added;
  mend.replaced = guard.replaced;
  mend.line = file.line_of(guard.edit.place.begin);
  const std::string what =
      guard_words(guard, mend.line, file.line_of(std::max(mend.place.begin, mend.place.end - 1)));
  const std::string tried =
      say("{guard} (tried: then this is gone, and nothing else changes)", "guard"_a = what);
  mend.message = threads == 0 ? tried
                              : say_count("{number} thread too many: {guard}",
                                          "{number} threads too many: {guard}", threads,
                                          "number"_a = base::grouped(threads), "guard"_a = tried);
  return mend;
}

class Suggestions {
 public:
  Suggestions(const prepare::Request& request, const run::Runs& before, size_t index)
      : request_(beside(request)), before_(before), run_(*before[index]), index_(index) {
    request_.record = false;
    request_.launch.checks.hints = false;
    request_.store = nullptr;
    for (const Finding& finding : run_.findings) mends_.push_back(finding.mend);
  }

  // By finding; null: none.
  std::vector<std::shared_ptr<const observe::Mend>> find() {
    edit::GuardQuestion question{*run_.program, known_integers(run_), {}, {}, {}};
    const base::SourceFile& file = run_.program->unit->file;
    question.text_of = [&](base::Span span) { return base::source_text(file, span); };
    for (const code::AccessSite& site : run_.program->sites) {
      const bool is_wrong =
          site.frame == 0 &&
          std::any_of(run_.findings.begin(), run_.findings.end(), [&](const Finding& finding) {
            return is_outside(finding) && finding.is_at(site.span);
          });
      const uint64_t elements = is_wrong ? elements_of(run_, site) : 0;
      if (elements == 0) continue;
      question.sites.push_back(&site);
      question.elements.push_back(elements);
    }
    if (question.sites.empty()) return mends_;
    try_guards(question);
    if (is_all_mended() || gets_integers()) return mends_;
    has_number_ = false;
    // More threads than elements: the grid was rounded up.
    const uint64_t threads = run_.context->grid.count() * run_.context->block.count();
    for (const uint64_t elements : question.elements)
      if (elements < threads) question.known.push_back({std::to_string(elements), elements});
    try_guards(question);
    return mends_;
  }

 private:
  void try_guards(const edit::GuardQuestion& question) {
    size_t tried = 0;
    for (const edit::Guard& guard : edit::possible_guards(question)) {
      if (tried == kMostGuards || is_all_mended()) break;
      if (!is_needed(guard, question)) continue;
      ++tried;
      try_one(guard);
    }
  }

  // Whether the launch passes the kernel a number at all.
  bool gets_integers() const {
    const auto& parameters = run_.program->parameters;
    return std::any_of(parameters.begin(), parameters.end(), [](const code::Parameter& one) {
      return one.type->is_scalar() && base::is_integer(one.type->scalar);
    });
  }

  bool is_all_mended() const {
    for (size_t i = 0; i < mends_.size(); ++i)
      if (is_outside(run_.findings[i]) && mends_[i] == nullptr) return false;
    return true;
  }

  bool is_needed(const edit::Guard& guard, const edit::GuardQuestion& question) const {
    if (guard.site == edit::Guard::kAllSites) return true;
    for (size_t i = 0; i < mends_.size(); ++i) {
      const Finding& finding = run_.findings[i];
      if (mends_[i] == nullptr && is_outside(finding) &&
          finding.is_at(question.sites[guard.site]->span))
        return true;
    }
    return false;
  }

  void try_one(const edit::Guard& guard) {
    const base::SourceFile& file = run_.program->unit->file;
    prepare::Request edited = request_;
    edited.file = base::SourceFile(file.name(), edit::apply(file, guard.edit));
    const base::Checked<run::Runs> after = run::run_sequence(std::move(edited));
    if (!after || !is_otherwise_same(before_, *after)) return;
    const std::set<Key> left = places_of({(*after)[index_]}, true);
    for (size_t i = 0; i < mends_.size(); ++i) {
      const Finding& finding = run_.findings[i];
      if (mends_[i] != nullptr || !is_outside(finding)) continue;
      if (left.contains(place_of(finding, true))) continue;
      observe::Mend mend = mend_of(guard, file, threads_too_many(run_, *(*after)[index_], finding));
      if (!has_number_)
        mend.message = say(
            "{advice}; the kernel gets no number to compare with: a parameter would serve other "
            "sizes, too",
            "advice"_a = mend.message);
      mends_[i] = std::make_shared<observe::Mend>(std::move(mend));
    }
  }

  prepare::Request request_;
  const run::Runs& before_;
  const run::Run& run_;
  size_t index_;
  bool has_number_ = true;  // false: the guards compare with numbers that the text doesn't name
  std::vector<std::shared_ptr<const observe::Mend>> mends_;
};

}  // namespace

void suggest_guards(const prepare::Request& request, run::Runs& runs) try {
  if (runs.empty() || runs.back()->ending != run::Ending::kComplete) return;
  uint64_t steps = 0;
  for (const auto& run : runs) steps += run->steps + run->set_up;
  if (steps > kMostStepsToSuggest) return;
  for (size_t i = 0; i < runs.size(); ++i) {
    const auto& findings = runs[i]->findings;
    if (std::none_of(findings.begin(), findings.end(), is_outside)) continue;
    const auto mends = Suggestions(request, runs, i).find();
    auto mended = std::make_shared<run::Run>(*runs[i]);
    for (size_t k = 0; k < mends.size(); ++k) mended->findings[k].mend = mends[k];
    runs[i] = std::move(mended);
    return;
  }
} catch (const std::bad_alloc&) {
}

}  // namespace warplens::whatif
