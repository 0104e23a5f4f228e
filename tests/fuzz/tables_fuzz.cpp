// A table of measured accesses (CSV): what is read is compared with the model, and what can be
// printed prints as a table that is the same.
#include "sim/model/device.hpp"
#include "sim/model/hardware_csv.hpp"
#include "sim/model/hardware_tables.hpp"
#include "target.hpp"

using namespace warplens;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const model::CheckedTable checked = model::check_hardware_table(model::default_device(), text);
  fuzz::expect(checked.ok() || !checked.error().message.empty(), "what is refused says why");
  const bool is_counted = text.size() % 4 != 0;
  const auto rows =
      model::parse_hardware_csv(text, is_counted ? model::Counted::kYes : model::Counted::kNotYet);
  fuzz::expect(rows.ok() || !rows.error().message.empty(), "what fails says why");
  if (!rows || !is_counted) return 0;
  for (const model::Device& device : model::devices()) model::compare_with_hardware(device, *rows);
  const std::string printed = model::print_hardware_csv(*rows, {"fuzz"});
  const auto again = model::parse_hardware_csv(printed);
  fuzz::expect(again.ok(), "what is printed is read");
  fuzz::expect(model::print_hardware_csv(*again, {"fuzz"}) == printed, "it is the same table");
  return 0;
}
