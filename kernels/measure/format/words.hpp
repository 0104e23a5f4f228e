// The words of the enumerators, in files and on screen, and as tables for reading: words<Method>().
#pragma once

#include <span>

#include "kernels/measure/format/measurement.hpp"
#include "kernels/measure/format/problem.hpp"

namespace warplens::measure {

// "as-written", "counters by line", "shared", "load", "merged".
const char* word(Build build);
const char* word(Method method);
const char* word(Space space);
const char* word(Operation operation);
const char* word(CauseKind kind);
const char* word(ProblemKind kind);

template <class E>
struct Word {
  E value;
  const char* word;
};

template <class E>
std::span<const Word<E>> words();
template <>
std::span<const Word<Build>> words();
template <>
std::span<const Word<Method>> words();
template <>
std::span<const Word<Space>> words();
template <>
std::span<const Word<Operation>> words();
template <>
std::span<const Word<CauseKind>> words();
template <>
std::span<const Word<ProblemKind>> words();

}  // namespace warplens::measure
