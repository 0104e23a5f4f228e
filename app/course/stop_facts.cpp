#include "app/course/stop_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

#include "app/course/compared.hpp"
#include "app/course/counts.hpp"
#include "app/course/exercise.hpp"
#include "app/study/access_facts.hpp"
#include "app/study/edit.hpp"
#include "app/study/run.hpp"
#include "app/study/words.hpp"
#include "sim/base/say.hpp"
#include "sim/base/scalar_text.hpp"
#include "sim/prepare/program.hpp"
#include "sim/run/named_element.hpp"

namespace warplens::course {

namespace {

using study::Value;

constexpr int64_t kMostWhole = int64_t{1} << 53;  // that a double holds

std::string place_words(const std::array<uint64_t, 3>& place) {
  return fmt::format("({}, {}, {})", place[0], place[1], place[2]);
}

// x, y, z of a place whose numbers are templates.
base::Result<std::array<uint64_t, 3>, std::string> place_at(
    const std::array<std::string, 3>& templates, const lessons::Values& parameters) {
  std::array<uint64_t, 3> place{0, 0, 0};
  for (size_t i = 0; i < place.size(); ++i) {
    const auto number = number_at(templates[i], parameters);
    if (!number) return base::fail(number.error());
    place[i] = *number;
  }
  return place;
}

bool is_within(const std::array<uint64_t, 3>& place, const launch::Dim3& extent) {
  return place[0] < extent.x && place[1] < extent.y && place[2] < extent.z;
}

// Of an access that leaves its array only the text says which one it is.
bool is_of_array(const run::Run& run, const trace::Access& access, uint32_t lane,
                 const std::string& array) {
  if (run::named_element(run, access.space, access.addresses[lane]).array == array) return true;
  return std::any_of(run.accesses.begin(), run.accesses.end(), [&](const auto& row) {
    return row.array == array &&
           std::find(row.sites.begin(), row.sites.end(), access.site) != row.sites.end();
  });
}

// ------------------------------------------------------------------------------- values of arrays

Value value_of_bits(base::Scalar element, uint64_t bits) {
  if (element == base::Scalar::kFloat || element == base::Scalar::kDouble) {
    const double value = real_of(element, bits);
    if (value == std::floor(value) && std::abs(value) < static_cast<double>(kMostWhole))
      return static_cast<int64_t>(value);
    return {Value(value, study::Form::kPlain), Text::as_is(base::scalar_text(element, bits))};
  }
  const std::string text = base::scalar_text(element, bits);
  int64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec == std::errc() && read.ptr == text.data() + text.size()) return number;
  return text;
}

// "96", "count_zero", "count_nan", "count_infinite" of an array as the run left it.
std::optional<Value> value_in(const machine::GlobalArray& array, std::string_view word) {
  const base::Scalar element = array.struct_name.empty() ? array.element : base::Scalar::kFloat;
  const std::vector<std::byte> bytes = array.bytes.to_vector();
  const uint64_t size = base::size_of(element), count = bytes.size() / size;
  const auto bits_of_element = [&](uint64_t index) {
    uint64_t bits = 0;
    std::memcpy(&bits, bytes.data() + index * size, size);
    return bits;
  };
  const bool is_real = element == base::Scalar::kFloat || element == base::Scalar::kDouble;
  const auto counted = [&](auto is_so) -> Value {
    uint64_t found = 0;
    for (uint64_t i = 0; i < count; ++i) found += is_so(bits_of_element(i)) ? 1 : 0;
    return found;
  };
  if (word == "count_zero")
    return counted(
        [&](uint64_t bits) { return is_real ? real_of(element, bits) == 0 : bits == 0; });
  if (word == "count_nan")
    return counted([&](uint64_t bits) { return is_real && std::isnan(real_of(element, bits)); });
  if (word == "count_infinite")
    return counted([&](uint64_t bits) { return is_real && std::isinf(real_of(element, bits)); });
  uint64_t index = 0;
  const auto read = std::from_chars(word.data(), word.data() + word.size(), index);
  if (read.ec != std::errc() || read.ptr != word.data() + word.size() || index >= count)
    return std::nullopt;
  return value_of_bits(element, bits_of_element(index));
}

// "c.96".
std::optional<Value> value_after(const run::Run& run, std::string_view path) {
  const std::string_view name = first_word(path);
  const std::shared_ptr<const machine::GlobalMemory> memory =
      run.memory_after == nullptr ? nullptr : run.memory_after->get();
  for (uint32_t i = 0; memory != nullptr && i < memory->array_count(); ++i) {
    if (memory->array(i).name == name) return value_in(memory->array(i), path);
  }
  return std::nullopt;
}

// --------------------------------------------------------------------------------------- findings

// Of a launch of a program with those of its host code.
std::optional<Value> found_in(const run::Run& run, std::string_view word) {
  constexpr observe::FindingKind kKinds[] = {
#define WL_FINDING(name, ...) observe::FindingKind::name,
#include "sim/observe/finding/findings.def"
  };
  const bool is_kind = std::any_of(std::begin(kKinds), std::end(kKinds),
                                   [&](auto kind) { return observe::word(kind) == word; });
  if (!is_kind && word != "errors") return std::nullopt;
  uint64_t count = 0;
  const auto add = [&](const std::vector<observe::Finding>& findings) {
    for (const observe::Finding& finding : findings) {
      const bool is_meant = is_kind ? observe::word(finding.kind) == word
                                    : finding.severity == base::Severity::kError;
      if (is_meant) count += finding.count;
    }
  };
  add(run.findings);
  if (run.reached != nullptr) add(run.reached->findings);
  return count;
}

std::optional<Value> edit_fact(const whatif::EditResults& edit, std::string_view path) {
  std::string_view rest = path;
  const std::string_view word = first_word(rest);
  const run::Run& after = *edit.after.back();
  if (word == "values") return value_after(after, rest);
  if (word == "found") return found_in(after, rest);
  uint64_t count = 0;
  if (path == "wrong") {
    for (const whatif::ArrayDifference& one : edit.differences) count += one.count;
    return count;
  }
  if (path == "errors") {
    for (const size_t index : edit.new_findings) {
      const observe::Finding& finding = after.findings[index];
      if (finding.severity == base::Severity::kError) count += finding.count;
    }
    return count;
  }
  const Value* value = study::find(study::describe(edit), path);
  return value == nullptr ? std::nullopt : std::optional(*value);
}

// What JSON has no words for.
study::Section sizes_of(const run::Run& run) {
  const machine::GridContext& context = *run.context;
  study::Section section{.key = "launch"};
  section.fact("threads", context.grid.count() * context.block.count());
  section.fact("blocks", context.grid.count());
  section.fact("threads_a_block", context.block.count());
  section.fact("device_name", run.device.name);
  return section;
}

}  // namespace

std::string_view first_word(std::string_view& path) {
  const size_t dot = std::min(path.find('.'), path.size());
  const std::string_view word = path.substr(0, dot);
  path.remove_prefix(std::min(dot + 1, path.size()));
  return word;
}

std::optional<int64_t> whole_of(const Value& value) {
  if (const auto* number = std::get_if<int64_t>(&value.is)) return *number;
  const std::optional<double> number = number_of(&value);
  if (!number || *number != std::floor(*number)) return std::nullopt;
  if (std::abs(*number) > static_cast<double>(kMostWhole)) return std::nullopt;
  return static_cast<int64_t>(*number);
}

base::Result<std::optional<SelectedAccess>, std::string> select_access(
    const run::Run& run, const At& at, const lessons::Values& parameters) {
  const auto block = place_at(at.block, parameters);
  if (!block) return base::fail(block.error());
  const auto thread = place_at(at.thread, parameters);
  if (!thread) return base::fail(thread.error());
  const auto turn = number_at(at.turn, parameters);
  if (!turn) return base::fail(turn.error());
  if (!is_within(*block, run.context->grid))
    return base::fail(say("block {block} is not in the grid", "block"_a = place_words(*block)));
  const launch::Dim3& extent = run.context->block;
  if (!is_within(*thread, extent))
    return base::fail(
        say("thread {thread} is not in the block", "thread"_a = place_words(*thread)));
  SelectedAccess selected;
  for (size_t i = 0; i < 3; ++i) {
    selected.opening.block[i] = static_cast<uint32_t>((*block)[i]);
    selected.opening.thread[i] = static_cast<uint32_t>((*thread)[i]);
  }
  if (run.recording == nullptr || run.costs == nullptr) {
    if (!at.operation) return std::optional<SelectedAccess>();
    return base::fail(say("block {block} was not executed", "block"_a = place_words(*block)));
  }
  const uint64_t linear = ((*thread)[2] * extent.y + (*thread)[1]) * extent.x + (*thread)[0];
  const auto warp = static_cast<uint32_t>(linear / trace::kWarpSize);
  selected.lane = static_cast<uint32_t>(linear % trace::kWarpSize);
  uint64_t found = 0;
  uint32_t own = 0;  // accesses of the thread
  for (const uint32_t step : run.recording->steps().of_warp(warp)) {
    const trace::AccessHead& head = run.recording->heads[step];
    if ((head.mask >> selected.lane & 1u) == 0) continue;
    const uint32_t index = own++;
    if (at.operation) {
      if (head.operation != *at.operation) continue;
      if (!is_of_array(run, run.recording->at(step), selected.lane, at.array)) continue;
    }
    if (found++ != *turn) continue;
    selected.step = step;
    selected.opening.access = index;
    return std::optional(selected);
  }
  if (!at.operation && *turn == 0) return std::optional<SelectedAccess>();
  return base::fail(say(
      "thread {thread} of block {block} has no {kind} of '{array}' with the turn {turn}: it makes "
      "{count}",
      "thread"_a = place_words(*thread), "block"_a = place_words(*block),
      "kind"_a = at.operation ? study::word(*at.operation) : label("access"), "array"_a = at.array,
      "turn"_a = *turn, "count"_a = found));
}

void FactSource::describe() {
  if (run == nullptr) return;
  all = study::describe(*run, true, {});
  if (!access) return;
  const study::TraceFacts facts = study::trace_facts(run, {}, 0);
  all.parts.push_back(study::describe(study::access_facts(facts, access->step, access->lane)));
}

std::optional<Value> fact_at(const FactSource& source, std::string_view path) {
  if (path == "refused") return Value(uint64_t{source.run == nullptr});
  if (source.run == nullptr) return std::nullopt;
  std::string_view rest = path;
  const std::string_view word = first_word(rest);
  if (word == "values") return value_after(*source.run, rest);
  if (word == "found") return found_in(*source.run, rest);
  if (word == "edit") return source.edit ? edit_fact(*source.edit, rest) : std::nullopt;
  if (const auto model = source.models.find(word); model != source.models.end()) {
    const Value* value = study::find(model->second, rest);
    return value == nullptr ? std::nullopt : std::optional(*value);
  }
  const Value* value = study::find(source.all, path);
  if (value == nullptr && word == "launch") {
    const study::Section sizes = sizes_of(*source.run);
    value = study::find(sizes, rest);
    return value == nullptr ? std::nullopt : std::optional(*value);
  }
  return value == nullptr ? std::nullopt : std::optional(*value);
}

}  // namespace warplens::course
