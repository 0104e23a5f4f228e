#include "sim/edit/layout_edits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/edit/pitch_edits.hpp"
#include "sim/edit/text.hpp"

namespace warplens::edit {

namespace {

using lang::Token;
using Kind = LayoutChange::Kind;

// " * 4"; "" for 1.
std::string times(uint64_t factor) {
  return factor == 1 ? "" : fmt::format(" * {}", factor);
}

class LayoutWriter {
 public:
  LayoutWriter(const base::SourceFile& file, const ArrayUses& uses, const LayoutChange& change)
      : text_(file), uses_(uses), change_(change) {}

  // Why it can't be written.
  std::optional<base::Diagnostic> problem() const {
    const std::string& array = uses_.variable->name;
    const bool needs_extents =
        change_.kind == Kind::kTurn || (is_of_rows() && !change_.keeps_extents);
    if (needs_extents && uses_.extents.empty())
      return base::at(uses_.variable->span,
                      say("the extents of '{array}' are not written where the file declares it",
                          "array"_a = array));
    if (is_of_rows() && change_.row == 0) return std::nullopt;
    for (const ElementPlace& place : uses_.places) {
      if (place.obstacle) return place.obstacle;
      if (place.inside.empty())
        return base::at(place.span, say("this subscript of '{array}' is not written in the file "
                                        "itself: a macro or another file has it",
                                        "array"_a = array));
      if (!may_be_copied(place))
        return base::at(place.span,
                        say("a subscript of '{array}' here would be evaluated twice or in another "
                            "order, and it calls, changes or reads something",
                            "array"_a = array));
    }
    return std::nullopt;
  }

  std::vector<Replacement> write() {
    if (is_of_rows() && !change_.keeps_extents) widen();
    if (change_.kind == Kind::kTurn) exchange(uses_.extents);
    std::set<uint32_t> seen;  // a macro's or a function's text is changed once
    for (const ElementPlace& place : uses_.places) {
      if (is_of_rows() && change_.row == 0) break;
      if (seen.insert(place.inside.back().begin).second) subscript(place);
    }
    return std::move(written_);
  }

 private:
  // Their length is what changes.
  bool is_of_rows() const { return change_.kind == Kind::kPad || change_.kind == Kind::kShorten; }

  // What the edit writes twice or elsewhere: the row, of an array of one dimension the index.
  bool may_be_copied(const ElementPlace& place) const {
    const std::vector<bool>& repeats = place.may_repeat;
    if (change_.row != 0) return repeats.back();
    const bool is_row_fine = repeats[repeats.size() - (change_.by_plane ? 3 : 2)];
    return is_row_fine && (repeats.back() || change_.kind == Kind::kSwizzle);
  }

  void replace(Span place, std::string by) {
    const std::string_view old = text_.slice(place);
    for (size_t i = 0; i < old.size(); ++i) {
      const size_t next = old[i] == '\\' && i + 1 < old.size() ? i + 1 : i;  // of a macro
      if (old[next] == '\n' || old[next] == '\r') by += old[i];
    }
    written_.push_back({place, std::move(by)});
  }

  void put_behind(Span place, bool is_in_brackets, const std::string& text) {
    if (is_in_brackets) written_.push_back({{place.begin, place.begin}, "("});
    written_.push_back({{place.end, place.end}, (is_in_brackets ? ")" : "") + text});
  }

  void widen() {
    const Span last = uses_.extents.back();
    const std::vector<Token> tokens = text_.tokens(last);
    if (change_.row == 0) return replace(last, with_more(tokens, change_.pad));
    const std::optional<uint64_t> count = tokens.size() == 1 ? number_of(tokens[0]) : std::nullopt;
    if (count) {
      const auto rows = static_cast<int64_t>(*count / change_.row);
      return replace(last, with_more(tokens, rows * change_.pad));
    }
    put_behind(last, !is_summand(tokens), padding(tokens));
  }

  // " + i / 32 * 2": what an array of one dimension has more, up to an index or in all; " - ..."
  // what it has less.
  std::string padding(const std::vector<Token>& tokens) const {
    const bool is_less = change_.pad < 0;
    const auto count = static_cast<uint64_t>(is_less ? -change_.pad : change_.pad);
    return fmt::format(" {} {} / {}", is_less ? '-' : '+', operand(tokens), change_.row) +
           times(count);
  }

  void exchange(const std::vector<Span>& inside) {
    const Span row = inside[inside.size() - 2], column = inside.back();
    replace(row, joined(text_.tokens(column)));
    replace(column, joined(text_.tokens(row)));
  }

  void subscript(const ElementPlace& place) {
    if (change_.kind == Kind::kTurn) return exchange(place.inside);
    const Span last = place.inside.back();
    const std::vector<Token> tokens = text_.tokens(last);
    if (is_unmoved(place)) return;
    if (is_of_rows()) return put_behind(last, !is_summand(tokens), padding(tokens));
    put_behind(last, !is_operand(tokens), " ^ " + swizzling(place));
  }

  // What decides how far an element moves: its row's number, of an array of one dimension its own.
  Span mover(const ElementPlace& place) const {
    if (change_.row != 0) return place.inside.back();
    return place.inside[place.inside.size() - (change_.by_plane ? 3 : 2)];
  }

  // A number in the text that leaves the element where it is.
  bool is_unmoved(const ElementPlace& place) const {
    const std::vector<Token> tokens = text_.tokens(mover(place));
    const std::optional<uint64_t> number = tokens.size() == 1 ? number_of(tokens[0]) : std::nullopt;
    return number && *number >> change_.shift < std::max<uint64_t>(1, change_.row);
  }

  // "row / 2 % 8 * 4".
  std::string swizzling(const ElementPlace& place) const {
    const bool is_flat = change_.row != 0;
    const uint64_t divisor = (is_flat ? change_.row : 1) << change_.shift;
    std::string text = operand(text_.tokens(mover(place)));
    if (divisor != 1) text += fmt::format(" / {}", divisor);
    if (!change_.takes_all_of_row) text += fmt::format(" % {}", uint64_t{1} << change_.bits);
    return text + times(change_.unit);
  }

  Text text_;
  const ArrayUses& uses_;
  const LayoutChange& change_;
  std::vector<Replacement> written_;
};

}  // namespace

base::Result<std::vector<Replacement>, base::Diagnostic> layout_edit(const base::SourceFile& file,
                                                                     const ArrayUses& uses,
                                                                     const LayoutChange& change) {
  if (change.is_pitch) return pitch_edit(file, uses, change);
  LayoutWriter writer(file, uses, change);
  if (std::optional<base::Diagnostic> problem = writer.problem()) return base::fail(*problem);
  return writer.write();
}

void add_edits(std::vector<Replacement>& to, const std::vector<Replacement>& more) {
  for (const Replacement& one : more) {
    if (std::find(to.begin(), to.end(), one) == to.end()) to.push_back(one);
  }
}

std::string apply(const base::SourceFile& file, std::vector<Replacement> replacements) {
  std::sort(replacements.begin(), replacements.end(),
            [](const auto& a, const auto& b) { return a.place.begin > b.place.begin; });
  std::string text = file.text();
  for (const Replacement& one : replacements)
    text.replace(one.place.begin, one.place.end - one.place.begin, one.text);
  return text;
}

}  // namespace warplens::edit
