#include "sim/lang/text/directives.hpp"

#include <algorithm>

#include "sim/base/say.hpp"

namespace warplens::lang {

bool read_parameters(const std::vector<Token>& line, size_t& at, Macro& macro, Reporter& reporter) {
  ++at;
  if (at < line.size() && line[at].is(")")) {
    ++at;
    return true;
  }
  while (at < line.size()) {
    if (line[at].is("...")) {
      macro.is_variadic = true;
      macro.parameters.push_back("__VA_ARGS__");
    } else if (line[at].is_identifier()) {
      macro.parameters.push_back(line[at].text);
      if (at + 1 < line.size() && line[at + 1].is("...")) {
        macro.is_variadic = true;
        ++at;
      }
    } else {
      break;
    }
    ++at;
    if (at < line.size() && line[at].is(")")) {
      ++at;
      return true;
    }
    if (at >= line.size() || !line[at].is(",") || macro.is_variadic) break;
    ++at;
  }
  reporter.error(at < line.size() ? line[at].span : line.back().span,
                 say("a mistake in the parameters of macro '{macro}'", "macro"_a = macro.name),
                 say("write #define {macro}(a, b) ...", "macro"_a = macro.name));
  return false;
}

void warn_redefinition(const MacroTable& macros, const Macro& macro, Span span,
                       Reporter& reporter) {
  const auto found = macros.find(macro.name);
  if (found == macros.end() || found->second.is_predefined) return;
  const Macro& known = found->second;
  const auto is_same = [](const Token& a, const Token& b) { return a.text == b.text; };
  if (known.is_function_like == macro.is_function_like && known.parameters == macro.parameters &&
      std::equal(known.body.begin(), known.body.end(), macro.body.begin(), macro.body.end(),
                 is_same)) {
    return;
  }
  if (known.is_from_command_line) {
    reporter.warning(
        span, say("this replaces the value that -D gives to {macro}", "macro"_a = macro.name),
        say("put #ifndef {macro} before it and #endif after it", "macro"_a = macro.name));
  } else {
    reporter.warning(
        span, say("the macro {macro} is defined again, differently", "macro"_a = macro.name),
        say("write #undef {macro} before it if that is meant", "macro"_a = macro.name));
  }
}

}  // namespace warplens::lang
