// The words of each enumeration in one table, for writing and for reading.
#include "kernels/measure/format/words.hpp"

#include "sim/base/assert.hpp"

namespace warplens::measure {
namespace {

template <class E>
const char* find(E value) {
  for (const Word<E>& entry : words<E>()) {
    if (entry.value == value) return entry.word;
  }
  WL_ASSERT(false, "an enumerator without a word");
  return "";
}

}  // namespace

template <>
std::span<const Word<Build>> words() {
  static constexpr Word<Build> kWords[] = {{Build::kAsWritten, "as-written"},
                                           {Build::kAsCompiled, "as-compiled"}};
  return kWords;
}

template <>
std::span<const Word<Method>> words() {
  static constexpr Word<Method> kWords[] = {{Method::kCountersByLine, "counters by line"},
                                            {Method::kCountersByKernel, "counters by kernel"},
                                            {Method::kReplay, "replay"}};
  return kWords;
}

template <>
std::span<const Word<Space>> words() {
  static constexpr Word<Space> kWords[] = {{Space::kShared, "shared"}, {Space::kGlobal, "global"}};
  return kWords;
}

template <>
std::span<const Word<Operation>> words() {
  static constexpr Word<Operation> kWords[] = {{Operation::kLoad, "load"},
                                               {Operation::kStore, "store"},
                                               {Operation::kAtomic, "atomic"},
                                               {Operation::kCpAsync, "cp_async"},
                                               {Operation::kBulk, "bulk"}};
  return kWords;
}

template <>
std::span<const Word<CauseKind>> words() {
  static constexpr Word<CauseKind> kWords[] = {{CauseKind::kMerged, "merged"},
                                               {CauseKind::kHoisted, "hoisted"},
                                               {CauseKind::kRemoved, "removed"},
                                               {CauseKind::kPredicated, "predicated"},
                                               {CauseKind::kUnrolled, "unrolled"},
                                               {CauseKind::kSplit, "split"},
                                               {CauseKind::kUndetermined, "undetermined"}};
  return kWords;
}

template <>
std::span<const Word<ProblemKind>> words() {
  static constexpr Word<ProblemKind> kWords[] = {{ProblemKind::kBuiltWithout, "built without"},
                                                 {ProblemKind::kNoDriver, "no driver"},
                                                 {ProblemKind::kNoDevice, "no device"},
                                                 {ProblemKind::kNoCompiler, "no compiler"},
                                                 {ProblemKind::kNoCounters, "no counters"},
                                                 {ProblemKind::kPermission, "permission"},
                                                 {ProblemKind::kCompile, "compile"},
                                                 {ProblemKind::kMemory, "memory"},
                                                 {ProblemKind::kFault, "fault"},
                                                 {ProblemKind::kTimeLimit, "time limit"},
                                                 {ProblemKind::kKilled, "killed"},
                                                 {ProblemKind::kCancelled, "cancelled"},
                                                 {ProblemKind::kInput, "input"},
                                                 {ProblemKind::kInternal, "internal"}};
  return kWords;
}

const char* word(Build build) {
  return find(build);
}
const char* word(Method method) {
  return find(method);
}
const char* word(Space space) {
  return find(space);
}
const char* word(Operation operation) {
  return find(operation);
}
const char* word(CauseKind kind) {
  return find(kind);
}
const char* word(ProblemKind kind) {
  return find(kind);
}

}  // namespace warplens::measure
