// A recording of measurements: what is read prints as a recording that is the same.
#include "kernels/measure/format/json.hpp"
#include "target.hpp"

using namespace warplens;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto recording = measure::parse_recording(text);
  if (!fuzz::expect_value_or_reason(recording)) return 0;
  const std::string printed = measure::print_recording(*recording);
  const auto again = measure::parse_recording(printed);
  fuzz::expect(again.ok(), "what is printed is read");
  fuzz::expect(measure::print_recording(*again) == printed, "it is the same recording");
  return 0;
}
