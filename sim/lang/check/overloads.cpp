// Overload resolution: which function a call means, among the text's own and CUDA's, and its
// arguments as that one takes them. How well an argument fits a parameter is a Fit, C++'s implicit
// conversion sequence; two are compared as [over.ics.rank] has it.
#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/check/checker.hpp"
#include "sim/lang/check/phrases.hpp"
#include "sim/lang/library/builtins.hpp"

namespace warplens::lang {
namespace {

using base::Scalar;

// A temporary is an lvalue in the tree, but not in C++.
bool is_place(const Expr& argument) {
  return argument.is_lvalue && argument.kind != ExprKind::kMaterialize && !argument.is_moved;
}

size_t least_given(const FunctionDeclaration& function) {
  size_t count = function.parameters.size();
  while (count > 0 && function.parameters[count - 1].has_default) --count;
  return count;
}

std::string signature_of(const FunctionDeclaration& function) {
  std::string text = function.full_name + "(";
  for (size_t i = 0; i < function.parameters.size(); ++i) {
    const FunctionParameter& parameter = function.parameters[i];
    text += (i == 0 ? "" : ", ") + name_of(parameter.type) + (parameter.is_reference ? "&" : "");
  }
  return text + ")" + (function.is_const ? " const" : "");
}

// What [over.ics.rank] says of two standard conversions of one argument: negative if the first is
// better.
int compare_standard(const StandardFit& a, const StandardFit& b) {
  if (a.rank != b.rank) return a.rank < b.rank ? -1 : 1;
  if (a.is_pointer_to_bool != b.is_pointer_to_bool) return a.is_pointer_to_bool ? 1 : -1;
  if (a.pointee != nullptr && a.pointee == b.pointee && a.adds_qualifier != b.adds_qualifier)
    return a.adds_qualifier ? 1 : -1;
  return 0;
}

int compare_fits(const Fit& a, const Fit& b) {
  if (a.takes_list != b.takes_list) return a.takes_list ? -1 : 1;
  if (a.is_user != b.is_user) return a.is_user ? 1 : -1;
  if (a.is_user && (a.by == nullptr || a.by != b.by)) return 0;
  if (const int order = compare_standard(a.standard, b.standard); order != 0) return order;
  if (a.is_object_of_static || b.is_object_of_static) return 0;
  if (!a.is_reference || !b.is_reference) return 0;
  if (a.binds_value && b.binds_value && a.is_of_values != b.is_of_values)
    return a.is_of_values ? -1 : 1;
  if (a.to_const != b.to_const) return a.to_const ? 1 : -1;
  return 0;
}

}  // namespace

// A conversion without a user's function; kImpossible if there is none.
StandardFit Checker::standard_fit(const Expr* argument, const Type* from, const Type* to) {
  StandardFit fit;
  fit.rank = StandardFit::kExact;
  if (to->is_pointer()) {
    fit.pointee = plain(to->element);
    const bool is_null = argument != nullptr && is_null_constant(*argument) &&
                         (from->is_pointer() || as<Literal>(*argument).is_written);
    if (is_null) {
      fit.rank = StandardFit::kConversion;
      fit.pointee = nullptr;
      return fit;
    }
    if (from->is_pointer() && argument != nullptr && argument->kind == ExprKind::kString &&
        to->element == plain(from->element)) {
      fit.rank = StandardFit::kConversion;  // of C; g++ warns
      return fit;
    }
    if (!from->is_pointer() || !pointer_converts(from, to)) return {};
    const bool is_same = plain(from->element) == plain(to->element);
    fit.rank = is_same ? StandardFit::kExact : StandardFit::kConversion;
    fit.adds_qualifier = (is_const_object(to->element) && !is_const_object(from->element)) ||
                         drops_volatile(to->element, from->element);
    return fit;
  }
  if (from == to) return fit;
  if (!to->is_scalar()) return {};
  if (from->is_pointer()) {
    const bool is_nullptr = argument != nullptr && is_null_constant(*argument);
    if (to->scalar != Scalar::kBool || is_nullptr) return {};
    fit.rank = StandardFit::kConversion;
    fit.is_pointer_to_bool = true;
    return fit;
  }
  const bool is_small = from->is_scalar() && to->is_scalar() &&
                        (base::is_small_float(from->scalar) || base::is_small_float(to->scalar));
  if (!from->is_scalar() || is_small || to->enumeration != nullptr) return {};
  if (from->enumeration != nullptr) {
    if (from->enumeration->is_scoped) return {};
    // To what holds it, and better than to what that is promoted to; without a written type to int.
    const bool is_promotion = promoted(from->scalar) == to->scalar ||
                              (from->enumeration->has_written_type && from->scalar == to->scalar);
    fit.rank = is_promotion ? StandardFit::kPromotion : StandardFit::kConversion;
    return fit;
  }
  const bool is_promotion =
      (promoted(from->scalar) == to->scalar && promoted(from->scalar) != from->scalar) ||
      (from->scalar == Scalar::kFloat && to->scalar == Scalar::kDouble);
  fit.rank = is_promotion ? StandardFit::kPromotion : StandardFit::kConversion;
  return fit;
}

// By a constructor or a conversion operator, CUDA's own of __half and dim3 among them.
Fit Checker::user_fit(const Expr& argument, const Type* from, const Type* to) {
  constexpr uint64_t kStepsAUserFit = 300;  // to find constructors and conversions
  budget_.charge(kStepsAUserFit);
  Fit fit;
  fit.is_user = true;
  const auto take = [&](const void* by, const StandardFit& standard) {
    fit.by = fit.standard.rank == StandardFit::kImpossible ? by : nullptr;  // two are ambiguous
    fit.standard = standard;
  };
  if (from->is_scalar() && to->is_scalar()) {  // one of them is __half or __nv_bfloat16
    // It has operator float() and one for each integer type; double is reached by the first.
    const bool is_by_float = base::is_small_float(from->scalar) && base::is_floating(to->scalar);
    const Type* made = is_by_float ? scalar(Scalar::kFloat) : to;
    take(made, standard_fit(nullptr, made, to));
    return fit;
  }
  if (from->is_record()) {
    if (const auto* conversion = conversion_operator(argument, to)) {
      const Type* made = plain(conversion->return_type);
      take(conversion,
           made == to ? StandardFit{StandardFit::kExact} : standard_fit(nullptr, made, to));
    }
  }
  if (!to->is_record()) return fit;
  const bool is_counted = from->is_scalar() && to == types().vector("dim3");
  if (is_counted || (is_dimension(from) && is_dimension(to)))
    take(to, StandardFit{StandardFit::kExact});
  const FunctionDeclaration* best = nullptr;
  StandardFit best_fit;
  bool is_ambiguous = false;
  for (const FunctionDeclaration* constructor : declarations().constructors(*to->record)) {
    if (constructor->is_explicit) continue;
    std::string reason;
    if (constructor->is_template)
      constructor =
          declarations().instantiate(*constructor, {}, {{from, is_place(argument)}}, &reason);
    if (constructor == nullptr || constructor->parameters.empty() || least_given(*constructor) > 1)
      continue;
    // A second conversion of one argument is not C++'s: one of another struct is taken as it is.
    const Type* taken = plain(constructor->parameters[0].type);
    if (taken->is_record() && taken != from) continue;
    const StandardFit standard = standard_fit(&argument, from, taken);
    if (standard.rank == StandardFit::kImpossible) continue;
    const int order = best == nullptr ? -1 : compare_standard(standard, best_fit);
    if (order > 0) continue;
    is_ambiguous = order == 0;
    best = constructor;
    best_fit = standard;
  }
  if (best != nullptr) take(is_ambiguous ? nullptr : best, StandardFit{StandardFit::kExact});
  return fit;
}

Fit Checker::value_fit(const Expr& argument, const Type* to) {
  to = plain(to);
  Fit fit;
  if (is_braced_list(argument)) {
    const size_t count = as<Construct>(argument).elements.size();
    fit.is_user = to->is_record();
    fit.by = to->record;
    const bool is_possible = to->is_record() || count < 2;
    if (is_possible)
      fit.standard.rank = count == 1 ? StandardFit::kConversion : StandardFit::kExact;
    return fit;
  }
  const Type* from = plain(argument.type);
  if (from->is_array()) from = types().pointer_to(argument.type->element);
  fit.standard = standard_fit(&argument, from, to);
  if (is_base_of(to, from)) fit.standard.rank = StandardFit::kConversion;
  if (lambda_function(from, to) != nullptr) {
    fit.is_user = true;
    fit.by = from;
    fit.standard.rank = StandardFit::kExact;
  }
  if (fit.is_possible()) return fit;
  const bool is_small = from->is_scalar() && to->is_scalar() &&
                        (base::is_small_float(from->scalar) || base::is_small_float(to->scalar));
  if (is_small || from->is_record() || to->is_record()) return user_fit(argument, from, to);
  return fit;
}

Fit Checker::fit_of(const Expr& argument, const FunctionParameter& parameter) {
  if (!parameter.is_reference) return value_fit(argument, parameter.type);
  const Type* to = parameter.type;
  Fit fit;
  fit.is_reference = true;
  fit.to_const = is_const_object(to);
  fit.is_of_values = parameter.takes_temporaries && !fit.to_const;
  const bool is_list = is_braced_list(argument);
  const bool is_same = !is_list && plain(argument.type) == plain(to);
  const bool is_value = is_list || !is_place(argument);
  fit.binds_value = is_value;
  if (!is_list && is_base_of(to, argument.type)) {
    const bool is_refused = is_value ? !parameter.takes_temporaries : fit.is_of_values;
    const bool drops_const = !fit.to_const && is_const_object(argument.type);
    if (!is_refused && !drops_const) fit.standard.rank = StandardFit::kConversion;
    return fit;
  }
  if (is_same && !is_value) {
    const bool drops_const =
        !fit.to_const && (is_const_object(argument.type) || drops_volatile(argument.type, to));
    if (!drops_const && !fit.is_of_values)
      fit.standard = standard_fit(nullptr, plain(to), plain(to));
    return fit;
  }
  if (!parameter.takes_temporaries || to->is_array()) return fit;
  if (is_same) {
    const bool drops_const = argument.is_moved && is_const_object(argument.type) && !fit.to_const;
    if (!drops_const) fit.standard = standard_fit(nullptr, plain(to), plain(to));
    return fit;
  }
  // T*'s own place is too close to const T* for a temporary of that.
  const bool is_related = !is_value && to->is_pointer() && argument.type->is_pointer() &&
                          plain(to->element) == plain(argument.type->element);
  if (is_related && fit.is_of_values) return fit;
  const Fit made = value_fit(argument, to);
  fit.binds_value = true;
  fit.is_user = made.is_user;
  fit.by = made.by;
  fit.standard = made.standard;
  return fit;
}

// The candidate as a function with known parameters, and how the arguments fit; no fits if it does
// not.
Checker::Candidate Checker::judge(const FunctionDeclaration& declaration, const CallSite& site,
                                  std::string* reason) {
  Candidate candidate;
  candidate.declaration = &declaration;
  if (declaration.is_template) {
    candidate.primary = &declaration;
    std::vector<GivenArgument> arguments;
    for (const ExprPtr& argument : *site.arguments) {
      const bool is_known = !is_braced_list(*argument);
      const bool is_nullptr =
          is_known && argument->type->is_pointer() && is_null_constant(*argument);
      const bool is_given_place = is_known && is_place(*argument);
      const Type* type = is_nullptr       ? types().null_type()
                         : !is_known      ? types().void_type()
                         : is_given_place ? argument->type
                                          : plain(argument->type);
      arguments.push_back({type, is_given_place});
    }
    candidate.declaration =
        declarations().instantiate(declaration, *site.written, arguments, reason);
    if (candidate.declaration == nullptr) return candidate;
  } else if (site.has_written) {
    *reason = say("'{name}' is not a template", "name"_a = declaration.full_name);
    return candidate;
  }
  const FunctionDeclaration& function = *candidate.declaration;
  const size_t count = site.arguments->size();
  const bool is_too_many = count > function.parameters.size() && !function.is_variadic;
  if (count < least_given(function) || is_too_many) return candidate;
  Fit object;
  object.standard.rank = StandardFit::kExact;
  object.is_reference = true;
  object.is_object_of_static = function.is_static;
  if (site.object != nullptr && !function.is_static && !function.is_constructor) {
    if (site.object->is_const && !function.is_const) return candidate;
    object.to_const = function.is_const;
  }
  candidate.fits.push_back(object);
  for (size_t i = 0; i < std::min(count, function.parameters.size()); ++i) {
    const Expr& argument = *(*site.arguments)[i];
    const FunctionParameter& parameter = function.parameters[i];
    candidate.fits.push_back(fit_of(argument, parameter));
    candidate.fits.back().takes_list =
        !function.is_constructor && is_braced_list(argument) && is_initializer_list(parameter.type);
  }
  candidate.is_viable = std::all_of(candidate.fits.begin(), candidate.fits.end(),
                                    [](const Fit& fit) { return fit.is_possible(); });
  return candidate;
}

// Better for one argument and worse for none; among equals, a function that is not a template's, or
// that of the more specialised template.
bool Checker::is_better(const Candidate& a, const Candidate& b) {
  bool is_better_once = false;
  for (size_t i = 0; i < a.fits.size() && i < b.fits.size(); ++i) {
    const int order = compare_fits(a.fits[i], b.fits[i]);
    if (order > 0) return false;
    is_better_once |= order < 0;
  }
  // Arguments for `...` are behind those of parameters: whatever fits a parameter is better.
  if (a.fits.size() < b.fits.size()) return false;
  is_better_once |= a.fits.size() > b.fits.size();
  if (is_better_once) return true;
  const bool is_a_cudas = a.declaration->builtin != nullptr;
  if (declarations().is_host() && is_a_cudas != (b.declaration->builtin != nullptr))
    return !is_a_cudas;                                     // clock(), which the C library has, too
  if (is_a_cudas != (b.declaration->builtin != nullptr)) {  // std::abs(), which kernels compute
    const FunctionDeclaration& text = is_a_cudas ? *b.declaration : *a.declaration;
    if (!unit_.file.is_own(text.span.begin)) return is_a_cudas;
  }
  if (a.declaration->is_inherited != b.declaration->is_inherited)
    return b.declaration->is_inherited;
  if (a.primary == nullptr || b.primary == nullptr)
    return a.primary == nullptr && b.primary != nullptr;
  return declarations().is_more_special(*a.primary, *b.primary, a.fits.size() - 1);
}

std::string Checker::candidate_text(const FunctionDeclaration& candidate) {
  if (candidate.builtin != nullptr) {
    return say("CUDA's {function}",
               "function"_a = candidate.is_template ? candidate.name : signature_of(candidate));
  }
  if (!unit_.file.is_own(candidate.span.begin)) {  // its line is none that anybody knows
    const uint32_t part = unit_.file.line_column(candidate.span.begin).part;
    return say("{function} of {file}",
               "function"_a = candidate.is_template ? candidate.full_name : signature_of(candidate),
               "file"_a = unit_.file.name(part));
  }
  const uint32_t line = unit_.file.line_of(candidate.span.begin);
  if (candidate.is_template) {
    return say("{function}, a template in line {line}", "function"_a = candidate.full_name,
               "line"_a = line);
  }
  return say("{function} in line {line}", "function"_a = signature_of(candidate), "line"_a = line);
}

std::string Checker::list_candidates(std::vector<const FunctionDeclaration*> candidates) {
  std::stable_partition(candidates.begin(), candidates.end(),
                        [](const auto* candidate) { return candidate->builtin == nullptr; });
  std::string text;
  constexpr size_t kMostListed = 5;
  std::vector<std::string> listed;  // templates of a header may have the same text
  for (size_t i = 0; i < candidates.size() && listed.size() < kMostListed; ++i) {
    std::string one = candidate_text(*candidates[i]);
    if (std::find(listed.begin(), listed.end(), one) == listed.end())
      listed.push_back(std::move(one));
  }
  for (const std::string& one : listed) text += (text.empty() ? "" : "; ") + one;
  return listed.size() == 1 ? say("it is declared: {function}", "function"_a = text)
                            : say("there are: {functions}", "functions"_a = text);
}

// The one that is better than each of the others; null if none is.
const Checker::Candidate* Checker::best_of(const std::vector<Candidate>& fitting) {
  for (const Candidate& candidate : fitting) {
    budget_.charge(fitting.size() * candidate.fits.size());
    const bool wins = std::all_of(fitting.begin(), fitting.end(), [&](const Candidate& other) {
      return &other == &candidate || is_better(candidate, other);
    });
    if (wins) return &candidate;
  }
  // Of member functions, where the standard has none, g++ and nvcc take the one whose worst
  // conversion is the best.
  const bool are_members = std::all_of(fitting.begin(), fitting.end(), [](const auto& candidate) {
    return candidate.declaration->record != nullptr && !candidate.declaration->is_constructor;
  });
  if (!are_members) return nullptr;
  const auto worst = [](const Candidate& candidate) {
    int highest = 0;
    for (const Fit& fit : candidate.fits)
      highest =
          std::max(highest, fit.is_user ? StandardFit::kImpossible + 1 : int{fit.standard.rank});
    return highest;
  };
  const auto best =
      std::min_element(fitting.begin(), fitting.end(),
                       [&](const auto& a, const auto& b) { return worst(a) < worst(b); });
  const bool is_alone = best != fitting.end() &&
                        std::count_if(fitting.begin(), fitting.end(), [&](const Candidate& other) {
                          return worst(other) == worst(*best);
                        }) == 1;
  return is_alone ? &*best : nullptr;
}

void Checker::report_ambiguous(const CallSite& site, const std::vector<Candidate>& fitting) {
  std::vector<const FunctionDeclaration*> equal;
  for (const Candidate& candidate : fitting) equal.push_back(candidate.declaration);
  const bool is_cudas = std::all_of(equal.begin(), equal.end(), [](const auto* function) {
    return function->builtin != nullptr;
  });
  const std::string candidates = list_candidates(equal);
  reporter_.error(
      site.name_span,
      say("this call of '{name}' fits more than one function equally well", "name"_a = site.name),
      is_cudas ? say("convert the arguments to one type; {candidates}", "candidates"_a = candidates)
               : candidates);
}

const FunctionDeclaration* Checker::choose(const CallSite& site,
                                           const std::vector<const FunctionDeclaration*>& declared,
                                           bool reports, bool* is_ambiguous) {
  std::vector<Candidate> fitting;
  std::string reason;
  const FunctionDeclaration* only = nullptr;  // of the one candidate: its instance
  for (const FunctionDeclaration* declaration : declared) {
    Candidate candidate = judge(*declaration, site, &reason);
    if (declared.size() == 1) only = candidate.declaration;
    if (candidate.is_viable) fitting.push_back(std::move(candidate));
  }
  const Candidate* best = best_of(fitting);
  if (best != nullptr) {
    for (size_t i = 0; i + 1 < best->fits.size(); ++i) {
      const Fit& fit = best->fits[i + 1];
      const Expr& argument = *(*site.arguments)[i];
      if (!fit.is_user || fit.by != nullptr || is_braced_list(argument)) continue;
      if (is_ambiguous != nullptr) *is_ambiguous = true;
      reporter_.error(
          argument.span,
          say("'{from}' converts to '{to}' in more than one way", "from"_a = name_of(argument.type),
              "to"_a = name_of(best->declaration->parameters[i].type)),
          say("write the conversion that is meant"));
      return nullptr;
    }
    return best->declaration;
  }
  if (is_ambiguous != nullptr) *is_ambiguous = fitting.size() > 1;
  if (fitting.size() > 1) {
    report_ambiguous(site, fitting);
    return nullptr;
  }
  if (!reports) return nullptr;
  report_no_match(site, declared, only, reason);
  return nullptr;
}

void Checker::report_no_match(const CallSite& site,
                              const std::vector<const FunctionDeclaration*>& declared,
                              const FunctionDeclaration* only, const std::string& reason) {
  const std::string hint = list_candidates(declared);
  const size_t count = site.arguments->size();
  if (declared.size() == 1 && only == nullptr) {
    return reporter_.error(
        site.name_span,
        reason.empty() ? say("'{name}' does not fit this call", "name"_a = site.name) : reason,
        hint);
  }
  if (only != nullptr) {
    const size_t least = least_given(*only), most = only->parameters.size();
    if (count < least || (count > most && !only->is_variadic)) {
      return reporter_.error(site.span, wrong_argument_count(site.name, least, most, count), hint);
    }
    if (site.object != nullptr && site.object->is_const && !only->is_const && !only->is_static) {
      return reporter_.error(
          site.name_span,
          say("'{name}' may change the object, and this one is const", "name"_a = site.name),
          say("declare it const: {function} const", "function"_a = signature_of(*only)));
    }
    for (size_t i = 0; i < std::min(count, most); ++i) {
      const Expr& argument = *(*site.arguments)[i];
      const FunctionParameter& parameter = only->parameters[i];
      if (fit_of(argument, parameter).is_possible()) continue;
      return report_argument(site, argument, parameter, i, hint);
    }
    return reporter_.error(
        site.name_span,
        reason.empty() ? say("'{name}' does not fit", "name"_a = site.name) : reason, hint);
  }
  std::string given;
  for (const ExprPtr& argument : *site.arguments) {
    given += (given.empty() ? "" : ", ") +
             (is_braced_list(*argument) ? "{...}" : name_of(argument->type));
  }
  reporter_.error(site.name_span,
                  say("no '{name}' takes ({types})", "name"_a = site.name, "types"_a = given),
                  hint);
}

void Checker::report_argument(const CallSite& site, const Expr& argument,
                              const FunctionParameter& parameter, size_t position,
                              const std::string& hint) {
  const size_t number = position + 1;
  const std::string type = name_of(parameter.type);
  const bool is_list = is_braced_list(argument);
  std::string message;
  if (parameter.is_reference && !parameter.takes_temporaries) {
    message = !is_list && is_place(argument)
                  ? say("argument {number} of '{name}' is a reference that may be written: it "
                        "needs a '{type}', this is '{given}'",
                        "number"_a = number, "name"_a = site.name, "type"_a = type,
                        "given"_a = name_of(argument.type))
                  : say("argument {number} of '{name}' is a reference that may be written: it "
                        "needs a variable, and this is a value",
                        "number"_a = number, "name"_a = site.name);
  } else if (is_list) {
    message = say("argument {number} of '{name}': a list does not convert to '{type}'",
                  "number"_a = number, "name"_a = site.name, "type"_a = type);
  } else {
    message = say("argument {number} of '{name}': '{given}' does not convert to '{type}'",
                  "number"_a = number, "name"_a = site.name, "given"_a = name_of(argument.type),
                  "type"_a = type);
  }
  reporter_.error(argument.span, message, hint);
}

// --------------------------------------------------------------------------- the call that it is

// A call of `function`: its object's address, its arguments as it takes them, its defaults.
ExprPtr Checker::make_call(ExprPtr expr, const FunctionDeclaration& function,
                           ExprPtr object_address) {
  auto& call = as<Call>(*expr);
  const bool needs_body = function.return_type == nullptr && !function.is_constructor;
  const bool may_be_derived =
      object_address && !call.is_qualified && !is_whole_object(*object_address);
  if (may_be_derived) call.function = declarations().use_virtual(function);
  if (call.function == nullptr)
    call.function = declarations().use(function, call.name_span, needs_body);
  if (call.function == nullptr) return nullptr;
  declared_as_[call.function] = &function;
  std::vector<ExprPtr> given = std::exchange(call.arguments, {});
  const bool takes_object = function.record != nullptr && !function.is_static;
  if (takes_object) {
    const Type* object = types().record(function.record, function.is_const);
    call.arguments.push_back(cast_pointer(std::move(object_address), types().pointer_to(object)));
  }
  for (size_t i = 0; i < function.parameters.size(); ++i) {
    const FunctionParameter& parameter = function.parameters[i];
    const bool is_given = i < given.size();
    ExprPtr argument;
    if (is_given && !is_braced_list(*given[i])) {
      argument = std::move(given[i]);
    } else {
      ExprPtr unchecked =
          is_given ? std::move(given[i]) : declarations().default_argument(function, i);
      argument =
          parameter.is_reference
              ? bind_reference(std::move(unchecked), parameter.type, parameter.takes_temporaries)
              : initialize(std::move(unchecked), parameter.type, call.span);
      if (!argument) return nullptr;
      call.arguments.push_back(std::move(argument));
      continue;
    }
    argument = parameter.is_reference
                   ? bind(std::move(argument), parameter.type, parameter.takes_temporaries)
                   : initialize_checked(std::move(argument), parameter.type);
    if (!argument) return nullptr;
    call.arguments.push_back(std::move(argument));
  }
  if (function.is_variadic && !add_variadic(call, std::move(given), function.parameters.size()))
    return nullptr;
  const bool is_reference = function.return_type == nullptr ? call.function->returns_reference
                                                            : function.returns_reference;
  const Type* result = function.return_type;
  if (result == nullptr && call.function->return_type != nullptr) {  // auto: known by its body
    result = is_reference ? call.function->return_type->element : call.function->return_type;
  }
  if (function.is_constructor || result == nullptr) result = types().void_type();
  call.type = is_reference ? types().pointer_to(result) : plain(result);
  if (call.function->returns_in_place)
    return made_in_place(std::unique_ptr<Call>(static_cast<Call*>(expr.release())), call.type);
  if (!is_reference) return expr;
  auto place = make_at<Dereference>(*expr, result);
  place->is_lvalue = true;
  place->is_implicit = true;
  place->is_moved = function.returns_value_reference;
  place->pointer = std::move(expr);
  return place;
}

}  // namespace warplens::lang
