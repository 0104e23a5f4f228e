// The stages of compile() are run once more for the tokens and items; then each part of the source
// file is copied byte by byte, and what the compiler must not see becomes spaces.
#include "sim/lang/device/device_text.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/device/device_items.hpp"
#include "sim/lang/text/lexer.hpp"
#include "sim/lang/text/outline.hpp"
#include "sim/lang/text/preprocessor.hpp"
#include "sim/lang/text/reporter.hpp"

namespace warplens::lang {
namespace {

class DeviceTextMaker {
 public:
  DeviceTextMaker(base::SourceFile& file, const Preprocessed& source,
                  const std::vector<Item>& items, const DeviceItems& chosen,
                  const base::Diagnostics& errors, base::Budget& budget)
      : file_(file),
        source_(source),
        items_(items),
        chosen_(chosen),
        budget_(budget),
        is_blank_(file.end() + 1) {
    for (const base::Diagnostic& error : errors) {
      if (error.has_place) errors_.insert(error.span.begin);
    }
  }

  DeviceText make() {
    blank_items();
    keep_lines();
    blank_lines();
    for (const size_t token : chosen_.device_before)
      inserted_[source_.tokens[token].span.begin] = "__device__ ";
    DeviceText made;
    made.text = text_of(0);
    if (!source_.first_parts.empty()) made.text = "#line 1\n" + made.text;
    for (auto part = source_.first_parts.rbegin(); part != source_.first_parts.rend(); ++part)
      made.text = "#include \"" + file_.name(*part) + "\"\n" + made.text;
    for (uint32_t part = 1; part < file_.part_count(); ++part) {
      const bool is_read = part < source_.readings.size() && source_.readings[part] > 0;
      if (is_read && file_.is_own(file_.begin_of(part)))
        made.headers.push_back({file_.name(part), text_of(part)});
    }
    add_prelude(made);
    return made;
  }

 private:
  void set(Span span, bool is_blank) {
    budget_.charge(1 + (span.end - span.begin) / 64);
    std::fill(is_blank_.begin() + span.begin, is_blank_.begin() + span.end, is_blank);
  }

  // Also what is between the tokens: a macro's use that gives nothing.
  void set_tokens(size_t begin, size_t end, bool is_blank) {
    for (size_t i = begin; i < end; ++i) {
      const Span here = source_.tokens[i].span;
      set(here, is_blank);
      if (i + 1 == end) break;
      const Span next = source_.tokens[i + 1].span;
      const bool follows =
          next.begin >= here.end && file_.part_of(next.begin) == file_.part_of(here.begin);
      if (follows) set({here.end, next.begin}, is_blank);
    }
  }

  void blank_items() {
    for (size_t i = 0; i < items_.size(); ++i) {
      if (chosen_.is_kept[i]) continue;
      // extern "C" before one declaration goes with it.
      size_t begin = items_[i].begin;
      const bool has_linkage = begin >= 2 && source_.tokens[begin - 2].is("extern") &&
                               source_.tokens[begin - 1].kind == TokenKind::kString;
      if (has_linkage) begin -= 2;
      set_tokens(begin, items_[i].end, true);
    }
    for (size_t i = 0; i < items_.size(); ++i) {
      if (chosen_.is_kept[i]) set_tokens(items_[i].begin, items_[i].end, false);
    }
    for (const DeviceItems::Range& range : chosen_.host_members)
      set_tokens(range.begin, range.end, true);
  }

  // Definitions and includes count also between the lines of what is blanked.
  void keep_lines() {
    for (const SourceLine& line : source_.lines) {
      if (line.kind == SourceLine::Kind::kDefinition) set(line.span, has_error(line.span));
      if (line.kind != SourceLine::Kind::kInclude) continue;
      set(line.span, false);
      has_half_header_ |= line.header == HeaderKind::kHalf;
      has_bfloat_header_ |= line.header == HeaderKind::kBfloat;
      has_groups_header_ |= line.header == HeaderKind::kCooperativeGroups;
      if (line.header != HeaderKind::kOther) continue;
      replaced_[line.span.begin] = {line.span.end, "#include \"" + file_.name(line.part) + "\""};
    }
  }

  // A macro that the front end does not treat as one either.
  bool has_error(Span span) const {
    const auto first = errors_.lower_bound(span.begin);
    return first != errors_.end() && *first < span.end;
  }

  // Conditionals are decided here, as the simulator did; but a text that is read several times may
  // be decided differently each time, so that its conditionals stay.
  void blank_lines() {
    std::map<uint32_t, uint32_t> dead_readings;  // by a line's first byte
    for (const SourceLine& line : source_.lines) {
      const uint32_t readings = source_.readings[file_.part_of(line.span.begin)];
      const bool is_conditional = line.kind == SourceLine::Kind::kConditional;
      if (is_conditional && readings > 1) set(line.span, false);
      if (is_conditional && readings == 1) set(line.span, true);
      if (line.kind == SourceLine::Kind::kDead && ++dead_readings[line.span.begin] == readings)
        set(line.span, true);
    }
  }

  std::string text_of(uint32_t part) const {
    const std::string& from = file_.text(part);
    const uint32_t begin = file_.begin_of(part);
    std::string to;
    for (uint32_t i = 0; i < from.size(); ++i) {
      const auto inserted = inserted_.find(begin + i);
      if (inserted != inserted_.end()) to += inserted->second;
      const auto replaced = replaced_.find(begin + i);
      if (replaced != replaced_.end()) {
        const uint32_t end = replaced->second.first - begin;
        to += replaced->second.second;
        for (; i + 1 < end; ++i) {
          if (from[i] == '\n' || from[i] == '\r') to += from[i];
        }
        continue;
      }
      const bool is_line_end = from[i] == '\n' || from[i] == '\r';
      to += is_blank_[begin + i] && !is_line_end ? ' ' : from[i];
    }
    return to;
  }

  void add_prelude(DeviceText& made) const {
    PreludeNeeds needs;
    const auto lex_into = [&](const std::string& text) {
      const std::vector<Token> tokens = lex(text);
      needs.raw.insert(needs.raw.end(), tokens.begin(), tokens.end());
    };
    lex_into(made.text);
    for (const DeviceText::Header& header : made.headers) lex_into(header.text);
    for (size_t i = 0; i < items_.size(); ++i) {
      if (!chosen_.is_kept[i]) continue;
      needs.kept.insert(needs.kept.end(),
                        source_.tokens.begin() + static_cast<std::ptrdiff_t>(items_[i].begin),
                        source_.tokens.begin() + static_cast<std::ptrdiff_t>(items_[i].end));
    }
    needs.own_macros = {source_.macro_names.begin(), source_.macro_names.end()};
    needs.has_half_header = has_half_header_;
    needs.has_bfloat_header = has_bfloat_header_;
    needs.has_groups_header = has_groups_header_;
    std::string prelude = device_prelude(needs);
    if (prelude.empty()) return;
    made.text = "#include \"" + std::string(kTypesHeader) + "\"\n#line 1\n" + made.text;
    made.headers.push_back({kTypesHeader, std::move(prelude)});
  }

  base::SourceFile& file_;
  const Preprocessed& source_;
  const std::vector<Item>& items_;
  const DeviceItems& chosen_;
  base::Budget& budget_;
  std::vector<bool> is_blank_;  // by offset in the source file
  std::set<uint32_t> errors_;   // where text begins that no compiler takes; no kernel here needs it
  std::map<uint32_t, std::string> inserted_;
  std::map<uint32_t, std::pair<uint32_t, std::string>> replaced_;  // begin: end, text
  bool has_half_header_ = false, has_bfloat_header_ = false, has_groups_header_ = false;
};

base::Checked<DeviceText> device_text_within(base::Budget& budget, base::SourceFile& own,
                                             const CompileOptions& options, const Unit& unit,
                                             const std::vector<const Kernel*>& kernels) {
  Reporter reporter;
  const Preprocessed source = preprocess(own, options, reporter, budget);
  const Tokens tokens(source.tokens, budget);
  const std::vector<Item> items = outline(tokens, reporter);
  if (source.is_cut_off) return base::fail(reporter.take());
  const DeviceItems chosen = device_items(tokens, items, unit, kernels);
  if (!chosen.conflict.empty()) {
    return base::fail(base::Diagnostics{base::placeless(
        say("these kernels belong to different programs in the file: each means another '{name}'",
            "name"_a = chosen.conflict),
        say("choose launches of one of them"))});
  }
  return DeviceTextMaker(own, source, items, chosen, reporter.take(), budget).make();
}

}  // namespace

base::Checked<DeviceText> device_text(const base::SourceFile& file, const CompileOptions& options,
                                      const Unit& unit, const std::vector<const Kernel*>& kernels) {
  base::SourceFile own(file.name(), file.text());
  base::Budget budget(options.limits, options.cancelled);
  try {
    return device_text_within(budget, own, options, unit, kernels);
  } catch (const base::BudgetEnd& end) {
    return base::fail(report_end(budget, end));
  }
}

}  // namespace warplens::lang
