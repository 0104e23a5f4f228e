// Calls of functions with `...`. What the runtime provides takes each argument; a function of the
// text gets the address of all of them, 8 bytes each, which va_arg() reads (prelude_variadic.cpp).
#include <utility>

#include "sim/base/assert.hpp"
#include "sim/base/say.hpp"
#include "sim/lang/check/checker.hpp"

namespace warplens::lang {

using base::Scalar;

// The arguments behind the parameters: numbers are promoted, a float becomes a double.
bool Checker::add_variadic(Call& call, std::vector<ExprPtr> given, size_t first) {
  std::vector<ExprPtr> rest;
  for (size_t i = first; i < given.size(); ++i) {
    ExprPtr argument = to_value(std::move(given[i]));
    if (!argument) return false;
    const Type* type = argument->type;
    if (!type->is_scalar() && !type->is_pointer()) {
      reporter_.error(argument->span, say("a '{type}' cannot be passed as a whole to '{name}'",
                                          "type"_a = name_of(type), "name"_a = call.name));
      return false;
    }
    const bool is_floating = type->is_scalar() && base::is_floating(type->scalar);
    rest.push_back(is_floating ? cast(std::move(argument), scalar(Scalar::kDouble))
                               : promote(std::move(argument)));
  }
  if (!call.function->is_provided) {
    ExprPtr all = gathered(std::move(rest), call.name_span);
    rest.clear();
    if (!all) return false;
    rest.push_back(std::move(all));
  }
  call.arguments.insert(call.arguments.end(), std::make_move_iterator(rest.begin()),
                        std::make_move_iterator(rest.end()));
  return true;
}

// A call of a function of ours whose last parameter has that type: it has no overloads with the
// same one.
ExprPtr Checker::call_variadic(std::string name, std::vector<ExprPtr> arguments, Span span) {
  const Type* wanted = arguments.back()->type;
  for (const FunctionDeclaration* function : declarations().find_functions("::" + name)) {
    if (plain(function->parameters.back().type) != plain(wanted)) continue;
    auto call = std::make_unique<Call>();
    call->span = call->name_span = span;
    call->name = std::move(name);
    call->arguments = std::move(arguments);
    return make_call(std::move(call), *function, nullptr);
  }
  WL_ASSERT(false, "prelude_variadic.cpp has these functions");
}

// Each value is put behind those before it; the last call gives where they begin.
ExprPtr Checker::gathered(std::vector<ExprPtr> values, Span span) {
  const auto number = [&](uint64_t count) {
    auto literal = std::make_unique<Literal>();
    literal->type = scalar(Scalar::kInt);
    literal->span = span;
    literal->bits = count;
    return literal;
  };
  const size_t count = values.size();
  const auto one = [](ExprPtr argument) {
    std::vector<ExprPtr> arguments;
    arguments.push_back(std::move(argument));
    return arguments;
  };
  ExprPtr end = call_variadic("warplens_rest_begin", one(number(count)), span);
  for (ExprPtr& value : values) {
    const Type* type = value->type;
    const bool is_real = type->is_scalar() && base::is_floating(type->scalar);
    if (type->is_pointer())
      value = cast_pointer(std::move(value),
                           types().pointer_to(types().with_const(types().void_type(), true)));
    else if (!is_real)
      value = cast(std::move(value), scalar(Scalar::kLongLong));
    if (!end || !value) return nullptr;
    std::vector<ExprPtr> arguments = one(std::move(end));
    arguments.push_back(std::move(value));
    end = call_variadic("warplens_rest_put", std::move(arguments), span);
  }
  if (!end) return nullptr;
  std::vector<ExprPtr> arguments = one(std::move(end));
  arguments.push_back(number(count));
  return call_variadic("warplens_rest_of", std::move(arguments), span);
}

}  // namespace warplens::lang
