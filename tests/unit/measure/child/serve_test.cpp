// The protocol, without a process.
#include "kernels/measure/child/serve.hpp"

#include <doctest/doctest.h>

#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/measure/child/protocol.hpp"
#include "kernels/measure/format/json.hpp"
#include "tests/support/golden_sentences.hpp"

using warplens::test::golden;

namespace {

using namespace warplens;
using namespace warplens::measure;

class TestGpu final : public Gpu {
 public:
  Measured<MachineAnswer> machine() override {
    return base::fail(Problem{ProblemKind::kNoDriver, "no driver"});
  }
  Measured<JobAnswer> run(const Job& job, const Progress& progress) override {
    if (job.text == "fault") return base::fail(Problem{ProblemKind::kFault, "it faulted"});
    if (job.text == "throw") throw std::runtime_error("a broken promise");
    if (job.text == "no memory") throw std::bad_alloc();
    progress(0.25, "compiling");
    JobAnswer answer;
    answer.provenance.device = job.file_name;
    return answer;
  }
  Measured<AccessAnswer> measure_accesses(const AccessJob& job, const Progress&) override {
    AccessAnswer answer;
    answer.results.resize(job.accesses.size());
    return answer;
  }
  Measured<Ceilings> ceilings(const Progress&) override { return Ceilings{10, 20}; }
  Measured<Latencies> latencies(const Progress&) override { return Latencies{1, 2, 3, 4, 5, 6}; }
  Measured<Times> cublas_product(uint32_t n) override { return Times{n * 1.0, 0, 1, true}; }
};

std::string request(const std::string& members) {
  return "{\"protocol\": " + std::to_string(kProtocol) + ", " + members + "}\n";
}

std::vector<Json> served(const std::string& requests) {
  TestGpu gpu;
  std::istringstream in(requests);
  std::ostringstream out;
  CHECK(serve(gpu, in, out) == 0);
  std::vector<Json> lines;
  std::istringstream text(out.str());
  for (std::string line; std::getline(text, line);) lines.push_back(Json::parse(line));
  return lines;
}

}  // namespace

TEST_CASE("serve: no request, no answer") {
  CHECK(served("").empty());
}

TEST_CASE("serve: each request is answered in order, progress before its answer") {
  const std::vector<Json> lines = served(
      request(R"("do": "machine")") + request(R"("do": "run", "job": {"file_name": "k.cu"})") +
      request(R"("do": "accesses", "job": {"accesses": [{}, {}]})") +
      request(R"("do": "ceilings")") + request(R"("do": "cublas", "n": 64)"));
  REQUIRE(lines.size() == 6);
  CHECK(lines[0]["problem"]["kind"] == "no driver");
  CHECK(lines[0]["problem"]["message"] == "no driver");
  CHECK(lines[1] == Json{{"progress", 0.25}, {"what", "compiling"}});
  CHECK(lines[2]["answer"]["provenance"]["device"] == "k.cu");
  CHECK(lines[3]["answer"]["results"].size() == 2);
  CHECK(lines[4]["answer"].get<Ceilings>() == Ceilings{10, 20});
  CHECK(lines[5]["answer"]["median_us"] == 64.0);
}

TEST_CASE("serve: what cannot be understood is a problem, and the next request is answered") {
  for (const std::string& line :
       {std::string("nonsense\n"), std::string("3\n"), std::string("{}\n"),
        request(R"("do": "dance")"), request(R"("do": "run")"), request(R"("do": 1)"),
        request(R"("do": "run", "job": {"builds": ["fast"]})"),
        request(R"("do": "cublas", "n": "many")"),
        request(R"("do": "run", "job": {"text": "throw"})"), std::string("\n"),
        std::string("{\"do\": \"ceilings\"}\n"),
        std::string("{\"do\": \"ceilings\", \"protocol\": 1}\n"),
        std::string("{\"do\": \"ceilings\", \"protocol\": \"2\"}\n")}) {
    CAPTURE(line);
    const std::vector<Json> lines = served(line + request(R"("do": "ceilings")"));
    REQUIRE(lines.size() == 2);
    CHECK(lines[0]["problem"]["kind"] == "internal");
    CHECK(lines[0]["problem"]["message"] != "");
    CHECK(lines[1].contains("answer"));
  }
}

TEST_CASE("serve: after a fault nothing more is answered") {
  const std::vector<Json> lines =
      served(request(R"("do": "run", "job": {"text": "fault"})") + request(R"("do": "ceilings")"));
  REQUIRE(lines.size() == 1);
  CHECK(lines[0]["problem"]["kind"] == "fault");
}

TEST_CASE(
    "serve: answers and problems name the protocol, and another one is refused by its number") {
  const std::vector<Json> lines =
      served(request(R"("do": "ceilings")") + request(R"("do": "machine")") +
             "{\"do\": \"ceilings\", \"protocol\": 7}\n");
  REQUIRE(lines.size() == 3);
  for (const Json& line : lines) CHECK(line["protocol"] == kProtocol);
  CHECK(lines[2]["problem"]["message"].get<std::string>().find("protocol 7") != std::string::npos);
}

TEST_CASE("serve: a request that is too long is refused as a whole, and the next one answered") {
  const std::vector<Json> lines =
      served(std::string(kLongestLine + 10, 'x') + "\n" + request(R"("do": "ceilings")"));
  REQUIRE(lines.size() == 2);
  CHECK(lines[0]["problem"]["kind"] == "input");
  CHECK(lines[0]["problem"]["message"].get<std::string>() ==
        golden("measure.serve.request_too_large"));
  CHECK(lines[1].contains("answer"));
}

TEST_CASE("serve: memory that is not there is a problem, and the next request is answered") {
  const std::vector<Json> lines = served(request(R"("do": "run", "job": {"text": "no memory"})") +
                                         request(R"("do": "ceilings")"));
  REQUIRE(lines.size() == 2);
  CHECK(lines[0]["problem"]["kind"] == "memory");
  CHECK(lines[1].contains("answer"));
}
