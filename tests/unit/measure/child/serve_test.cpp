// The protocol, without a process.
#include "kernels/measure/child/serve.hpp"

#include <doctest/doctest.h>

#include <sstream>
#include <stdexcept>
#include <vector>

#include "kernels/measure/record/json.hpp"

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
  Measured<Times> cublas_product(uint32_t n) override { return Times{n * 1.0, 0, 1, true}; }
};

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
  const std::vector<Json> lines = served(R"({"do": "machine"})"
                                         "\n"
                                         R"({"do": "run", "job": {"file_name": "k.cu"}})"
                                         "\n"
                                         R"({"do": "accesses", "job": {"accesses": [{}, {}]}})"
                                         "\n"
                                         R"({"do": "ceilings"})"
                                         "\n"
                                         R"({"do": "cublas", "n": 64})");
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
  for (const char* request :
       {"nonsense", "3", "{}", R"({"do": "dance"})", R"({"do": "run"})", R"({"do": 1})",
        R"({"do": "run", "job": {"builds": ["fast"]}})", R"({"do": "cublas", "n": "many"})",
        R"({"do": "run", "job": {"text": "throw"}})", ""}) {
    CAPTURE(request);
    const std::vector<Json> lines = served(std::string(request) + "\n{\"do\": \"ceilings\"}\n");
    REQUIRE(lines.size() == 2);
    CHECK(lines[0]["problem"]["kind"] == "internal");
    CHECK(lines[0]["problem"]["message"] != "");
    CHECK(lines[1].contains("answer"));
  }
}

TEST_CASE("serve: after a fault nothing more is answered") {
  const std::vector<Json> lines =
      served("{\"do\": \"run\", \"job\": {\"text\": \"fault\"}}\n{\"do\": \"ceilings\"}\n");
  REQUIRE(lines.size() == 1);
  CHECK(lines[0]["problem"]["kind"] == "fault");
}
