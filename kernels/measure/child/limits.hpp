// Limits that a child process sets for itself before it reads a text, which may be malicious. They
// cannot be undone, and processes that it starts inherit them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplens::measure {

struct Limits {
  std::optional<uint64_t> address_bytes;  // all that is mapped
  std::optional<uint64_t> data_bytes;     // of it, what is private and can be written
  std::optional<uint64_t> file_bytes;     // of one file that is written
  std::optional<uint32_t> processor_s;    // then it is ended
};

// A GPU's driver maps far more addresses than it uses (13 GiB on an H100; a limit of 4 GiB breaks
// it), so that only its data are limited: 55 MiB were in use there, and measuring and cuBLAS worked
// with a limit of 1 GiB. A file has a job's arrays, of which the simulator allows 2 GiB.
inline constexpr Limits kMeasuringLimits{.address_bytes = {},
                                         .data_bytes = uint64_t{2} << 30,
                                         .file_bytes = uint64_t{4} << 30,
                                         .processor_s = {}};
// The compiler uses no driver. An ordinary text takes 0.1 s and 150 MiB of addresses, one with the
// toolkit's largest headers 2 s and 250 MiB.
inline constexpr Limits kCompilingLimits{
    .address_bytes = uint64_t{2} << 30, .data_bytes = {}, .file_bytes = 0, .processor_s = 30};

// False in a build with a sanitizer that reserves terabytes of addresses: it gets no limits of
// memory.
bool can_limit_memory();

// Sets the limits (existing lower ones are kept). Also: no core dumps, a write error instead of a
// signal for a file that grows too large, and no started program gains privileges. To be called
// before there is a second thread. Returns "", or one sentence on what the system refused.
std::string take_limits(const Limits& limits);

// True on Linux with Landlock (5.13 and newer, unless it is switched off), in a build without such
// a sanitizer, which reads files of its own.
bool can_limit_files();

// From now on this thread, and those that it starts, can open only files below `folders`, and only
// for reading; missing folders are ignored. Open files stay open. To be called after take_limits().
// Returns false, and changes nothing, if !can_limit_files().
bool read_only_below(const std::vector<std::string>& folders);

}  // namespace warplens::measure
