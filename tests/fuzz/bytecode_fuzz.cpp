// Valid kernels that the bytes choose, on the warp machine and on the naive one
// (tests/unit/oracle): the same accesses and the same arrays. Their programs pass the verifier,
// which lower() asks.
#include "../unit/oracle/compare.hpp"
#include "../unit/oracle/generator.hpp"
#include "sim/launch/parse.hpp"
#include "target.hpp"

using namespace warplens;

namespace {

// The bytes one after another, then zeros.
class Bytes {
 public:
  Bytes(const uint8_t* data, size_t size) : data_(data), size_(size) {}
  uint32_t next() { return at_ < size_ ? data_[at_++] : 0; }

 private:
  const uint8_t* data_;
  size_t size_, at_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Bytes bytes(data, size);
  const char* const blocks[] = {"16,6", "45", "64", "128"};
  const std::string words =
      std::string("--grid 2 --block ") + blocks[bytes.next() % 4] +
      " --arg out=int[1024]:zero --arg in=int[512]:random=" + std::to_string(bytes.next()) +
      " --arg wide=float[512]:mod=97 --arg n=" + std::to_string(bytes.next() % 40) +
      " --step-limit 20000";
  const bool uses_functions = bytes.next() % 2 == 0;
  const std::string text = oracle::random_kernel([&] { return bytes.next(); }, uses_functions);
  const auto options = launch::parse_options(launch::split_words(words));
  fuzz::expect(options.ok(), "the launch is understood");
  prepare::Request request;
  request.file = base::SourceFile("fuzz.cu", text);
  request.launch = launch::apply({}, *options);
  const auto run = run::run(request);
  fuzz::expect(run.ok(), "this compiles and runs:\n" + text +
                             (run.ok() ? "" : base::render(run.error(), request.file)));
  std::string why;
  const oracle::Verdict verdict = oracle::compare(**run, 20'000, why);
  fuzz::expect(verdict != oracle::Verdict::kDifferent,
               "both machines do the same with:\n" + text + words + "\n" + why);
  return 0;
}
