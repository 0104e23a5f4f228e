#include "sim/edit/array_uses.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/edit/definitions.hpp"
#include "sim/lang/tree/type.hpp"

namespace warplens::edit {

namespace {

using lang::Token;
using Tokens = std::vector<Token>;
using Names = std::set<std::string_view>;

constexpr int kDeepestIndex = 8;  // macros in macros, functions in macros

// What is between the commas of the brackets at tokens[open].
std::vector<Tokens> arguments(const Tokens& tokens, size_t open) {
  std::vector<Tokens> all;
  if (open >= tokens.size() || !tokens[open].is("(")) return all;
  const size_t close = closing(tokens, open);
  if (close >= tokens.size()) return all;
  all.emplace_back();
  size_t depth = 0;
  for (size_t i = open + 1; i < close; ++i) {
    if (depth == 0 && tokens[i].is(",")) {
      all.emplace_back();
      continue;
    }
    if (opens(tokens[i])) ++depth;
    if (closes(tokens[i])) --depth;
    all.back().push_back(tokens[i]);
  }
  return all;
}

// "name(...)" and nothing else.
bool is_one_call(const Tokens& tokens) {
  return tokens.size() > 2 && tokens[0].is_identifier() && tokens[1].is("(") &&
         closing(tokens, 1) == tokens.size() - 1;
}

// What macros write of an array.
struct Written {
  std::vector<std::vector<Span>> subscripts;
  std::set<std::string, std::less<>> macros;  // that lead there
  bool is_whole = true;                       // each use of the array is an element
};

class Mover {
 public:
  Mover(ArrayUses& uses, const base::SourceFile& file, const std::vector<IndexFunction>& functions,
        const std::map<uint32_t, const lang::Variable*>& others)
      : uses_(uses),
        dimensions_(lang::extents_of(uses.variable->type).size()),
        text_(file),
        names_(file),
        functions_(functions),
        others_(others) {}

  void move() {
    move_to_macros();
    for (int i = 0; i < kDeepestIndex && dimensions_ == 1 && move_to_calls(); ++i) continue;
  }

 private:
  // ------------------------------------------------------------------- a macro that has "s[...]"

  void move_to_macros() {
    std::map<size_t, Written> by_place;
    std::set<std::string, std::less<>> macros;
    std::set<uint32_t> begins;
    for (size_t i = 0; i < uses_.places.size(); ++i) {
      const ElementPlace& place = uses_.places[i];
      if (!place.inside.empty() || !text_.is_in_root(place.span)) continue;
      const Tokens tokens = text_.tokens(place.span);
      Written written;
      if (!tokens.empty()) look_into(tokens, 0, {uses_.variable->name}, written, 0);
      if (written.subscripts.empty() || !written.is_whole) continue;
      macros.insert(written.macros.begin(), written.macros.end());
      begins.insert(place.span.begin);
      by_place.emplace(i, std::move(written));
    }
    std::vector<ElementPlace> moved;
    for (const auto& [i, written] : by_place) {
      ElementPlace& place = uses_.places[i];
      for (const std::string& macro : written.macros) {
        if (!place.obstacle || place.is_shared) look_for_other_use(macro, macros, begins, place);
      }
      if (place.obstacle && !place.is_shared) continue;
      place.inside = written.subscripts.front();
      for (size_t more = 1; more < written.subscripts.size(); ++more) {
        moved.push_back(place);
        moved.back().inside = written.subscripts[more];
      }
    }
    uses_.places.insert(uses_.places.end(), moved.begin(), moved.end());
  }

  // The macro that is used at tokens[at], and those that it uses. `array`: names of the array
  // there.
  void look_into(const Tokens& tokens, size_t at, const Names& array, Written& written,
                 int depth) const {
    const MacroText* macro = names_.macro(tokens[at].text);
    if (macro == nullptr || depth > kDeepestIndex) return;
    const std::vector<Tokens> given = arguments(tokens, at + 1);
    if (macro->takes_arguments && given.size() != macro->parameters.size()) return;
    Names names = array;
    for (const std::string_view parameter : macro->parameters) names.erase(parameter);
    for (size_t i = 0; i < macro->parameters.size(); ++i) {
      if (given[i].size() == 1 && array.contains(given[i][0].text))
        names.insert(macro->parameters[i]);
    }
    const size_t before = written.subscripts.size();
    for (size_t i = 0; i < macro->body.size(); ++i) {
      const Token& token = macro->body[i];
      if (!token.is_identifier()) continue;
      if (!names.contains(token.text)) {
        look_into(macro->body, i, names, written, depth + 1);
        continue;
      }
      if (is_argument(macro->body, i)) continue;
      std::vector<Span> inside = subscripts(macro->body, i + 1);
      written.is_whole = written.is_whole && inside.size() == dimensions_;
      written.subscripts.push_back(std::move(inside));
    }
    if (written.subscripts.size() > before) written.macros.insert(std::string(tokens[at].text));
  }

  // Passed on to another macro: "AT(s, i)".
  static bool is_argument(const Tokens& tokens, size_t at) {
    return at > 0 && at + 1 < tokens.size() && lang::is_one_of(tokens[at - 1], {"(", ","}) &&
           lang::is_one_of(tokens[at + 1], {",", ")"});
  }

  // Where the macro is used for something else than this array's elements: the place's obstacle.
  void look_for_other_use(const std::string& name, const std::set<std::string, std::less<>>& macros,
                          const std::set<uint32_t>& begins, ElementPlace& place) {
    const MacroText& macro = *names_.macro(name);
    for (const Span use : names_.places(name)) {
      const bool is_of_macro =
          std::any_of(macros.begin(), macros.end(), [&](const std::string& other) {
            const Span body = names_.macro(other)->span();
            return use.begin >= body.begin && use.end <= body.end;
          });
      if (use == macro.name || is_of_macro || begins.contains(use.begin)) continue;
      const auto other = others_.find(use.begin);
      place.is_shared = other != others_.end();
      if (place.is_shared) {
        uses_.together.insert(other->second->span.begin);
        place.obstacle =
            base::at(use, say("the macro '{macro}' writes subscripts of '{other}' here, too, so a "
                              "change of it for '{array}' would change both",
                              "macro"_a = name, "other"_a = other->second->name,
                              "array"_a = uses_.variable->name));
        continue;
      }
      place.obstacle =
          base::at(use, say("the macro '{macro}' writes subscripts of '{array}', and is used here "
                            "for something else, which a change of it would change, too",
                            "macro"_a = name, "array"_a = uses_.variable->name));
      return;
    }
  }

  // ------------------------------------------------------------------------- "s[index(...)]"

  // Whether some index was moved to what computes it.
  bool move_to_calls() {
    std::map<std::string, std::vector<size_t>, std::less<>> by_name;
    std::set<uint32_t> begins;
    for (size_t i = 0; i < uses_.places.size(); ++i) {
      if (uses_.places[i].inside.empty()) continue;
      const Tokens tokens = text_.tokens(uses_.places[i].inside[0]);
      if (!is_one_call(tokens)) continue;
      by_name[std::string(tokens[0].text)].push_back(i);
      begins.insert(tokens[0].span.begin);
    }
    bool has_moved = false;
    for (const auto& [name, places] : by_name) {
      const std::optional<Result> result = result_of(name);
      if (!result) continue;
      const std::vector<Span>& all = names_.places(name);
      const bool is_for_this = std::all_of(all.begin(), all.end(), [&](const Span use) {
        return use == result->name || begins.contains(use.begin);
      });
      if (!is_for_this) continue;
      for (const size_t i : places) {
        uses_.places[i].inside = {result->inside};
        if (result->is_function) uses_.places[i].may_repeat = {true};
      }
      has_moved = true;
    }
    return has_moved;
  }

  struct Result {
    Span name, inside;
    bool is_function = false;
  };

  // What a macro or a function makes of its arguments.
  std::optional<Result> result_of(const std::string& name) const {
    if (const MacroText* macro = names_.macro(name)) {
      if (!macro->takes_arguments || macro->body.empty()) return std::nullopt;
      return Result{macro->name, in_brackets(macro->body), false};
    }
    const auto function = std::find_if(functions_.begin(), functions_.end(),
                                       [&](const IndexFunction& one) { return one.name == name; });
    if (function == functions_.end() || !text_.is_in_root(function->full_span)) return std::nullopt;
    const Tokens tokens = text_.tokens(function->full_span);
    const auto is_return = [](const Token& token) { return token.is("return"); };
    const auto first = std::find_if(tokens.begin(), tokens.end(), is_return);
    if (first == tokens.end() || std::count_if(first, tokens.end(), is_return) != 1)
      return std::nullopt;
    const auto end =
        std::find_if(first, tokens.end(), [](const Token& one) { return one.is(";"); });
    if (end - first < 2 || end == tokens.end()) return std::nullopt;
    return Result{function->name_span, in_brackets(Tokens(first + 1, end)), true};
  }

  // Of "(a + b)" what is inside, so that what is added stays in the brackets.
  static Span in_brackets(const Tokens& tokens) {
    const bool is_one =
        tokens.size() > 2 && tokens[0].is("(") && closing(tokens, 0) == tokens.size() - 1;
    const size_t skipped = is_one ? 1 : 0;
    return {tokens[skipped].span.begin, tokens[tokens.size() - 1 - skipped].span.end};
  }

  ArrayUses& uses_;
  const size_t dimensions_;
  Text text_;
  Definitions names_;
  const std::vector<IndexFunction>& functions_;
  const std::map<uint32_t, const lang::Variable*>& others_;
};

}  // namespace

void move_to_writers(ArrayUses& uses, const base::SourceFile& file,
                     const std::vector<IndexFunction>& functions,
                     const std::map<uint32_t, const lang::Variable*>& others) {
  const auto is_direct = [&](const ElementPlace& place) {
    return place.inside.size() > 1;  // of several dimensions: a whole index is never a call
  };
  if (!std::all_of(uses.places.begin(), uses.places.end(), is_direct))
    Mover(uses, file, functions, others).move();
}

}  // namespace warplens::edit
