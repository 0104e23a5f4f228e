#include "app/cli/option_values.hpp"

#include <unistd.h>

#include <algorithm>
#include <string_view>

#include "sim/base/say.hpp"
#include "sim/launch/number.hpp"

namespace warplens::cli {
namespace {

constexpr uint64_t kLeast = uint64_t{1} << 20;  // [bytes] less holds no lesson's arrays

}  // namespace

std::optional<uint64_t> machine_memory() {
#ifdef _SC_PHYS_PAGES
  const long pages = ::sysconf(_SC_PHYS_PAGES), page = ::sysconf(_SC_PAGESIZE);
  if (pages > 0 && page > 0) return static_cast<uint64_t>(pages) * static_cast<uint64_t>(page);
#endif
  return std::nullopt;
}

base::Result<prepare::MemoryLimits, std::string> read_memory_limits(
    const std::string& text, std::optional<uint64_t> machine) {
  prepare::MemoryLimits limits;
  if (text.empty()) {
    if (machine) limits.arrays = std::max(*machine / 4, kLeast);
    limits.spare = std::min(limits.spare, limits.arrays);
    limits.kept = std::min(limits.kept, limits.arrays / 2);
    return limits;
  }
  constexpr std::string_view kUnits = "KMGT";
  const size_t unit = kUnits.find(text.back());
  const uint32_t shift = unit == std::string_view::npos ? 0 : 10 * static_cast<uint32_t>(unit + 1);
  const std::string number = text.substr(0, text.size() - (shift == 0 ? 0 : 1));
  const auto count = launch::parse_count(number, "", 0, UINT64_MAX >> shift);
  if (!count)
    return base::fail(
        say("'--memory {text}': a size is needed, like 512M, 2G or 1073741824 (bytes)",
            "text"_a = text));
  const uint64_t bytes = *count << shift;
  if (bytes < kLeast)
    return base::fail(say("'--memory {text}': at least 1M is needed", "text"_a = text));
  if (machine && bytes > *machine)
    return base::fail(say("'--memory {text}': this machine has {count} MiB of memory",
                          "text"_a = text, "count"_a = *machine >> 20));
  limits.arrays = limits.spare = bytes;
  limits.kept = bytes / 2;
  return limits;
}

}  // namespace warplens::cli
