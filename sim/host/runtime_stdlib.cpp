// <stdlib.h>, <string.h>, <time.h>
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <string>

#include "sim/base/diagnostic.hpp"
#include "sim/base/say.hpp"
#include "sim/host/runtime.hpp"

namespace warplens::host::runtime {

namespace {

[[noreturn]] void end_by_abort(Call& call, std::string_view text) {
  constexpr int kStatus = 134;  // 128 + SIGABRT
  if (!text.empty()) call.process.files.write(Files::kErr, text);
  throw ProgramEnds{{kStatus, "Aborted (core dumped)", {}, false, {}}};
}

// What strtol() and its like leave in *end.
void store_end(Call& call, const std::string& text, const char* end) {
  if (call.bits(1) == 0) return;
  call.store(1, call.bits(0) + static_cast<uint64_t>(end - text.c_str()), 8);
}

// Why an allocation fails that a real host might have granted.
void say_no_room(Call& call, uint64_t bytes) {
  constexpr uint64_t kMost = uint64_t{1} << 40;  // [bytes] nobody means more
  if (bytes > kMost) return;
  call.process.say_once(
      say("an allocation of {bytes} bytes failed: the program's host memory is full",
          "bytes"_a = bytes));
}

// The call ends when a block of so many bytes has its labels. Returns the call's result.
uint64_t label(Call& call, base::Sliced<uint64_t> labelling, uint64_t bytes) {
  constexpr uint64_t kAtOnce = uint64_t{512} << 10;
  if (bytes <= kAtOnce) return base::whole(labelling);
  call.rest = std::move(labelling);
  return 0;
}

base::Sliced<uint64_t> label_new(Follower& follower, uint64_t address, uint64_t bytes,
                                 bool is_written) {
  co_await follower.allocated(address, bytes, is_written);
  co_return address;
}

// Reports a new block to who follows the program. Returns its address.
uint64_t allocated(Call& call, uint64_t address, uint64_t bytes, bool is_written) {
  if (address == 0) say_no_room(call, bytes);
  Follower* const follower = call.process.follower();
  if (follower == nullptr) return address;
  return label(call, label_new(*follower, address, bytes, is_written), bytes);
}

// `old` is given up where the block is another one.
base::Sliced<uint64_t> label_resized(Process& process, uint64_t address, uint64_t old,
                                     uint64_t bytes) {
  if (Follower* follower = process.follower()) co_await follower->resized(address, old, bytes);
  if (address != old) process.memory.free(old);
  co_return address;
}

base::Sliced<uint64_t> label_freed(Follower& follower, uint64_t address) {
  co_await follower.freed(address);
  co_return 0;
}

}  // namespace

uint64_t malloc_(Call& call) {
  return allocated(call, call.process.memory.allocate(call.bits(0)), call.bits(0), false);
}
uint64_t calloc_(Call& call) {
  const uint64_t count = call.bits(0), size = call.bits(1);
  if (size != 0 && count > ~uint64_t{0} / size) return 0;
  const uint64_t address = call.process.memory.allocate(count * size);
  if (address != 0) std::memset(call.process.memory.at(address, count * size), 0, count * size);
  return allocated(call, address, count * size, true);
}
uint64_t realloc_(Call& call) {
  Memory& memory = call.process.memory;
  const uint64_t old = call.bits(0), bytes = call.bits(1);
  if (old == 0) return allocated(call, memory.allocate(bytes), bytes, false);
  const std::optional<uint64_t> known = memory.size_of(old);
  if (!known) end_by_abort(call, "realloc(): invalid pointer\n");
  if (*known >= bytes) return label(call, label_resized(call.process, old, old, bytes), *known);
  const uint64_t address = memory.allocate(bytes);
  if (address == 0) say_no_room(call, bytes);
  if (address == 0) return 0;
  std::memcpy(memory.at(address, *known), memory.at(old, *known), *known);
  return label(call, label_resized(call.process, address, old, bytes), bytes);
}
uint64_t free_(Call& call) {
  if (call.bits(0) == 0) return 0;
  Follower* const follower = call.process.follower();
  const uint64_t bytes = call.process.memory.size_of(call.bits(0)).value_or(0);
  switch (call.process.memory.free(call.bits(0))) {
    case Memory::Freed::kFine:
      if (follower == nullptr) return 0;
      return label(call, label_freed(*follower, call.bits(0)), bytes);
    case Memory::Freed::kTwice:
      if (follower != nullptr) follower->freed_again(call.bits(0));
      end_by_abort(call, "free(): double free detected in tcache 2\n");
    case Memory::Freed::kNoBlock:
      break;
  }
  if (call.process.memory.at(call.bits(0), 1) == nullptr) throw BadPointer{call.bits(0)};
  end_by_abort(call, "free(): invalid pointer\n");
}
uint64_t aligned_alloc_(Call& call) {
  return allocated(call, call.process.memory.allocate(call.bits(1), call.bits(0)), call.bits(1),
                   false);
}
uint64_t warplens_exit_(Call& call) {
  throw ProgramEnds{{call.number(0) & 0xff, "", {}, false, {}}};
}
uint64_t abort_(Call& call) {
  end_by_abort(call, "");
}
uint64_t strtol_(Call& call) {
  const std::string text = call.text(0);
  char* end = nullptr;
  const long long value = std::strtoll(text.c_str(), &end, call.number(2));
  store_end(call, text, end);
  return static_cast<uint64_t>(value);
}
uint64_t strtoul_(Call& call) {
  const std::string text = call.text(0);
  char* end = nullptr;
  const unsigned long long value = std::strtoull(text.c_str(), &end, call.number(2));
  store_end(call, text, end);
  return value;
}
uint64_t strtod_(Call& call) {
  const std::string text = call.text(0);
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  store_end(call, text, end);
  return std::bit_cast<uint64_t>(value);
}
uint64_t rand_(Call& call) {
  return static_cast<uint32_t>(call.process.random.next());
}
uint64_t srand_(Call& call) {
  call.process.random.seed(static_cast<uint32_t>(call.bits(0)));
  return 0;
}
uint64_t rand_r_(Call& call) {
  uint32_t state = 0;
  std::byte* const kept = call.bytes(0, sizeof state);
  std::memcpy(&state, kept, sizeof state);
  const int32_t value = Random::next_of(state);
  std::memcpy(kept, &state, sizeof state);
  return static_cast<uint32_t>(value);
}
uint64_t drand48_(Call& call) {
  return std::bit_cast<uint64_t>(call.process.random.next_48());
}
uint64_t srand48_(Call& call) {
  call.process.random.seed_48(static_cast<int64_t>(call.bits(0)));
  return 0;
}
uint64_t warplens_environment_(Call& /*call*/) {
  return 0;
}
uint64_t system_(Call& /*call*/) {
  throw ProgramEnds{
      {1, say("system() would leave the program: it is not executed"), {}, false, {}}};
}

uint64_t warplens_not_supported_(Call& call) {
  call.process.refuse(
      base::at(call.span(), say("{what} is not supported", "what"_a = call.text(0))));
  return 0;
}

uint64_t memcpy_(Call& call) {
  return memmove_(call);
}
uint64_t memmove_(Call& call) {
  const uint64_t bytes = call.bits(2);
  if (bytes == 0) return call.bits(0);
  Process& process = call.process;
  std::byte* const to = process.memory.at(call.bits(0), bytes);
  const std::byte* const from = process.memory.at(call.bits(1), bytes);
  if (to != nullptr && from != nullptr) {
    std::memmove(to, from, bytes);
    if (Follower* follower = process.follower()) follower->moved(call.bits(0), call.bits(1), bytes);
    return call.bits(0);
  }
  // Managed and pinned memory.
  std::vector<std::byte> content(bytes);
  if (from != nullptr)
    std::memcpy(content.data(), from, bytes);
  else if (!process.device.read(call.bits(1), content.data(), bytes))
    throw BadPointer{call.bits(1)};
  if (to != nullptr)
    std::memcpy(to, content.data(), bytes);
  else if (!process.device.write(call.bits(0), content.data(), bytes))
    throw BadPointer{call.bits(0)};
  if (Follower* follower = process.follower()) follower->moved(call.bits(0), call.bits(1), bytes);
  return call.bits(0);
}
uint64_t memset_(Call& call) {
  const uint64_t bytes = call.bits(2);
  if (bytes == 0) return call.bits(0);
  if (std::byte* const to = call.process.memory.at(call.bits(0), bytes)) {
    std::memset(to, call.number(1), bytes);
    if (Follower* follower = call.process.follower()) follower->wrote(call.bits(0), bytes);
    return call.bits(0);
  }
  const std::optional<Kind> kind = call.process.device.kind_at(call.bits(0));
  const auto value = static_cast<std::byte>(call.number(1));
  if (!kind || *kind == Kind::kDevice || !call.process.device.fill(call.bits(0), value, bytes))
    throw BadPointer{call.bits(0)};
  return call.bits(0);
}
uint64_t memcmp_(Call& call) {
  const uint64_t bytes = call.bits(2);
  if (bytes == 0) return 0;
  return static_cast<uint32_t>(
      std::memcmp(call.read_bytes(0, bytes), call.read_bytes(1, bytes), bytes));
}
uint64_t strlen_(Call& call) {
  return call.text(0).size();
}
uint64_t strerror_(Call& call) {
  return call.process.kept_text(std::strerror(call.number(0)));
}

uint64_t warplens_nanoseconds_(Call& call) {
  call.process.tell_time();
  return call.number(0) == 0 ? call.process.nanoseconds_of_day() : call.process.nanoseconds();
}
uint64_t warplens_entropy_(Call& call) {
  return call.process.entropy();
}
uint64_t warplens_sleep_(Call& call) {
  call.process.sleep(call.bits(0));
  return 0;
}

}  // namespace warplens::host::runtime
