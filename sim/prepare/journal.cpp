#include "sim/prepare/journal.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

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

// Whether an array's state is these bytes.
bool is_content(const base::PagedBytes& state, std::span<const std::byte> bytes) {
  if (state.size() != bytes.size()) return false;
  for (uint64_t at = 0; at < bytes.size();) {
    const base::PagedBytes::View page = state.view(at);
    if (std::memcmp(page.bytes, bytes.data() + page.begin, page.end - page.begin) != 0)
      return false;
    at = page.end;
  }
  return true;
}

base::PagedBytes first_of(const base::PagedBytes& bytes) {
  std::vector<std::byte> first(std::min<uint64_t>(bytes.size(), Journal::kShownBytes));
  bytes.read(0, first);
  return base::PagedBytes(first);
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

void JournalWriter::note_end(base::Span place) {
  JournalStep* const step = add(JournalStep::Kind::kEnd);
  if (step == nullptr) return;
  step->place = place;
  step->has_failed = true;
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
    latest_.emplace_back();
  }
  JournalArray& array = journal_.arrays[known->second];
  if (index) return known->second;
  std::optional<uint64_t> block = process.memory.asked_of(address);
  if (!block && process.follower() != nullptr) block = process.follower()->host_array_at(address);
  array.bytes = std::max(array.bytes, block.value_or(bytes));
  array.is_whole = block.has_value();
  return known->second;
}

// The host's memory has no pages: what it holds is shared with the state before it, or with the
// other side of a copy, where it is the same.
std::optional<base::PagedBytes> JournalWriter::content_of(uint32_t index,
                                                          const host::Process& process) const {
  const JournalArray& array = journal_.arrays[index];
  if (array.side == JournalArray::Side::kSymbol) return std::nullopt;
  if (array.side != JournalArray::Side::kHost) {
    const machine::GlobalMemory& memory = process.device.memory();
    const std::optional<uint32_t> of = memory.array_at(addresses_[index]);
    return of ? std::optional(memory.array(*of).bytes) : std::nullopt;
  }
  const std::byte* const content = process.memory.at(addresses_[index], array.bytes);
  if (content == nullptr) return std::nullopt;
  const std::span now(content, array.bytes);
  if (is_content(latest_[index], now)) return latest_[index];
  const JournalStep& step = journal_.steps.back();
  for (const std::optional<uint32_t>& other : {step.from, step.to}) {
    if (other && is_content(latest_[*other], now)) return latest_[*other];
  }
  base::PagedBytes bytes(array.bytes);
  bytes.write(0, now);
  return bytes;
}

JournalStep::Content* JournalWriter::note_content(JournalStep& step, uint32_t index,
                                                  const host::Process& process,
                                                  const Argument* found) {
  const std::optional<base::PagedBytes> bytes = content_of(index, process);
  if (!bytes) return nullptr;
  base::PagedBytes& latest = latest_[index];
  const uint64_t apart =
      bytes->size() == latest.size() ? bytes->bytes_apart_from(latest) : bytes->size();
  const bool has_room = apart <= Journal::kShownBytes || kept_ + apart <= most_kept_;
  JournalStep::Content content;
  content.array = index;
  content.bytes = has_room ? *bytes : first_of(*bytes);
  content.unwritten = unwritten_of(index, process);
  if (found != nullptr) {
    const host::Follower* const follower = process.follower();
    if (follower != nullptr && !follower->device.is_off())
      content.unwritten_before = found->unwritten;
    content.is_changed =
        !(*bytes == found->before) || content.unwritten_before.has_more_than(content.unwritten);
  }
  if (content.is_changed) content.before = has_room ? found->before : first_of(found->before);
  if (has_room) {
    kept_ += apart;
    latest = *bytes;
  }
  step.contents.push_back(std::move(content));
  return &step.contents.back();
}

host::NeverWritten JournalWriter::unwritten_of(uint32_t index, const host::Process& process) {
  const host::Follower* const follower = process.follower();
  if (follower == nullptr) return {};
  const JournalArray& array = journal_.arrays[index];
  if (array.side == JournalArray::Side::kHost) {
    host::NeverWritten unwritten = follower->never_written_of_host(addresses_[index], array.bytes);
    const uint64_t apart = unwritten.share_pages_of(latest_unwritten_[index]);
    if (kept_ + apart > most_kept_) return {};
    kept_ += apart;
    return latest_unwritten_[index] = std::move(unwritten);
  }
  if (array.side != JournalArray::Side::kDevice) return {};
  const std::optional<uint32_t> of = process.device.memory().array_at(addresses_[index]);
  return of ? follower->never_written(*of) : host::NeverWritten{};
}

// The device's side first: the host's may share its pages.
void JournalWriter::note_copied(JournalStep& step, const host::Event& event,
                                const host::Process& process) {
  std::vector<uint32_t> arrays;
  for (const std::optional<uint32_t>& array : {step.from, step.to}) {
    if (array && std::find(arrays.begin(), arrays.end(), *array) == arrays.end())
      arrays.push_back(*array);
  }
  std::stable_partition(arrays.begin(), arrays.end(), [&](uint32_t array) {
    return journal_.arrays[array].side != JournalArray::Side::kHost;
  });
  for (const uint32_t array : arrays) {
    JournalStep::Content* const content = note_content(step, array, process);
    if (content == nullptr) continue;
    content->is_changed = step.to == array;
    content->begin = (content->is_changed ? event.to : event.from) - addresses_[array];
    content->end = content->begin + event.bytes;
  }
}

void JournalWriter::begin_launch(uint32_t index, const machine::GridContext& context,
                                 const machine::GlobalMemory& memory,
                                 const host::Follower* follower) {
  launch_ = index;
  arguments_.clear();
  const std::vector<code::Parameter>& parameters = context.program->parameters;
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (!parameters[i].type->is_pointer()) continue;
    const lang::Type* element = parameters[i].type->element;
    Argument argument{context.parameter_bits[i], parameters[i].name, nullptr, {}, {}};
    if (!element->is_void()) argument.element = element;
    if (const auto array = memory.array_at(argument.address)) {
      argument.before = memory.array(*array).bytes;
      if (follower != nullptr) argument.unwritten = follower->never_written(*array);
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
    if (array.element == nullptr) array.element = argument.element;
    if (std::find(seen.begin(), seen.end(), index) != seen.end()) continue;
    seen.push_back(index);
    JournalStep::Content* const content = note_content(step, index, process, &argument);
    if (content != nullptr) content->parameter = argument.parameter;
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
  note_copied(*step, event, process);
}

void JournalWriter::write(const host::Event& event) {
  const bool goes_on = !journal_.steps.empty() &&
                       journal_.steps.back().kind == JournalStep::Kind::kWrite &&
                       journal_.steps.back().place.begin == event.place.begin &&
                       journal_.steps.back().is_error == event.is_error;
  JournalStep* const step = goes_on ? &journal_.steps.back() : add(JournalStep::Kind::kWrite);
  if (step == nullptr) return;
  step->place = event.place;
  step->is_error = event.is_error;
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
      if (to.element == nullptr) to.element = from.element;
      if (from.element == nullptr) from.element = to.element;
    }
  }
  return std::move(journal_);
}

}  // namespace warplens::prepare
