// CUDA's runtime: errors, memory, copies, events, kernels by their handles. Work that a stream is
// given is done when it is given.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/host/runtime.hpp"

namespace warplens::host::runtime {

namespace {

uint64_t note(Call& call, Error error) {
  return static_cast<uint64_t>(call.process.device.note(error));
}

enum class Direction : int32_t { kHostToHost, kHostToDevice, kDeviceToHost, kDeviceToDevice, kAny };

bool is_anywhere(Process& process, uint64_t address, uint64_t bytes) {
  return process.memory.at(address, bytes) != nullptr || process.device.has(address, bytes);
}

// Bytes wherever an address is; false where they are nobody's.
bool read_any(Process& process, uint64_t address, std::span<std::byte> to) {
  if (const std::byte* from = process.memory.at(address, to.size())) {
    std::copy_n(from, to.size(), to.begin());
    return true;
  }
  return process.device.copy_out(address, to);
}
bool write_any(Process& process, uint64_t address, std::span<const std::byte> from) {
  if (std::byte* to = process.memory.at(address, from.size())) {
    std::copy(from.begin(), from.end(), to);
    if (Follower* follower = process.follower()) follower->wrote(address, from.size());
    return true;
  }
  return process.device.copy_in(address, from);
}

bool is_of_device(Process& process, uint64_t address) {
  return process.device.kind_at(address).has_value();
}

// A call's result: the error, or that of the device where a kernel broke off.
base::Sliced<uint64_t> noted(Process& process, base::Sliced<Error> work) {
  const Error error = co_await work;
  co_return static_cast<uint64_t>(process.device.note(error));
}

// Unified addressing: a pointer says where it points; a kind that contradicts it is an error.
base::Sliced<Error> copy(Process& process, uint64_t to, uint64_t from, uint64_t bytes,
                         int32_t kind) {
  constexpr uint64_t kAtOnce = uint64_t{256} << 10, kMostOverlapping = uint64_t{16} << 20;
  if (kind < 0 || kind > static_cast<int32_t>(Direction::kAny))
    co_return Error::kInvalidMemcpyDirection;
  if (bytes == 0) co_return Error::kSuccess;
  const auto direction = static_cast<Direction>(kind);
  const Transfer transfer{
      to, from, bytes,
      direction == Direction::kHostToDevice || direction == Direction::kDeviceToDevice,
      direction == Direction::kDeviceToHost || direction == Direction::kDeviceToDevice};
  Follower* const follower = process.follower();
  const auto fail = [&] {
    if (follower != nullptr) follower->copy_failed(transfer);
    process.tell(Event::Kind::kCopy, to, from, bytes, true);
    return Error::kInvalidValue;
  };
  if ((transfer.wants_device_target && !is_of_device(process, to)) ||
      (transfer.wants_device_source && !is_of_device(process, from)))
    co_return fail();
  const bool overlaps = to - from < bytes || from - to < bytes;
  if (!is_anywhere(process, from, bytes) || !is_anywhere(process, to, bytes)) co_return fail();
  std::vector<std::byte> part(std::min(bytes, overlaps ? kMostOverlapping : kAtOnce));
  for (uint64_t at = 0; at < bytes; at += part.size()) {
    part.resize(std::min<uint64_t>(part.size(), bytes - at));
    if (!read_any(process, from + at, part) || !write_any(process, to + at, part)) co_return fail();
    co_await base::spent(part.size());
  }
  if (follower != nullptr) co_await follower->copied(transfer);
  process.tell(Event::Kind::kCopy, to, from, bytes);
  co_return Error::kSuccess;
}

base::Sliced<Error> fill(Process& process, uint64_t to, int32_t value, uint64_t bytes) {
  const bool is_fine = process.device.fill(to, static_cast<std::byte>(value), bytes);
  process.tell(Event::Kind::kFill, to, 0, bytes, !is_fine, static_cast<uint8_t>(value));
  co_return is_fine ? Error::kSuccess : Error::kInvalidValue;
}

// Who follows the program learns what a stream was given once it is done; `from` is 0 where
// bytes are set.
base::Sliced<Error> followed(Process& process, uint64_t stream, base::Span place, Transfer transfer,
                             base::Sliced<Error> work) {
  Follower* const follower = process.follower();
  if (follower == nullptr || transfer.bytes == 0 || !follower->watches_streams())
    co_return co_await work;
  const machine::GlobalMemory before = process.device.memory();
  const Error error = co_await work;
  if (error == Error::kSuccess) follower->gave_copy(stream, place, transfer, before);
  co_return error;
}

// Work of a stream is done when it is given, or, while a graph is captured, when that is launched.
uint64_t in_stream(Call& call, Process::Work work) {
  Process& process = call.process;
  if (process.device.broken() != Error::kSuccess)
    return static_cast<uint64_t>(process.device.broken());
  if (process.captured)
    process.graphs[*process.captured].push_back(std::move(work));
  else
    call.rest = noted(process, work());
  return 0;
}

// From a pool, which a stream is given, it is taken without waiting for the device.
uint64_t allocate(Call& call, Kind kind, std::optional<uint64_t> pool = std::nullopt) {
  Device& device = call.process.device;
  if (!pool && device.synchronize() != Error::kSuccess) return note(call, device.broken());
  const uint64_t bytes = call.bits(1);
  if (bytes == 0) {
    call.store(0, 0, 8);
    return 0;
  }
  const uint64_t address = device.allocate(bytes, kind);
  call.process.tell(Event::Kind::kAllocate, address, 0, bytes, address == 0);
  if (address == 0) return note(call, Error::kMemoryAllocation);
  if (pool) device.pools().took(*pool, address, bytes);
  call.store(0, address, 8);
  return 0;
}

uint64_t release(Call& call, bool is_pinned) {
  const uint64_t address = call.bits(0);
  if (address != 0) call.process.tell(Event::Kind::kFree, address, 0, 0);
  return note(call, call.process.device.free(address, is_pinned));
}

// The variable that a symbol's address names; null if it is none.
const lang::Variable* symbol_of(Call& call, uint64_t address) {
  if ((address & code::kSymbolPointerBase) != code::kSymbolPointerBase) return nullptr;
  return call.process.symbol((address - code::kSymbolPointerBase) >> 32);
}

// Where a symbol's bytes are on the device, from an offset on; a constant's are apart.
uint64_t copy_symbol(Call& call, uint64_t symbol, uint64_t other, uint64_t bytes, uint64_t offset,
                     bool is_to_symbol) {
  offset += symbol & 0xffffffff;
  const lang::Variable* variable = symbol_of(call, symbol);
  if (variable == nullptr) return note(call, Error::kInvalidSymbol);
  const uint64_t size = lang::size_of(variable->type);
  if (offset > size || bytes > size - offset) return note(call, Error::kInvalidValue);
  std::vector<std::byte> content(bytes);
  Device& device = call.process.device;
  if (variable->storage == lang::Storage::kConstantMemory) {
    const auto at = device.constant(*variable).begin() + static_cast<std::ptrdiff_t>(offset);
    if (is_to_symbol) {
      if (!read_any(call.process, other, content)) throw BadPointer{other};
      std::copy(content.begin(), content.end(), at);
      call.process.tell(Event::Kind::kCopy, symbol, other, bytes);
      return 0;
    }
    std::copy_n(at, bytes, content.begin());
    if (!write_any(call.process, other, content)) throw BadPointer{other};
    call.process.tell(Event::Kind::kCopy, other, symbol, bytes);
    return 0;
  }
  const uint64_t address = device.address_of(*variable) + offset;
  constexpr auto kAny = static_cast<int32_t>(Direction::kAny);
  call.rest = noted(call.process, is_to_symbol ? copy(call.process, address, other, bytes, kAny)
                                               : copy(call.process, other, address, bytes, kAny));
  return 0;
}

base::Sliced<Error> copy_and_wait(Process& process, base::Span place, Transfer transfer,
                                  int32_t kind) {
  const Error error =
      co_await followed(process, StreamOrder::kDefault, place, transfer,
                        copy(process, transfer.to, transfer.from, transfer.bytes, kind));
  process.device.wait_for_stream(StreamOrder::kDefault);
  co_return error;
}

// Rows of so many bytes, which begin a pitch apart.
base::Sliced<Error> copy_rows(Process& process, Transfer row, uint64_t to_pitch,
                              uint64_t from_pitch, uint64_t rows, int32_t kind) {
  for (uint64_t y = 0; y < rows; ++y) {
    const Error error =
        co_await copy(process, row.to + y * to_pitch, row.from + y * from_pitch, row.bytes, kind);
    if (error != Error::kSuccess) co_return error;
  }
  co_return Error::kSuccess;
}

}  // namespace

uint64_t cudaGetLastError_(Call& call) {
  return static_cast<uint64_t>(call.process.device.take_error());
}
uint64_t cudaPeekAtLastError_(Call& call) {
  return static_cast<uint64_t>(call.process.device.error());
}
// Of a call that the prelude has found to be wrong.
uint64_t warplens_failed_(Call& call) {
  return note(call, static_cast<Error>(call.number(0)));
}
uint64_t cudaGetErrorString_(Call& call) {
  return call.process.kept_text(error_text(static_cast<uint32_t>(call.bits(0))));
}
uint64_t cudaGetErrorName_(Call& call) {
  return call.process.kept_text(error_name(static_cast<uint32_t>(call.bits(0))));
}
uint64_t cudaDeviceSynchronize_(Call& call) {
  return static_cast<uint64_t>(call.process.device.synchronize());
}
uint64_t cudaDeviceReset_(Call& call) {
  call.process.device.reset();
  return 0;
}
uint64_t warplens_device_malloc_(Call& call) {
  return allocate(call, Kind::kDevice);
}
uint64_t warplens_pool_malloc_(Call& call) {
  return allocate(call, Kind::kDevice, call.bits(2));
}
uint64_t warplens_free_later_(Call& call) {
  return release(call, false);
}
uint64_t warplens_pool_trim_(Call& call) {
  call.process.device.pools().trim(call.bits(0), call.bits(1));
  return 0;
}
uint64_t warplens_pool_keep_(Call& call) {
  call.process.device.pools().of(call.bits(0)).kept = call.bits(1);
  return 0;
}
uint64_t warplens_pool_amount_(Call& call) {
  const Pools::Amounts& amounts = call.process.device.pools().of(call.bits(0));
  const std::array all{amounts.kept, amounts.reserved, amounts.most_reserved, amounts.used,
                       amounts.most_used};
  return all[std::min<uint64_t>(call.bits(1), all.size() - 1)];
}
uint64_t warplens_managed_malloc_(Call& call) {
  return allocate(call, Kind::kManaged);
}
uint64_t warplens_pinned_malloc_(Call& call) {
  return allocate(call, Kind::kPinned);
}
uint64_t cudaFree_(Call& call) {
  call.process.device.synchronize();
  return release(call, false);
}
uint64_t cudaFreeHost_(Call& call) {
  return release(call, true);
}
uint64_t cudaMemcpy_(Call& call) {
  Device& device = call.process.device;
  if (device.wait_for_stream(StreamOrder::kDefault) != Error::kSuccess)
    return static_cast<uint64_t>(device.broken());
  const Transfer transfer{call.bits(0), call.bits(1), call.bits(2)};
  call.rest =
      noted(call.process, copy_and_wait(call.process, call.span(), transfer, call.number(3)));
  return 0;
}
uint64_t warplens_copy_later_(Call& call) {
  const Transfer transfer{call.bits(0), call.bits(1), call.bits(2)};
  return in_stream(call, [&process = call.process, place = call.span(), stream = call.bits(4),
                          transfer, kind = call.number(3)] {
    return followed(process, stream, place, transfer,
                    copy(process, transfer.to, transfer.from, transfer.bytes, kind));
  });
}
uint64_t cudaMemset_(Call& call) {
  Device& device = call.process.device;
  if (device.broken() != Error::kSuccess) return static_cast<uint64_t>(device.broken());
  const Transfer transfer{call.bits(0), 0, call.bits(2)};
  call.rest = noted(call.process,
                    followed(call.process, StreamOrder::kDefault, call.span(), transfer,
                             fill(call.process, transfer.to, call.number(1), transfer.bytes)));
  return 0;
}
uint64_t warplens_fill_later_(Call& call) {
  const Transfer transfer{call.bits(0), 0, call.bits(2)};
  return in_stream(call, [&process = call.process, place = call.span(), stream = call.bits(3),
                          transfer, value = call.number(1)] {
    return followed(process, stream, place, transfer,
                    fill(process, transfer.to, value, transfer.bytes));
  });
}
uint64_t warplens_copy_2d_(Call& call) {
  const uint64_t to_pitch = call.bits(1), from_pitch = call.bits(3);
  const uint64_t width = call.bits(4), height = call.bits(5);
  Device& device = call.process.device;
  if (device.synchronize() != Error::kSuccess) return static_cast<uint64_t>(device.broken());
  if (width > to_pitch || width > from_pitch) return note(call, static_cast<Error>(12));
  const Transfer row{call.bits(0), call.bits(2), width};
  call.rest = noted(call.process,
                    copy_rows(call.process, row, to_pitch, from_pitch, height, call.number(6)));
  return 0;
}
uint64_t warplens_symbol_address_(Call& call) {
  const lang::Variable* variable = symbol_of(call, call.bits(2));
  if (variable == nullptr) return note(call, Error::kInvalidSymbol);
  call.store(1, lang::size_of(variable->type), 8);
  const bool is_constant = variable->storage == lang::Storage::kConstantMemory;
  call.store(0, is_constant ? call.bits(2) : call.process.device.address_of(*variable), 8);
  return 0;
}
uint64_t warplens_copy_to_symbol_(Call& call) {
  call.process.device.synchronize();
  return copy_symbol(call, call.bits(0), call.bits(1), call.bits(2), call.bits(3), true);
}
uint64_t warplens_copy_from_symbol_(Call& call) {
  Device& device = call.process.device;
  if (device.synchronize() != Error::kSuccess) return static_cast<uint64_t>(device.broken());
  return copy_symbol(call, call.bits(1), call.bits(0), call.bits(2), call.bits(3), false);
}
uint64_t warplens_pointer_kind_(Call& call) {
  const std::optional<Kind> kind = call.process.device.kind_at(call.bits(0));
  if (!kind) return 0;
  return *kind == Kind::kDevice ? 2 : *kind == Kind::kManaged ? 3 : 1;
}

uint64_t warplens_handle_(Call& call) {
  return call.process.new_handle();
}
uint64_t warplens_stream_(Call& call) {
  constexpr int32_t kNonBlocking = 1;
  const uint64_t stream = call.process.new_handle();
  if (Follower* follower = call.process.follower())
    follower->streams.order.create(stream, (call.number(0) & kNonBlocking) != 0);
  return stream;
}
uint64_t warplens_wait_for_stream_(Call& call) {
  return static_cast<uint64_t>(call.process.device.wait_for_stream(call.bits(0)));
}
// While a graph is captured, events order what it holds.
uint64_t warplens_stream_wait_(Call& call) {
  Follower* const follower = call.process.follower();
  if (follower != nullptr && !call.process.captured)
    follower->streams.order.wait(call.bits(0), call.bits(1));
  return 0;
}
uint64_t warplens_event_record_(Call& call) {
  call.process.events[call.bits(0)] = call.process.nanoseconds();
  Follower* const follower = call.process.follower();
  if (follower != nullptr && !call.process.captured)
    follower->streams.order.record(call.bits(0), call.bits(1));
  return 0;
}
uint64_t warplens_wait_for_event_(Call& call) {
  return static_cast<uint64_t>(call.process.device.wait_for_event(call.bits(0)));
}
uint64_t warplens_event_elapsed_(Call& call) {
  const auto& events = call.process.events;
  const auto start = events.find(call.bits(1)), stop = events.find(call.bits(2));
  if (start == events.end() || stop == events.end())
    return note(call, static_cast<Error>(400));  // cudaErrorInvalidResourceHandle
  call.process.tell_time();
  const double nanoseconds = static_cast<double>(stop->second) - static_cast<double>(start->second);
  call.store(0, std::bit_cast<uint32_t>(static_cast<float>(nanoseconds / 1e6)), 4);
  return 0;
}

constexpr auto kInvalidFunction = static_cast<Error>(98);  // cudaErrorInvalidDeviceFunction

// The program of the kernel that a handle names; null if it names none, or one that is refused,
// which ends the host's program.
static std::shared_ptr<const code::Program> program_of(Call& call, uint64_t handle) {
  const std::string* kernel = call.process.kernel_of(handle);
  if (kernel == nullptr) return nullptr;
  const auto program = call.process.device.program_of(*kernel);
  if (program.ok()) return *program;
  call.process.refuse(program.error().front());
  return nullptr;
}

uint64_t warplens_set_shared_limit_(Call& call) {
  const std::string* kernel = call.process.kernel_of(call.bits(0));
  if (kernel == nullptr) return note(call, kInvalidFunction);
  Device& device = call.process.device;
  const auto program = program_of(call, call.bits(0));
  const uint64_t own = program == nullptr ? 0 : program->static_shared_bytes;
  if (call.number(1) < 0 || own + call.bits(1) > device.model().dynamic_shared_limit())
    return note(call, Error::kInvalidValue);
  device.set_shared_limit(*kernel, call.bits(1));
  return 0;
}
uint64_t warplens_function_attributes_(Call& call) {
  const auto program = program_of(call, call.bits(0));
  if (program == nullptr) return note(call, kInvalidFunction);
  const uint32_t bound = program->kernel->most_threads;
  const Device& device = call.process.device;
  call.store(1, bound != 0 ? bound : device.model().multiprocessor.block_threads, 4);
  call.store(2, program->static_shared_bytes, 8);
  call.store(3, device.shared_limit(program->kernel->name), 4);
  return 0;
}
// Registers are not counted: the compiler decides on them.
uint64_t cudaOccupancyMaxActiveBlocksPerMultiprocessor_(Call& call) {
  const auto program = program_of(call, call.bits(1));
  if (program == nullptr) return note(call, kInvalidFunction);
  const model::Device& device = call.process.device.model();
  if (call.number(2) <= 0) return note(call, Error::kInvalidValue);
  const uint64_t shared = program->static_shared_bytes + call.bits(3);
  const uint64_t all = device.resident_blocks(static_cast<uint64_t>(call.number(2)), shared);
  const bool fits = static_cast<uint32_t>(call.number(2)) <= device.multiprocessor.block_threads &&
                    shared <= call.process.device.shared_limit(program->kernel->name);
  call.store(0, fits ? all / device.multiprocessors : 0, 4);
  return 0;
}
static base::Sliced<uint64_t> launched_by_call(Process& process, Launched launched) {
  const Error error = co_await process.launch(std::move(launched));
  co_return static_cast<uint64_t>(error);
}

uint64_t warplens_launch_(Call& call) {
  const std::string* kernel = call.process.kernel_of(call.bits(0));
  if (kernel == nullptr) return note(call, kInvalidFunction);
  const auto number = [&](size_t i) { return static_cast<uint32_t>(call.bits(i)); };
  Launched launched;
  launched.span = call.span();
  launched.kernel = *kernel;
  launched.grid = {number(1), number(2), number(3)};
  launched.block = {number(4), number(5), number(6)};
  launched.shared = call.bits(8);
  launched.stream = call.bits(9);
  const auto program = program_of(call, call.bits(0));
  uint64_t argument = call.bits(7);  // of pointers to the parameters
  for (size_t i = 0; program != nullptr && i < program->kernel->parameters.size(); ++i) {
    const uint64_t value = call.load_at(argument, 8);
    argument += 8;
    for (const lang::Leaf& leaf : lang::leaves_of(program->kernel->parameters[i]->type))
      launched.parameter_bits.push_back(
          call.load_at(value + leaf.offset, lang::size_of(leaf.type)));
  }
  call.rest = launched_by_call(call.process, std::move(launched));
  return 0;
}

}  // namespace warplens::host::runtime
