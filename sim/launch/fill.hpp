// Fills an array's bytes as its ArrayArgument says.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "sim/base/result.hpp"
#include "sim/launch/launch.hpp"

namespace warplens::launch {

// Reads a file's bytes; sim/ opens none itself.
using FileReader =
    std::function<base::Result<std::vector<std::byte>, std::string>(const std::string& path)>;

// The largest array that is filled. [bytes] A launch's total is limited elsewhere (sim/engine).
inline constexpr uint64_t kMostArrayBytes = uint64_t{16} << 30;

// The array's initial bytes. kNone gives a recognisable pattern (0xCD). Errors: a value that is no
// number, a file that cannot be read or is longer than the array (a shorter one is followed by
// zeros), an array over kMostArrayBytes.
base::Result<std::vector<std::byte>, std::string> make_bytes(const ArrayArgument& array,
                                                             const FileReader& read_file);

// "1.5" -> the scalar's bit pattern, zero-extended; an error says why it does not fit. Decimal, 0x,
// a sign, the suffixes u, l and f, inf and nan, true and false.
base::Result<uint64_t, std::string> scalar_bits(base::Scalar type, std::string_view text);

}  // namespace warplens::launch
