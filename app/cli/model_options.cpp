#include "app/cli/option_values.hpp"

#include <algorithm>
#include <charconv>

#include "app/study/hiding.hpp"
#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"
#include "sim/launch/number.hpp"

namespace warplens::cli {
namespace {

std::string change_latency(const std::string& part, HidingOption& option) {
  const size_t equals = part.find('=');
  const std::string word = part.substr(0, equals);
  for (const study::LatencyName& named : study::latency_names()) {
    if (equals == part.npos || word != named.word) continue;
    const std::string number = part.substr(equals + 1);
    int64_t wanted = 0;
    const auto read = std::from_chars(number.data(), number.data() + number.size(), wanted);
    const bool is_huge = read.ec == std::errc::result_out_of_range;
    if (is_huge) wanted = number.front() == '-' ? INT64_MIN : INT64_MAX;
    if (read.ptr != number.data() + number.size() || (read.ec != std::errc() && !is_huge)) break;
    const uint32_t usable = model::usable_latency(wanted);
    if (usable != wanted) {
      option.notes.push_back(to_say(
          "{name}: a latency of {wanted} cycles cannot be shown; {usable} is shown instead "
          "(from {least} to {most})",
          "name"_a = Text(named.name), "wanted"_a = number, "usable"_a = base::grouped(usable),
          "least"_a = base::grouped(model::kLeastLatency),
          "most"_a = base::grouped(model::kMostLatency)));
    }
    option.latencies.*named.value = usable;
    return "";
  }
  return say(
      "'--latency-hiding {text}': h200, lecture, or changes of arithmetic, shared, constant, "
      "global or barrier are needed, as in h200,global=280",
      "text"_a = part);
}

}  // namespace

std::optional<std::array<uint32_t, 3>> parse_place(std::string_view text) {
  std::array<uint32_t, 3> place{0, 0, 0};
  const char* at = text.data();
  const char* end = at + text.size();
  for (uint32_t& number : place) {
    const std::from_chars_result parsed = std::from_chars(at, end, number);
    if (parsed.ec != std::errc()) return std::nullopt;
    if (parsed.ptr == end) return place;
    if (*parsed.ptr != ',') return std::nullopt;
    at = parsed.ptr + 1;
  }
  return std::nullopt;
}

std::string read_dram(const std::string& text, study::DramTry& tried) {
  const size_t comma = text.find(',');
  const std::string kind = text.substr(0, comma);
  const bool is_known = kind == "hbm2" || kind == "gddr5" || kind == "ddr4";
  const bool is_right = comma == text.npos || text.substr(comma) == ",no-caches";
  if (!is_known || !is_right)
    return say("'--dram {text}': hbm2, gddr5 or ddr4 is needed, or as in hbm2,no-caches",
               "text"_a = text);
  tried.kind = kind == "hbm2"    ? model::DramKind::kHbm2
               : kind == "gddr5" ? model::DramKind::kGddr5
                                 : model::DramKind::kDdr4;
  tried.behind_caches = comma == text.npos;
  return "";
}

std::string read_hiding(const std::string& text, HidingOption& option) {
  option.latencies = model::h200_latencies();
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    if (begin == 0 && (part == "h200" || part == "lecture")) {
      if (part == "lecture") option.latencies = model::lecture_latencies();
    } else if (std::string problem = change_latency(part, option); !problem.empty()) {
      return problem;
    }
    begin = end + 1;
  }
  return "";
}

std::string read_registers(const std::string& text, RegistersOption& option) {
  if (text == "compiled") return "";
  const auto count = launch::parse_count(text, label("registers"), 1, UINT32_MAX);
  if (!count)
    return say("'--registers {text}': 'compiled' or a number of registers a thread is needed",
               "text"_a = text);
  option.entered = static_cast<uint32_t>(*count);
  return "";
}

}  // namespace warplens::cli
