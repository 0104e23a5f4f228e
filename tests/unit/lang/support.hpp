// Shared by the tests of the language: compiling a text, and printing a tree as one line to
// compare.
#pragma once

#include <string>
#include <vector>

#include "sim/lang/compile.hpp"

namespace warplens::lang::testing {

// The unit, or a failed check that prints the diagnostics.
std::shared_ptr<const Unit> compiled(const std::string& text,
                                     const std::vector<Define>& defines = {});
// The diagnostics as "LINE:COLUMN: message" (without ":0:0:" if there is no place), or
// nothing if all of it compiles.
std::vector<std::string> errors_of(const std::string& text,
                                   const std::vector<Define>& defines = {});

// (load float (index m (load int i))): implicit casts as ->type, written ones as cast.
std::string print(const Expr& expr);
std::string print(const Stmt& stmt);
// "f(float x) -> float: statement; statement", one per line, in the order in which they were used.
std::string functions_of(const Unit& unit);
// "f g<int>"
std::string names_of(const std::vector<const Function*>& functions);
// The statements of a kernel `__global__ void k(float* a, const float* b, int n, unsigned u, double
// d) { ... }` whose body is `body`, one line each.
std::string body_of(const std::string& body);

}  // namespace warplens::lang::testing
