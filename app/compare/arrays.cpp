// Arrays as the GPU left them beside arrays as the simulation left them, element by element in the
// type that the kernels have them in.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <utility>

#include "app/compare/accuracy.hpp"
#include "app/compare/job.hpp"
#include "app/compare/order.hpp"
#include "app/files/files.hpp"
#include "sim/base/half.hpp"
#include "sim/base/say.hpp"
#include "sim/whatif/schedules.hpp"

namespace warplens::compare {
namespace {

constexpr uint64_t kLargestResult = uint64_t{3} << 30;  // [bytes] more than the engine's arrays

// What an array holds that no parameter points to.
const lang::Type kBytes{lang::TypeKind::kScalar, base::Scalar::kUChar};

struct Element {
  uint64_t bytes = 0;
  std::vector<lang::Leaf> leaves;  // without pointers: an address is another on every machine
};

Element element_of(const lang::Type* type) {
  while (type->is_array()) type = type->element;
  Element element{lang::size_of(type), lang::leaves_of(type)};
  std::erase_if(element.leaves, [](const lang::Leaf& leaf) { return leaf.type->is_pointer(); });
  return element;
}

// Of arrays that nothing but void* points to: the scalar that every access of theirs has.
void add_accessed_types(const run::Runs& runs, std::map<uint32_t, const lang::Type*>& types) {
  std::map<std::string, const lang::Type*> accessed;  // null: several, or no scalar
  for (const auto& run : runs) {
    for (const observe::AccessRow& row : run->accesses) {
      for (const uint32_t site : row.sites) {
        const lang::Type* type = run->program->sites[site].type;
        if (row.space != trace::Space::kGlobal || type == nullptr) continue;
        const lang::Type*& known = accessed.emplace(row.array, type).first->second;
        const bool is_same = known != nullptr && type->is_scalar() && known->is_scalar() &&
                             known->scalar == type->scalar;
        if (!is_same) known = nullptr;
      }
    }
  }
  const std::vector<machine::ArrayShape>& arrays = runs.back()->arrays;
  for (uint32_t i = 0; i < arrays.size(); ++i) {
    const auto type = accessed.find(arrays[i].name);
    if (type != accessed.end() && type->second != nullptr) types.emplace(i, type->second);
  }
}

// The text's types of the arrays, by their index in global memory: of a variable its own, of others
// what the first parameter that holds their address points to.
std::map<uint32_t, const lang::Type*> types_of(const run::Runs& runs) {
  std::map<uint32_t, const lang::Type*> types;
  const std::vector<machine::ArrayShape>& arrays = runs.back()->arrays;
  const auto note = [&](uint64_t address, const lang::Type* type) {
    const machine::ArrayShape* array = machine::array_around(arrays, address);
    if (array != nullptr && !type->is_void())
      types.emplace(static_cast<uint32_t>(array - arrays.data()), type);
  };
  for (const auto& run : runs) {
    const code::Program& program = *run->program;
    for (size_t i = 0; i < program.globals.size(); ++i) {
      if (!program.globals[i].is_constant)
        note(run->context->global_addresses[i], program.globals[i].variable->type);
    }
    for (size_t i = 0; i < program.parameters.size(); ++i) {
      const lang::Type* type = program.parameters[i].type;
      if (type->is_pointer()) note(run->context->parameter_bits[i], type->element);
    }
  }
  add_accessed_types(runs, types);
  return types;
}

double real_of(const std::byte* bytes, base::Scalar scalar) {
  if (base::is_small_float(scalar)) {
    uint16_t bits = 0;
    std::memcpy(&bits, bytes, sizeof bits);
    return base::small_to_float(scalar, bits);
  }
  if (scalar == base::Scalar::kFloat) {
    float value = 0;
    std::memcpy(&value, bytes, sizeof value);
    return value;
  }
  double value = 0;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

// Bit patterns in the order of their values, so that neighbours differ by one.
int64_t rank_of(const std::byte* bytes, base::Scalar scalar) {
  const uint32_t size = base::size_of(scalar);
  uint64_t bits = 0;
  std::memcpy(&bits, bytes, size);
  const uint64_t sign = uint64_t{1} << (8 * size - 1);
  const auto magnitude = static_cast<int64_t>(bits & (sign - 1));
  return bits & sign ? -magnitude : magnitude;
}

class ArrayComparison {
 public:
  ArrayComparison(const Element& element, const Accuracy& accuracy,
                  std::vector<std::byte> simulated, std::vector<std::byte> measured)
      : element_(element),
        accuracy_(accuracy),
        simulated_(std::move(simulated)),
        measured_(std::move(measured)) {}

  // As if the elements had no places: both sides sorted by their members' bytes.
  void sort() {
    sort(simulated_);
    sort(measured_);
  }

  void compare(measure::ArrayAgreement& to) {
    Agreement worst = Agreement::kBitEqual;
    for (const lang::Leaf& leaf : element_.leaves) {
      const double largest = base::is_floating(leaf.type->scalar) ? largest_of(leaf) : 0;
      for (uint64_t at = leaf.offset; at < whole_bytes(); at += element_.bytes)
        worst = std::max(worst, compare_one(at, leaf.type->scalar, largest, to));
    }
    to.rule = rule_words(accuracy_, worst);
    to.agrees = worst != Agreement::kNone;
  }

 private:
  uint64_t whole_bytes() const { return simulated_.size() / element_.bytes * element_.bytes; }

  void sort(std::vector<std::byte>& bytes) const {
    std::vector<std::vector<std::byte>> elements;
    for (uint64_t at = 0; at + element_.bytes <= bytes.size(); at += element_.bytes) {
      const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(at);
      elements.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(element_.bytes));
    }
    const auto is_before = [&](const std::vector<std::byte>& a, const std::vector<std::byte>& b) {
      for (const lang::Leaf& leaf : element_.leaves) {
        const std::byte* left = a.data() + leaf.offset;
        const std::byte* right = b.data() + leaf.offset;
        const int64_t x = rank_of(left, leaf.type->scalar), y = rank_of(right, leaf.type->scalar);
        if (x != y) return x < y;
      }
      return false;
    };
    std::stable_sort(elements.begin(), elements.end(), is_before);
    auto to = bytes.begin();
    for (const std::vector<std::byte>& element : elements)
      to = std::copy(element.begin(), element.end(), to);
  }

  double largest_of(const lang::Leaf& leaf) const {
    double largest = 0;
    for (uint64_t at = leaf.offset; at < whole_bytes(); at += element_.bytes) {
      const double value = std::abs(real_of(simulated_.data() + at, leaf.type->scalar));
      if (std::isfinite(value)) largest = std::max(largest, value);
    }
    return largest;
  }

  Agreement compare_one(uint64_t at, base::Scalar scalar, double largest,
                        measure::ArrayAgreement& to) const {
    const std::byte* simulated = simulated_.data() + at;
    const std::byte* measured = measured_.data() + at;
    ++to.elements;
    if (std::memcmp(simulated, measured, base::size_of(scalar)) == 0) return Agreement::kBitEqual;
    if (!base::is_floating(scalar)) {
      ++to.differing;
      return Agreement::kNone;
    }
    const double a = real_of(simulated, scalar), b = real_of(measured, scalar);
    if (std::isnan(a) && std::isnan(b)) return Agreement::kBitEqual;
    ++to.differing;
    const auto [low, high] = std::minmax({rank_of(simulated, scalar), rank_of(measured, scalar)});
    // Without a sign: from one end of double to the other it is more than int64_t holds.
    to.worst_ulp = std::max(to.worst_ulp, static_cast<uint64_t>(high) - static_cast<uint64_t>(low));
    if (accuracy_.ulp == 0 && accuracy_.of_largest == 0) return Agreement::kNone;
    return agreement(accuracy_, a, b, largest, scalar);
  }

  const Element& element_;
  const Accuracy& accuracy_;
  std::vector<std::byte> simulated_, measured_;
};

measure::ArrayAgreement not_compared(const std::string& name, const std::string& why, bool agrees) {
  measure::ArrayAgreement agreement;
  agreement.name = name;
  agreement.rule = say("not compared: {reason}", "reason"_a = why);
  agreement.agrees = agrees;
  return agreement;
}

// More is stored than there is room for.
bool is_overwritten(const run::Runs& runs, const std::string& array, uint64_t bytes) {
  uint64_t stored = 0;
  for (const auto& run : runs) {
    for (const observe::AccessRow& row : run->accesses) {
      const bool is_here = row.space == trace::Space::kGlobal && row.array == array;
      if (!is_here || row.operation == trace::Operation::kLoad || row.sites.empty()) continue;
      stored += row.lanes * run->program->sites[row.sites.front()].bytes;
    }
  }
  return stored > bytes;
}

// What all arrays of one build are compared by.
struct Results {
  const run::Runs& simulated;
  const base::Result<std::vector<std::byte>, std::string>& measured;  // all arrays' bytes
  bool is_complete = false;                                           // the simulation
  OrderedByChance chance;
  Accuracy accuracy;
};

// Two arrays that are both there. `type`: of the elements.
measure::ArrayAgreement agreement_of(const Results& results, const measure::JobArray& array,
                                     const std::string& name, const lang::Type* type,
                                     const std::vector<std::byte>& expected) {
  const auto begin = results.measured.value().begin() + static_cast<std::ptrdiff_t>(array.offset);
  const Element element = element_of(type);
  ArrayComparison comparison(element, results.accuracy, expected,
                             {begin, begin + static_cast<std::ptrdiff_t>(array.bytes)});
  const observe::Finding* race = whatif::race_in(results.simulated);
  const bool in_any_order = results.chance.arrays.contains(name);
  if (in_any_order) comparison.sort();
  measure::ArrayAgreement agreement;
  agreement.name = array.name;
  comparison.compare(agreement);
  const bool has_other_values = results.chance.value_arrays.contains(name) ||
                                is_overwritten(results.simulated, name, expected.size());
  if (in_any_order && has_other_values && !agreement.agrees)
    return not_compared(array.name, say("the order of atomics decides which values it keeps"),
                        true);
  if (!agreement.agrees && race != nullptr) {
    return not_compared(array.name,
                        say("the race in line {line} decides what it holds", "line"_a = race->line),
                        true);
  }
  if (!in_any_order) return agreement;
  agreement.rule =
      say("{rule}, in any order (atomics chose the places)", "rule"_a = agreement.rule);
  return agreement;
}

}  // namespace

std::vector<measure::ArrayAgreement> compare_arrays(const run::Runs& simulated,
                                                    const measure::Job& job, measure::Build build) {
  std::vector<measure::ArrayAgreement> agreements;
  if (simulated.empty()) return agreements;
  const std::string file =
      build == measure::Build::kAsWritten ? "/as-written.bin" : "/as-compiled.bin";
  const auto measured = files::read_bytes(job.result_folder + file, kLargestResult);
  const run::Run& last = *simulated.back();
  const Results results{
      simulated, measured,
      last.ending == run::Ending::kComplete && simulated.size() == job.launches.size(),
      ordered_by_chance(simulated), accuracy_of(simulated, build)};
  const std::shared_ptr<const machine::GlobalMemory> memory = last.memory_after->get();
  const std::map<uint32_t, const lang::Type*> types = types_of(simulated);
  // Global memory comes first among the job's arrays, in its order; constants cannot change.
  for (uint32_t i = 0; i < last.arrays.size() && i < job.arrays.size(); ++i) {
    const measure::JobArray& array = job.arrays[i];
    const auto omit = [&](const std::string& why, bool is_expected) {
      agreements.push_back(not_compared(array.name, why, is_expected));
    };
    if (memory == nullptr) {
      omit(say("the simulation's array was dropped to save memory"), true);
      continue;
    }
    const std::vector<std::byte> expected = memory->array(i).bytes.to_vector();
    const auto type = types.find(i);
    if (!measured.ok() || array.offset + array.bytes > measured.value().size() ||
        array.bytes != expected.size()) {
      omit(say("it could not be read back"), false);
    } else if (!results.is_complete) {
      omit(say("the simulation did not come to its end"), false);
    } else if (results.chance.clock_arrays.contains(last.arrays[i].name)) {
      omit(say("it follows from the clock"), true);
    } else {
      agreements.push_back(agreement_of(results, array, last.arrays[i].name,
                                        type == types.end() ? &kBytes : type->second, expected));
    }
  }
  return agreements;
}

}  // namespace warplens::compare
