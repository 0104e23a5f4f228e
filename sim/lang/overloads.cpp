// Overload resolution: which of the text's functions a call means, and its arguments as that one
// takes them. A rank says how well an argument fits a parameter; the smaller the better.
#include <algorithm>
#include <utility>

#include "sim/lang/checker.hpp"

namespace warplens::lang {
namespace {

using base::Scalar;

constexpr int kExact = 0;
constexpr int kAddsConst = 1;
constexpr int kPromotion = 2;
constexpr int kConversion = 3;
constexpr int kFarConversion = 4;  // to void* or bool
constexpr int kConstructs = 5;
constexpr int kImpossible = 100;

bool is_list(const Expr& argument) {
  return argument.kind == ExprKind::kConstruct && argument.type == nullptr;
}

// A temporary is an lvalue in the tree, but none of C++'s.
bool is_place(const Expr& argument) {
  return argument.is_lvalue && argument.kind != ExprKind::kMaterialize;
}

size_t least_arguments(const FunctionDeclaration& function) {
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

}  // namespace

int Checker::value_rank(const Expr& argument, const Type* to) {
  to = plain(to);
  if (is_list(argument)) {
    return to->is_record() || as<Construct>(argument).elements.size() < 2 ? kConversion
                                                                          : kImpossible;
  }
  const Type* from = plain(argument.type);
  if (from->is_array()) from = types().pointer_to(argument.type->element);
  if (from == to) return kExact;
  if (to->is_pointer() && is_null_constant(argument)) return kConversion;
  if (from->is_pointer() && to->is_pointer()) {
    if (!pointer_converts(from, to)) return kImpossible;
    return to->element->is_void() ? kFarConversion : kAddsConst;
  }
  if (from->is_pointer())
    return to->is_scalar() && to->scalar == Scalar::kBool ? kFarConversion : kImpossible;
  if (from->is_scalar() && to->is_scalar()) {
    const bool is_promotion = promoted(from->scalar) == to->scalar ||
                              (from->scalar == Scalar::kFloat && to->scalar == Scalar::kDouble) ||
                              (base::is_small_float(from->scalar) && to->scalar == Scalar::kFloat);
    return is_promotion ? kPromotion : kConversion;
  }
  if (from->is_record() && conversion_operator(argument, to) != nullptr) return kConstructs;
  if (to->is_record()) {
    if (is_dimension(from) && is_dimension(to)) return kConversion;
    if (from->is_scalar() && to == types().vector("dim3")) return kConstructs;
    for (const FunctionDeclaration* constructor : declarations().constructors(*to->record)) {
      std::string reason;
      if (constructor->is_template &&
          declarations().instantiate(*constructor, {}, {from}, &reason) != nullptr)
        return kConstructs;
      const bool takes_one = !constructor->is_template && !constructor->parameters.empty() &&
                             least_arguments(*constructor) <= 1;
      if (!takes_one) continue;
      // One of another struct as it is: a second conversion of one argument is not C++'s either.
      const Type* taken = plain(constructor->parameters[0].type);
      const int fit =
          taken->is_record() ? (taken == from ? kExact : kImpossible) : value_rank(argument, taken);
      if (fit < kConstructs) return kConstructs;
    }
  }
  return kImpossible;
}

int Checker::rank(const Expr& argument, const FunctionParameter& parameter) {
  if (!parameter.is_reference) return value_rank(argument, parameter.type);
  const Type* to = parameter.type;
  const bool is_same = !is_list(argument) && plain(argument.type) == plain(to);
  if (is_same && is_place(argument)) {
    const bool is_const = is_const_object(argument.type);
    if (is_const && !is_const_object(to)) return kImpossible;
    return is_const == is_const_object(to) ? kExact : kAddsConst;
  }
  if (!parameter.takes_temporaries || to->is_array()) return kImpossible;
  return is_same ? kExact : value_rank(argument, to);
}

// The candidate as a function with known parameters, and how the arguments fit; no ranks if it does
// not fit.
Checker::Candidate Checker::judge(const FunctionDeclaration& declaration, const CallSite& site,
                                  std::string* reason) {
  Candidate candidate;
  candidate.declaration = &declaration;
  candidate.is_instance = declaration.is_template;
  if (declaration.is_template) {
    std::vector<const Type*> arguments;
    for (const ExprPtr& argument : *site.arguments) {
      const bool is_known = !is_list(*argument);
      arguments.push_back(is_known ? plain(argument->type) : types().void_type());
    }
    candidate.declaration =
        declarations().instantiate(declaration, *site.written, arguments, reason);
    if (candidate.declaration == nullptr) return candidate;
  } else if (site.has_written) {
    *reason = "'" + declaration.full_name + "' is no template";
    return candidate;
  }
  const FunctionDeclaration& function = *candidate.declaration;
  const size_t count = site.arguments->size();
  if (count < least_arguments(function) || count > function.parameters.size()) return candidate;
  if (site.object != nullptr && !function.is_static && !function.is_constructor) {
    if (site.object->is_const && !function.is_const) return candidate;
    candidate.ranks.push_back(site.object->is_const == function.is_const ? kExact : kAddsConst);
  } else {
    candidate.ranks.push_back(kExact);
  }
  for (size_t i = 0; i < count; ++i) {
    candidate.ranks.push_back(rank(*(*site.arguments)[i], function.parameters[i]));
  }
  candidate.fits = std::all_of(candidate.ranks.begin(), candidate.ranks.end(),
                               [](int rank) { return rank < kImpossible; });
  return candidate;
}

namespace {

bool is_no_worse(const std::vector<int>& a, const std::vector<int>& b) {
  for (size_t i = 0; i < a.size() && i < b.size(); ++i) {
    if (a[i] > b[i]) return false;
  }
  return true;
}

}  // namespace

// Better for one argument and worse for none; of equals the one that is no template's.
bool Checker::is_better(const Candidate& a, const Candidate& b) {
  if (!is_no_worse(a.ranks, b.ranks)) return false;
  if (!is_no_worse(b.ranks, a.ranks)) return true;
  if (a.is_instance != b.is_instance) return b.is_instance;
  return false;
}

std::string Checker::list_candidates(const std::vector<const FunctionDeclaration*>& candidates) {
  std::string text;
  constexpr size_t kMostListed = 5;
  for (size_t i = 0; i < candidates.size() && i < kMostListed; ++i) {
    const FunctionDeclaration& candidate = *candidates[i];
    text += (i == 0 ? "" : "; ");
    text += candidate.is_template ? candidate.full_name + ", a template" : signature_of(candidate);
    text += " in line " + std::to_string(unit_.file.line_of(candidate.span.begin));
  }
  return (candidates.size() == 1 ? "it is declared: " : "there are: ") + text;
}

const FunctionDeclaration* Checker::choose(const CallSite& site,
                                           const std::vector<const FunctionDeclaration*>& declared,
                                           bool reports) {
  std::vector<Candidate> fitting;
  std::string reason;
  const FunctionDeclaration* only = nullptr;  // of the one candidate: its instance
  for (const FunctionDeclaration* declaration : declared) {
    Candidate candidate = judge(*declaration, site, &reason);
    if (declared.size() == 1) only = candidate.declaration;
    if (candidate.fits) fitting.push_back(std::move(candidate));
  }
  const Candidate* best = nullptr;
  for (const Candidate& candidate : fitting) {
    budget_.charge(fitting.size() * (1 + site.arguments->size()));
    const bool wins = std::all_of(fitting.begin(), fitting.end(), [&](const Candidate& other) {
      return &other == &candidate || is_better(candidate, other);
    });
    if (wins) best = &candidate;
  }
  if (best != nullptr) return best->declaration;
  if (!reports) return nullptr;
  if (fitting.size() > 1) {
    std::vector<const FunctionDeclaration*> equal;
    for (const Candidate& candidate : fitting) equal.push_back(candidate.declaration);
    reporter_.error(site.name_span,
                    "this call of '" + site.name + "' fits more than one function equally well",
                    list_candidates(equal));
    return nullptr;
  }
  report_no_match(site, declared, only, reason);
  return nullptr;
}

void Checker::report_no_match(const CallSite& site,
                              const std::vector<const FunctionDeclaration*>& declared,
                              const FunctionDeclaration* only, const std::string& reason) {
  const std::string quoted = "'" + site.name + "'";
  const std::string hint = list_candidates(declared);
  const size_t count = site.arguments->size();
  if (declared.size() == 1 && only == nullptr) {
    return reporter_.error(site.name_span,
                           reason.empty() ? quoted + " does not fit this call" : reason, hint);
  }
  if (only != nullptr) {
    const size_t least = least_arguments(*only), most = only->parameters.size();
    if (count < least || count > most) {
      const std::string range =
          (least == most ? "" : std::to_string(least) + " to ") + std::to_string(most);
      return reporter_.error(site.span,
                             quoted + " takes " + range + " argument" + (most == 1 ? "" : "s") +
                                 (count == 1 ? ", here is " : ", here are ") +
                                 std::to_string(count),
                             hint);
    }
    if (site.object != nullptr && site.object->is_const && !only->is_const && !only->is_static) {
      return reporter_.error(site.name_span,
                             quoted + " may change the object, and this one is const",
                             "declare it const: " + signature_of(*only) + " const");
    }
    for (size_t i = 0; i < count; ++i) {
      const Expr& argument = *(*site.arguments)[i];
      const FunctionParameter& parameter = only->parameters[i];
      if (rank(argument, parameter) < kImpossible) continue;
      return report_argument(site, argument, parameter, i, hint);
    }
    return reporter_.error(site.name_span, reason.empty() ? quoted + " does not fit" : reason,
                           hint);
  }
  std::string given;
  for (const ExprPtr& argument : *site.arguments) {
    given += (given.empty() ? "" : ", ") + (is_list(*argument) ? "{...}" : name_of(argument->type));
  }
  reporter_.error(site.name_span, "no " + quoted + " takes (" + given + ")", hint);
}

void Checker::report_argument(const CallSite& site, const Expr& argument,
                              const FunctionParameter& parameter, size_t position,
                              const std::string& hint) {
  const std::string which = "argument " + std::to_string(position + 1) + " of '" + site.name + "'";
  const std::string given = is_list(argument) ? "a list" : "'" + name_of(argument.type) + "'";
  if (parameter.is_reference && !parameter.takes_temporaries) {
    const bool is_const = !is_list(argument) && is_place(argument);
    return reporter_.error(argument.span,
                           which + " is a reference that may be written: it needs a " +
                               (is_const ? "'" + name_of(parameter.type) + "', this is " + given
                                         : "variable, and this is a value"),
                           hint);
  }
  reporter_.error(argument.span,
                  which + ": " + given + " does not convert to '" + name_of(parameter.type) + "'",
                  hint);
}

// --------------------------------------------------------------------------- the call that it is

// A call of `function`: its object's address, its arguments as it takes them, its defaults.
ExprPtr Checker::make_call(ExprPtr expr, const FunctionDeclaration& function,
                           ExprPtr object_address) {
  auto& call = as<Call>(*expr);
  const bool needs_body = function.return_type == nullptr && !function.is_constructor;
  call.function = declarations().use(function, call.name_span, needs_body);
  if (call.function == nullptr) return nullptr;
  declared_as_[call.function] = &function;
  std::vector<ExprPtr> given = std::exchange(call.arguments, {});
  const bool takes_object = function.record != nullptr && !function.is_static;
  if (takes_object) {
    const Type* object = types().record(function.record, function.is_const);
    call.arguments.push_back(cast(std::move(object_address), types().pointer_to(object)));
  }
  for (size_t i = 0; i < function.parameters.size(); ++i) {
    const FunctionParameter& parameter = function.parameters[i];
    const bool is_given = i < given.size();
    ExprPtr argument;
    if (is_given && !is_list(*given[i])) {
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
  const bool is_reference = function.return_type == nullptr ? call.function->returns_reference
                                                            : function.returns_reference;
  const Type* result = function.return_type;
  if (result == nullptr && call.function->return_type != nullptr) {  // auto: known by its body
    result = is_reference ? call.function->return_type->element : call.function->return_type;
  }
  if (function.is_constructor || result == nullptr) result = types().void_type();
  call.type = is_reference ? types().pointer_to(result) : plain(result);
  if (!is_reference) return expr;
  auto place = make_at<Dereference>(*expr, result);
  place->is_lvalue = true;
  place->is_implicit = true;
  place->pointer = std::move(expr);
  return place;
}

}  // namespace warplens::lang
