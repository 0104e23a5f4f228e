// The words of the enumerators as tables: words<Method>() for every enumeration with a word() in
// json.hpp.
#pragma once

#include <span>

#include "kernels/measure/format/measurement.hpp"
#include "kernels/measure/format/problem.hpp"

namespace warplens::measure {

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
