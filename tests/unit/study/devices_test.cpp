// Devices, their limits, and the launches of a text held against them.
#include "app/study/devices.hpp"

#include <doctest/doctest.h>

#include "tests/support/runs.hpp"
#include "tests/unit/study/value_at.hpp"

using namespace warplens;
using study::Section;
using tests::at;
using tests::number_at;
using tests::value_at;
using tests::word_at;
using Values = std::vector<study::Value>;

namespace {

constexpr const char* kQuery =
    "__global__ void fill(float* x) { x[threadIdx.x] = 1; }\n"
    "__global__ void copy(float* x) {\n"
    "  __shared__ float s[64];\n"
    "  s[threadIdx.x] = x[threadIdx.x];\n"
    "}\n"
    "void f(float* x) {\n"
    "  copy<<<1, 64>>>(x);\n"
    "  fill<<<1, dim3(40, 32)>>>(x);\n"
    "  fill<<<1, dim3(32, 32)>>>(x);\n"
    "}\n";

Section launches_on(const char* device, const std::string& text) {
  const auto launches = prepare::launches_of_text(test::make_request(text, ""), false);
  REQUIRE(launches.ok());
  return study::describe(*launches, *model::find_device(device), "query.cu");
}

Section limits_of(const char* device) {
  return study::describe_limits(*model::find_device(device));
}

}  // namespace

TEST_CASE("devices: a row each, with the banks and the limits of a block") {
  const Section section = study::describe(model::devices());
  CHECK(word_at(section, "devices.0.id") == "h200");
  CHECK(number_at(section, "devices.h200.banks") == 32);
  CHECK(number_at(section, "devices.h200.bank_bytes") == 4);
  CHECK(word_at(section, "devices.h200.broadcast") == "any_word");
  CHECK(word_at(section, "devices.h200.compute_capability") == "9.0");
  CHECK(number_at(section, "devices.h200.static_shared_limit") == 48 * 1024);
  CHECK(number_at(section, "devices.h200.threads_per_block") == 1024);
}

TEST_CASE("devices: limits by name, null where the figure differs by board") {
  CHECK(word_at(limits_of("cc8.6"), "id") == "cc8.6");
  CHECK(number_at(limits_of("cc8.6"), "limits.warps_per_multiprocessor") == 48);
  CHECK(number_at(limits_of("cc8.6"), "limits.l2_bytes") == 6 * 1024 * 1024);
  const study::Value& unknown = value_at(limits_of("cc10.0"), "limits.l2_bytes");
  CHECK(std::holds_alternative<std::nullptr_t>(unknown.is));
}

TEST_CASE("devices: each launch of a text held against a device") {
  const Section section = launches_on("h200", kQuery);
  CHECK(word_at(section, "launches.0.source") == "line 7: copy<<<1, 64>>>(x)");
  CHECK(at<bool>(section, "launches.0.starts"));
  CHECK(at<Values>(section, "launches.0.exceeds").empty());
  CHECK_FALSE(at<bool>(section, "launches.1.starts"));
  const Values exceeds = at<Values>(section, "launches.1.exceeds");
  REQUIRE(exceeds.size() == 1);
  CHECK(std::get<std::string>(exceeds[0].is) == "threads_per_block");
  CHECK(at<bool>(section, "launches.2.starts"));
  CHECK(at<Values>(section, "launches.2.not_on").size() == 1);
  CHECK(std::get<uint64_t>(at<Values>(section, "launches.2.block")[1].is) == 32);
  CHECK(number_at(section, "launches.2.reached") == 0);
  CHECK(study::find(section, "launches.3.starts") == nullptr);
  CHECK_FALSE(at<bool>(launches_on("cc1.0", kQuery), "launches.2.starts"));
}

TEST_CASE("devices: a text without a launch has no table") {
  const Section section = launches_on("h200", "__global__ void k(int* a) { a[0] = 1; }\n");
  CHECK(study::find(section, "launches.0.starts") == nullptr);
  for (const auto& part : section.parts) {
    const auto* table = std::get_if<study::Table>(&part);
    if (table != nullptr) CHECK_FALSE(table->columns.front().title.has_value());
  }
}

TEST_CASE("devices: the row of the model that describes a GPU of this machine") {
  measure::MachineAnswer machine;
  machine.devices.resize(2);
  machine.devices[0].name = "one";
  machine.devices[0].compute_major = 9;
  machine.devices[1].compute_major = 99;
  const Section section = study::describe(machine);
  const auto line = [&](size_t index) {
    return std::get<study::Line>(section.parts.at(index)).text.english();
  };
  CHECK(line(0).ends_with("its rules are those of h200"));
  CHECK(line(1).ends_with("its rules are not in the list"));
}
