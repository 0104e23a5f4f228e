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
using FileReader = std::function<base::Result<std::vector<std::byte>, std::string>(const std::string& path)>;

// The array's initial bytes. kNone gives a recognisable pattern (0xCD). Errors: a value that is no number, a file that
// cannot be read or is longer than the array.
base::Result<std::vector<std::byte>, std::string> make_bytes(const ArrayArgument& array, const FileReader& read_file);

// "1.5" -> the scalar's bit pattern, zero-extended; an error says why it does not fit.
base::Result<uint64_t, std::string> scalar_bits(base::Scalar type, std::string_view text);

}  // namespace warplens::launch
