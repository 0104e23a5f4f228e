// Arrays in files, by the ending of the file's name: NumPy's .npy, numbers as text (.csv), and an
// array's bytes as they are in memory in any other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.hpp"
#include "sim/base/scalar.hpp"
#include "sim/launch/fill.hpp"

namespace warplens::launch {

enum class ArrayFormat : uint8_t { kBytes, kNpy, kCsv };

ArrayFormat format_of(std::string_view path);

// The bytes of `records` records from a file's content in one of the two formats that are not
// bytes. An error says what is different: the number of elements, their type, a word that is no
// number.
base::Result<std::vector<std::byte>, std::string> read_array(ArrayFormat format,
                                                             std::string_view content,
                                                             const StructLayout& layout,
                                                             uint64_t records);

// What a file of that format holds of an array of such records, which may be scalars. `extents` are
// of the scalars if all are of one type, outermost first.
std::vector<std::byte> write_array(ArrayFormat format, const StructLayout& layout,
                                   const std::vector<uint64_t>& extents,
                                   std::vector<std::byte> bytes);

}  // namespace warplens::launch
