#include "sim/prepare/journal.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "sim/prepare/memory_shape.hpp"

namespace warplens::prepare {

namespace {

JournalArray::Side side_of(host::Kind kind) {
  switch (kind) {
    case host::Kind::kManaged:
      return JournalArray::Side::kManaged;
    case host::Kind::kPinned:
      return JournalArray::Side::kPinned;
    case host::Kind::kDevice:
      break;
  }
  return JournalArray::Side::kDevice;
}

bool is_symbol(uint64_t address) {
  return (address & code::kSymbolPointerBase) == code::kSymbolPointerBase;
}

}  // namespace

// Null once there are too many.
JournalStep* JournalWriter::add(JournalStep::Kind kind) {
  ++journal_.all_steps;
  if (journal_.steps.size() == Journal::kMostSteps) return nullptr;
  JournalStep& step = journal_.steps.emplace_back();
  step.kind = kind;
  return &step;
}

// The array around an address, of which so many bytes are used.
uint32_t JournalWriter::array_at(uint64_t address, uint64_t bytes, const host::Process& process) {
  const machine::GlobalMemory& memory = process.device.memory();
  const std::optional<host::Kind> kind = process.device.kind_at(address);
  const std::optional<uint32_t> index = kind ? memory.array_at(address) : std::nullopt;
  const uint64_t begin = index ? machine::GlobalMemory::address_of(*index) : address;
  const auto [known, is_new] =
      (index ? device_ : host_).emplace(begin, static_cast<uint32_t>(journal_.arrays.size()));
  if (is_new) {
    JournalArray& array = journal_.arrays.emplace_back();
    array.side = index                ? side_of(*kind)
                 : is_symbol(address) ? JournalArray::Side::kSymbol
                                      : JournalArray::Side::kHost;
    if (index) {
      array.bytes = memory.array(*index).bytes.size();
      array.parameter = memory.array(*index).name;  // of a __device__ variable
    }
    addresses_.push_back(begin);
  }
  JournalArray& array = journal_.arrays[known->second];
  if (index) return known->second;
  const std::optional<uint64_t> block = process.memory.size_of(address);
  array.bytes = std::max(array.bytes, block.value_or(bytes));
  array.is_whole = block.has_value();
  return known->second;
}

void JournalWriter::note_content(JournalStep& step, uint32_t index, bool is_changed,
                                 host::Process& process) {
  const JournalArray& array = journal_.arrays[index];
  if (array.side == JournalArray::Side::kSymbol) return;
  std::vector<std::byte> first(std::min<uint64_t>(array.bytes, Journal::kShownBytes));
  if (array.side == JournalArray::Side::kHost) {
    const std::byte* const content = process.memory.at(addresses_[index], first.size());
    if (content == nullptr) return;
    std::copy_n(content, first.size(), first.begin());
  } else if (!process.device.copy_out(addresses_[index], first)) {
    return;
  }
  step.contents.push_back({index, "", std::move(first), is_changed});
}

void JournalWriter::begin_launch(uint32_t index, const machine::GridContext& context,
                                 const machine::GlobalMemory& memory) {
  launch_ = index;
  arguments_.clear();
  const std::vector<code::Parameter>& parameters = context.program->parameters;
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (!parameters[i].type->is_pointer()) continue;
    const lang::Type* element = parameters[i].type->element;
    Argument argument{context.parameter_bits[i], parameters[i].name, std::nullopt, {}};
    if (!element->is_void()) argument.element = memory_shape(element).element;
    if (const auto array = memory.array_at(argument.address)) {
      const uint64_t bytes = memory.array(*array).bytes.size();
      argument.first.resize(std::min<uint64_t>(bytes, Journal::kShownBytes));
      memory.read(machine::GlobalMemory::address_of(*array), argument.first);
    }
    arguments_.push_back(std::move(argument));
  }
}

void JournalWriter::note_arguments(JournalStep& step, host::Process& process) {
  std::vector<uint32_t> seen;
  for (const Argument& argument : std::exchange(arguments_, {})) {
    if (!process.device.kind_at(argument.address)) continue;
    const uint32_t index = array_at(argument.address, 0, process);
    JournalArray& array = journal_.arrays[index];
    if (array.parameter.empty()) array.parameter = argument.parameter;
    if (!array.element) array.element = argument.element;
    if (std::find(seen.begin(), seen.end(), index) != seen.end()) continue;
    seen.push_back(index);
    note_content(step, index, false, process);
    if (step.contents.empty() || step.contents.back().array != index) continue;
    step.contents.back().parameter = argument.parameter;
    step.contents.back().is_changed = step.contents.back().first != argument.first;
  }
}

void JournalWriter::note(const host::Event& event, host::Process& process) {
  if (event.kind == host::Event::Kind::kWrite) return write(event);
  using Kind = JournalStep::Kind;
  static constexpr Kind kKinds[] = {Kind::kAllocate, Kind::kFree, Kind::kCopy, Kind::kFill,
                                    Kind::kLaunch};
  JournalStep* const step = add(kKinds[static_cast<size_t>(event.kind)]);
  if (step == nullptr) return;
  step->place = event.place;
  step->bytes = event.bytes;
  step->value = event.value;
  step->has_failed = event.has_failed;
  if (step->kind == Kind::kLaunch) {
    step->launch = std::exchange(launch_, std::nullopt);
    note_arguments(*step, process);
    return;
  }
  if (event.to != 0) step->to = array_at(event.to, event.bytes, process);
  if (event.from != 0) step->from = array_at(event.from, event.bytes, process);
  if (step->kind == Kind::kFree) {
    if (step->to) device_.erase(event.to);  // its address may be another array's later
    return;
  }
  if (event.has_failed || step->kind == Kind::kAllocate) return;
  for (const std::optional<uint32_t> array : {step->from, step->to}) {
    if (array) note_content(*step, *array, array != step->from, process);
  }
}

void JournalWriter::write(const host::Event& event) {
  const bool goes_on = !journal_.steps.empty() &&
                       journal_.steps.back().kind == JournalStep::Kind::kWrite &&
                       journal_.steps.back().place.begin == event.place.begin;
  JournalStep* const step = goes_on ? &journal_.steps.back() : add(JournalStep::Kind::kWrite);
  if (step == nullptr) return;
  step->place = event.place;
  step->bytes += event.bytes;
  step->text +=
      event.text.substr(0, Journal::kShownText - std::min(step->text.size(), Journal::kShownText));
}

Journal JournalWriter::take() {
  // The elements of what was copied are those of the other side, whichever is known.
  for (int pass = 0; pass < 2; ++pass) {
    for (const JournalStep& step : journal_.steps) {
      if (!step.to || !step.from) continue;
      JournalArray& to = journal_.arrays[*step.to];
      JournalArray& from = journal_.arrays[*step.from];
      if (!to.element) to.element = from.element;
      if (!from.element) from.element = to.element;
    }
  }
  return std::move(journal_);
}

}  // namespace warplens::prepare
