// #include, -include and __has_include: files of the user, and headers that Warplens brings, some
// of which a text gets without naming them.
#include <array>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/library/headers.hpp"
#include "sim/lang/library/prelude.hpp"
#include "sim/lang/text/preprocessing.hpp"

namespace warplens::lang {
namespace {

constexpr size_t kDeepestIncludes = 64;

struct NeededText {
  std::string_view name;
  bool (*is_needed)(std::string_view text);
  std::string_view (*text)();
  bool is_of_programs;
};
constexpr std::array kNeededTexts{
    // Before what throws its classes.
    NeededText{"stdexcept", needs_errors_text, stdexcept_header, true},
    NeededText{"bits/functexcept.h", [](std::string_view) { return true; }, failures_header, true},
    NeededText{"math_functions.h", needs_math_text, math_text, false},
    NeededText{"rounded arithmetic", needs_rounding_text, rounding_text, false},
    NeededText{"addresses of functions", needs_math_addresses_text, math_addresses_text, true},
    NeededText{"simd_functions.h", needs_simd_text, simd_text, false},
    NeededText{"the device's heap", needs_heap_text, heap_text, false},
    NeededText{"the host's arrays", needs_arrays_text, arrays_text, true},
    NeededText{"the host's graphs", needs_graphs_text, graphs_text, true},
    NeededText{"the device's properties", needs_device_text, device_text, true},
    NeededText{"tensor maps", needs_tensor_map_text, tensor_map_text, false},
    NeededText{"cuda.h", needs_driver_text, driver_text, true},
    NeededText{"the calendar", needs_calendar_text, calendar_text, true},
    NeededText{"nvToolsExt.h", needs_nvtx_text, nvtx_text, true},
    NeededText{"stdarg.h", needs_variadic_text, variadic_text, true},
    NeededText{"omp.h", needs_omp_text, omp_text, true},
    NeededText{"g++'s atomics", needs_gnu_atomic_text, gnu_atomic_text, true},
    NeededText{"where memory is", needs_placement_text, placement_text, true},
    NeededText{"curand.h", needs_curand_host_text, curand_host_text, true},
    NeededText{"functional", needs_functional_text, functional_header, true},
    NeededText{"typeinfo", needs_typeinfo_text, typeinfo_header, true},
    NeededText{"algorithm", needs_algorithm_text, algorithm_header, true},
    NeededText{"limits", needs_limits_text, limits_header, false},
    NeededText{"chrono", needs_chrono_text, chrono_header, true}};

}  // namespace

// A header that is part of Warplens.
void Preprocessor::include_own(const std::string& name, std::string_view text, Span from) {
  if (!once_.insert(name).second) return;
  read_part(file_.append(name, std::string(text), from, false), text);
}

// The texts of ours that need no #include and that this one names.
void Preprocessor::include_needed(std::string_view text) {
  if (needs_ptx_text(text)) {
    include_own("math_functions.h", math_text(), {});
    include_own("simd_functions.h", simd_text(), {});
    include_own("inline PTX", ptx_text(), {});
  }
  for (const NeededText& one : kNeededTexts) {
    if ((options_.is_program || !one.is_of_programs) && one.is_needed(text))
      include_own(std::string(one.name), one.text(), {});
  }
}

// The file that the current text includes by that name.
IncludedFiles::Found Preprocessor::find(const std::string& name, Span from) {
  const bool is_in_root = open_parts_.empty() || open_parts_.back() == 0;
  return files_.find(is_in_root ? "" : file_.name(open_parts_.back()), name, from);
}

// -include on the command line.
void Preprocessor::include_first(const std::string& name) {
  const auto [part, refused] = find(name, {});
  if (!part && !refused.empty())
    return reporter_.placeless_error(say("-include {problem}", "problem"_a = refused));
  if (!part) {
    return reporter_.placeless_error(say("-include {name}: there is no such file", "name"_a = name),
                                     say("its name is relative to the current folder"));
  }
  result_.first_parts.push_back(*part);
  read_part(*part);
}

// The name between <> or quotes, with macros expanded; empty after a mistake, which is reported.
std::string Preprocessor::include_name(std::vector<Token> rest, Span whole, bool& is_angled) {
  if (!rest.empty() && rest[0].is_identifier()) rest = expander_.expand(rest);
  is_angled = !rest.empty() && rest[0].is("<");
  std::string name;
  if (!rest.empty() && rest[0].kind == TokenKind::kString)
    name = rest[0].text.substr(1, rest[0].text.size() - 2);
  for (size_t i = 1; is_angled && i < rest.size() && !rest[i].is(">"); ++i) name += rest[i].text;
  if (name.empty())
    reporter_.error(whole, say("#include needs a file"),
                    say("write #include \"name.h\" or <name>"));
  return name;
}

// `__has_include(<name>)` as a number; moves `at` to its `)`.
Token Preprocessor::has_include(const std::vector<Token>& rest, size_t& at) {
  Token value = rest[at];
  std::vector<Token> inside;
  for (at += 2; at < rest.size() && !rest[at].is(")"); ++at) inside.push_back(rest[at]);
  bool is_angled = false;
  const std::string name = include_name(inside, value.span, is_angled);
  const bool exists =
      needs_no_file(header_kind(name)) || (!name.empty() && find(name, value.span).part);
  value.kind = TokenKind::kNumber;
  value.text = exists ? "1" : "0";
  return value;
}

// A warning only: the mistake is to use what the missing file declares.
void Preprocessor::report_missing(const std::string& name, Span span, bool is_angled,
                                  const std::string& refused) {
  doubts_.add_missing({(is_angled ? "<" : "\"") + name + (is_angled ? ">" : "\""), span});
  if (!refused.empty())
    return reporter_.warning(
        span, say("{problem}; what it declares is unknown", "problem"_a = refused), "");
  reporter_.warning(
      span,
      is_angled ? say("the header <{name}> is not known and is skipped", "name"_a = name)
                : say("there is no file \"{name}\" to include; what it declares is unknown",
                      "name"_a = name),
      say("-I DIR names its folder; without it the kernel's folder, and the folders common, inc, "
          "include and utils near that, are searched"));
}

// The line is lines[noted], which is dead unless it includes something.
void Preprocessor::include(const std::vector<Token>& rest, Span whole, size_t noted) {
  bool is_angled = false;
  const std::string name = include_name(rest, whole, is_angled);
  HeaderKind kind = header_kind(name);
  if (options_.is_program && name.starts_with(kCudaStandard)) {
    if (const auto text = program_header(name.substr(kCudaStandard.size())))
      include_own(std::string(text->name), text->text, whole);
    if (kind != HeaderKind::kBarrier) kind = HeaderKind::kAtomic;  // which says what cuda::std is
  }
  if (name.empty()) return;
  if (kind == HeaderKind::kBuiltIn || (kind == HeaderKind::kStandard && is_angled)) {
    const auto text = options_.is_program ? program_header(name) : std::nullopt;
    if (text) include_own(std::string(text->name), text->text, whole);
    return;
  }
  const bool is_for_host = options_.is_program && kind == HeaderKind::kCub;
  if (const std::optional<Prelude> prelude =
          is_for_host ? program_header(name) : prelude_of(kind)) {
    result_.lines[noted].header = kind;
    result_.lines[noted].kind = SourceLine::Kind::kInclude;
    return include_own(std::string(prelude->name), prelude->text, whole);
  }
  const Span span = base::join(whole, rest.back().span);
  const auto [part, refused] = find(name, span);
  if (!part && options_.is_program && kind == HeaderKind::kSample) {
    const auto text = program_header(name);
    if (text) return include_own(std::string(text->name), text->text, whole);
  }
  if (!part) {
    if (!needs_no_file(kind)) report_missing(name, span, is_angled, refused);
    return;
  }
  if (once_.contains(file_.name(*part))) return;
  result_.lines[noted].kind = SourceLine::Kind::kInclude;
  result_.lines[noted].part = *part;
  if (open_parts_.size() >= kDeepestIncludes) {
    result_.is_cut_off = true;
    return reporter_.error(span, say("the files include each other endlessly"),
                           say("write #pragma once into {name}", "name"_a = name));
  }
  if (result_.is_cut_off) return;
  const std::optional<base::Diagnostic> doubt = conditionals_.doubt();
  const uint32_t begin = file_.begin_of(*part);
  read_part(*part);
  const auto size = static_cast<uint32_t>(file_.text(*part).size());
  if (doubt) doubts_.add({begin, begin + size}, *doubt);
}

}  // namespace warplens::lang
