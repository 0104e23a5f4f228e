// Facts of models that only stops have: DRAM in whole numbers, and transactions of older devices.
#include "app/course/model_facts.hpp"
#include "app/course/stop_facts.hpp"
#include "tests/unit/course/lesson_of.hpp"

using namespace warplens;
using nlohmann::json;

namespace {

json stop_with_facts(json stop, const json& paths) {
  stop["facts"] = paths;
  for (const char* name : {"question", "twins", "expect"}) stop.erase(name);
  stop["text"] = "Look.";
  return stop;
}

int64_t whole_fact(const course::Facts& facts, const std::string& name) {
  const auto found = facts.find(name);
  REQUIRE_MESSAGE(found != facts.end(), name);
  const std::optional<int64_t> whole = course::whole_of(found->second);
  REQUIRE_MESSAGE(whole, name);
  return *whole;
}

}  // namespace

TEST_CASE("stop: DRAM's facts are whole numbers") {
  const json stop = stop_with_facts(tests::text_stop(), {{"bursts", "dram.bursts"},
                                                         {"bytes", "dram.bytes"},
                                                         {"burst", "dram.burst_bytes"},
                                                         {"row", "dram.row_bytes"},
                                                         {"banks", "dram.banks"},
                                                         {"channels", "dram.channels"},
                                                         {"used", "dram.channels_used"},
                                                         {"asked", "dram.lane_bytes"},
                                                         {"opened", "dram.orders.fifo.activations"},
                                                         {"time", "dram.ns.fifo"},
                                                         {"worst", "dram.ns.two-rows-in-turn"}});
  const auto facts = tests::facts_at(tests::lesson_with(stop));
  REQUIRE_MESSAGE(facts.ok(), (facts.ok() ? "" : facts.error()));
  CHECK(whole_fact(*facts, "bursts") == 64);  // 32 x 32 floats are loaded; L2 keeps the stores
  CHECK(whole_fact(*facts, "bytes") == 4096);
  CHECK(whole_fact(*facts, "burst") == 64);
  CHECK(whole_fact(*facts, "row") == 2048);
  CHECK(whole_fact(*facts, "banks") == 16);
  CHECK(whole_fact(*facts, "channels") == 32);
  CHECK(whole_fact(*facts, "used") == 16);  // 256 bytes in each
  CHECK(whole_fact(*facts, "asked") == 8192);
  CHECK(whole_fact(*facts, "opened") == 16);
  CHECK(whole_fact(*facts, "time") > 0);
  CHECK(whole_fact(*facts, "worst") > whole_fact(*facts, "time"));
}

TEST_CASE("stop: transactions of older devices are of its access") {
  json stop = stop_with_facts(tests::plain_stop("first"),
                              {{"sequence", "transactions.sequence.count"},
                               {"sequence_bytes", "transactions.sequence.bytes"},
                               {"segments", "transactions.segments.count"},
                               {"segments_bytes", "transactions.segments.bytes"},
                               {"lines", "transactions.lines.bytes"},
                               {"sectors", "transactions.sectors.bytes"}});
  stop["launch"] =
      "--block 16 --arg a=float[16] --arg b=float[16] --arg c=float[16]:zero --arg n=16";
  stop["at"] = {{"load", "a"}};
  const auto facts = tests::facts_at(tests::lesson_with(stop));
  REQUIRE_MESSAGE(facts.ok(), (facts.ok() ? "" : facts.error()));
  CHECK(whole_fact(*facts, "sequence") == 1);
  CHECK(whole_fact(*facts, "sequence_bytes") == 64);
  CHECK(whole_fact(*facts, "segments") == 1);
  CHECK(whole_fact(*facts, "segments_bytes") == 64);
  CHECK(whole_fact(*facts, "lines") == 128);
  CHECK(whole_fact(*facts, "sectors") == 64);
  // A store has none of these.
  stop["at"] = {{"store", "c"}};
  const auto none = tests::facts_at(tests::lesson_with(stop));
  REQUIRE_FALSE(none.ok());
  CHECK(none.error().find("transactions.") != std::string::npos);
}
