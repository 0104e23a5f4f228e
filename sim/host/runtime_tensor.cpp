// Tensor maps: what cuTensorMapEncodeTiled() makes of its arguments, and refuses. What it refuses
// is what the driver of CUDA 13.0 does on an H200, each row tried there; the numbers of dimensions,
// types and swizzles that tensor copies here lack are refused as not supported.
#include <array>
#include <cstring>
#include <optional>
#include <string>

#include "sim/base/say.hpp"
#include "sim/base/tensor_map.hpp"
#include "sim/host/runtime.hpp"

namespace warplens::host::runtime {

namespace {

using base::TensorMap;

// As the program has it (prelude_driver.cpp): numbers of CUDA's enumerations, and addresses of
// arrays of as many numbers as there are dimensions, the strides' one less.
struct Request {
  uint64_t type, rank, address, sizes, strides, box, steps, interleave, swizzle, fill;
};

constexpr uint64_t kInvalidValue = 1, kNotSupported = 801;  // CUresult
constexpr uint64_t kAlignment = 16, kMapAlignment = 64;     // [bytes]
constexpr uint64_t kMostSize = uint64_t{1} << 32, kEndOfStrides = uint64_t{1} << 40;
constexpr uint32_t kMostBox = 256, kMostSteps = 8;
constexpr uint64_t kTypes = 16, kInterleaves = 3, kSwizzles = 7;

struct Refusal {
  uint64_t error = kInvalidValue;
  std::string why;
};

template <class Numbers>
void read(const Call& call, uint64_t address, uint32_t count, Numbers& to) {
  using Number = typename Numbers::value_type;
  for (uint32_t i = 0; i < count; ++i)
    to[i] = static_cast<Number>(call.load_at(address + i * sizeof(Number), sizeof(Number)));
}

std::optional<Refusal> refuse_numbers(const Request& request) {
  if (request.type >= kTypes || request.interleave >= kInterleaves || request.swizzle >= kSwizzles)
    return Refusal{kInvalidValue, say("a number is none of its enumeration")};
  if (request.type >= base::kTensorTypes)
    return Refusal{kNotSupported, say("elements of 4 and 6 bits are not supported here")};
  if (request.interleave != 0)
    return Refusal{kNotSupported, say("interleaved layouts are not supported here")};
  if (request.swizzle >= base::kTensorSwizzles)
    return Refusal{kNotSupported,
                   say("swizzles whose atoms are longer than 16 bytes are not supported here")};
  if (request.rank == 0 || request.rank > TensorMap::kMostRank)
    return Refusal{kInvalidValue, say("a tensor has 1 to {most} dimensions, not {number}",
                                      "most"_a = TensorMap::kMostRank, "number"_a = request.rank)};
  if (request.address % kAlignment != 0)
    return Refusal{kInvalidValue, say("the tensor's address is no multiple of {bytes} bytes",
                                      "bytes"_a = kAlignment)};
  if (request.fill > 1) return Refusal{kInvalidValue, say("a number is none of its enumeration")};
  if (request.fill == 1 && !base::is_floating(static_cast<base::TensorType>(request.type)))
    return Refusal{kInvalidValue, say("whole numbers have no NaN to fill with")};
  return std::nullopt;
}

std::optional<Refusal> refuse_extents(const TensorMap& map) {
  for (uint32_t i = 0; i < map.rank; ++i) {
    if (map.sizes[i] == 0 || map.sizes[i] > kMostSize)
      return Refusal{kInvalidValue, say("size {index} is {number}: it is 1 to 2^32 elements",
                                        "index"_a = i, "number"_a = map.sizes[i])};
    if (map.box[i] == 0 || map.box[i] > kMostBox)
      return Refusal{kInvalidValue,
                     say("extent {index} of the box is {number}: it is 1 to {most}", "index"_a = i,
                         "number"_a = map.box[i], "most"_a = kMostBox)};
    if (map.steps[i] == 0 || map.steps[i] > kMostSteps)
      return Refusal{kInvalidValue,
                     say("element stride {index} is {number}: it is 1 to {most}", "index"_a = i,
                         "number"_a = map.steps[i], "most"_a = kMostSteps)};
    if (i + 1 == map.rank) break;
    if (map.strides[i] % kAlignment != 0 || map.strides[i] >= kEndOfStrides)
      return Refusal{kInvalidValue,
                     say("stride {index} is {number} bytes: it is a multiple of {bytes} below 2^40",
                         "index"_a = i, "number"_a = map.strides[i], "bytes"_a = kAlignment)};
  }
  const uint32_t row = map.box[0] * base::bytes_of(map.type), span = base::span_of(map.swizzle);
  if (row % kAlignment != 0)
    return Refusal{kInvalidValue,
                   say("a row of the box has {number} bytes: it is a multiple of {bytes}",
                       "number"_a = row, "bytes"_a = kAlignment)};
  if (span != 0 && row > span)
    return Refusal{kInvalidValue,
                   say("a row of the box has {number} bytes, more than the {span} that the swizzle "
                       "spans",
                       "number"_a = row, "span"_a = span)};
  return std::nullopt;
}

std::optional<Refusal> make(const Call& call, const Request& request, TensorMap& map) {
  if (auto refusal = refuse_numbers(request)) return refusal;
  if (call.bits(0) == 0 || request.sizes == 0 || request.box == 0 || request.steps == 0 ||
      (request.strides == 0 && request.rank > 1))
    return Refusal{kInvalidValue, say("one of its pointers is null")};
  map.type = static_cast<base::TensorType>(request.type);
  map.swizzle = static_cast<base::TensorSwizzle>(request.swizzle);
  map.fills_with_nan = request.fill != 0;
  map.rank = static_cast<uint32_t>(request.rank);
  map.address = request.address;
  read(call, request.sizes, map.rank, map.sizes);
  read(call, request.box, map.rank, map.box);
  read(call, request.steps, map.rank, map.steps);
  read(call, request.strides, map.rank - 1, map.strides);
  return refuse_extents(map);
}

}  // namespace

// A CUresult; the reason of a refusal is reported.
uint64_t warplens_encode_tensor_map_(Call& call) {
  Request request{};
  if (const std::byte* from = call.read_bytes(1, sizeof request))
    std::memcpy(&request, from, sizeof request);
  TensorMap map;
  std::optional<Refusal> refusal = make(call, request, map);
  if (!refusal && call.bits(0) % kMapAlignment != 0)
    refusal = Refusal{kInvalidValue, say("the map's own address is no multiple of {bytes} bytes",
                                         "bytes"_a = kMapAlignment)};
  if (!refusal) {
    const TensorMap::Words words = map.words();
    if (std::byte* const to = call.bytes(0, sizeof words))
      std::memcpy(to, words.data(), sizeof words);
    return 0;
  }
  call.process.say_once(say("cuTensorMapEncodeTiled() fails with {error}: {why}",
                            "error"_a = refusal->error == kInvalidValue
                                            ? "CUDA_ERROR_INVALID_VALUE"
                                            : "CUDA_ERROR_NOT_SUPPORTED",
                            "why"_a = refusal->why));
  return refusal->error;
}

}  // namespace warplens::host::runtime
