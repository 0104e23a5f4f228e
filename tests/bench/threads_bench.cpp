// How much faster several threads execute: the tiled matrix product (tile 16), counted as `run`
// counts it, on 1, 2, 4... threads. Prints medians of the wall times, their ratios to one thread's,
// and medians of the processor time of all threads; asserts nothing but that the counts are the
// same.
//   warplens_bench_threads [EDGE [MOST_THREADS [REPEATS]]]     512, all cores, 5
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "sim/launch/parse.hpp"
#include "sim/run/run.hpp"

using namespace warplens;

namespace {

prepare::Request request_of(uint64_t edge) {
  std::ifstream in(std::string(WARPLENS_SOURCE_DIR) + "/tests/kernels/table/products.cu");
  std::ostringstream text;
  text << in.rdbuf();
  const std::string n = std::to_string(edge), blocks = std::to_string(edge / 16);
  const std::string array = "=float[" + n + "][" + n + "]";
  const auto options = launch::parse_options(launch::split_words(
      "--kernel product_in_tiles --grid " + blocks + "," + blocks + " --block 16,16 --arg left" +
      array + " --arg right" + array + " --arg out" + array + ":zero --arg edge=" + n +
      " --step-limit 1000000000000"));
  prepare::Request request;
  request.file = base::SourceFile("products.cu", text.str());
  if (options.ok()) request.launch = launch::apply({}, *options);
  request.record = false;
  return request;
}

}  // namespace

int main(int argc, char** argv) {
  const auto argument = [&](int index, uint64_t usual) {
    return argc > index ? std::strtoull(argv[index], nullptr, 10) : usual;
  };
  const uint64_t edge = argument(1, 512), repeats = std::max<uint64_t>(1, argument(3, 5));
  const uint64_t most = argument(2, std::max(1u, std::thread::hardware_concurrency()));
  if (edge < 16 || edge % 16 != 0) {
    std::fputs("the edge has to be a multiple of 16\n", stderr);
    return 2;
  }
  prepare::Request request = request_of(edge);
  std::vector<uint32_t> threads;
  for (uint32_t n = 1; n < most; n *= 2) threads.push_back(n);
  threads.push_back(static_cast<uint32_t>(most));
  std::vector<std::vector<double>> seconds(threads.size()), processor(threads.size());
  uint64_t steps = 0;
  for (uint64_t repeat = 0; repeat < repeats; ++repeat) {
    for (size_t i = 0; i < threads.size(); ++i) {  // in turn, so that a busy time meets all
      request.launch.threads = threads[i];
      const auto start = std::chrono::steady_clock::now();
      const std::clock_t used = std::clock();
      const auto run = run::run(request);
      seconds[i].push_back(
          std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
      processor[i].push_back(static_cast<double>(std::clock() - used) / CLOCKS_PER_SEC);
      if (!run.ok() || (steps != 0 && (*run)->steps != steps)) {
        std::fputs("the run failed, or its steps depend on the threads\n", stderr);
        return 1;
      }
      steps = (*run)->steps;
    }
  }
  std::printf("%llu x %llu, tile 16: %llu warp instructions; medians of %llu\n",
              static_cast<unsigned long long>(edge), static_cast<unsigned long long>(edge),
              static_cast<unsigned long long>(steps), static_cast<unsigned long long>(repeats));
  double one = 0;
  for (size_t i = 0; i < threads.size(); ++i) {
    std::sort(seconds[i].begin(), seconds[i].end());
    std::sort(processor[i].begin(), processor[i].end());
    const double median = seconds[i][seconds[i].size() / 2];
    if (i == 0) one = median;
    std::printf("%4u threads: %8.3f s (%.3f to %.3f), %6.2f x one thread; processor time %.3f s\n",
                threads[i], median, seconds[i].front(), seconds[i].back(), one / median,
                processor[i][processor[i].size() / 2]);
  }
  return 0;
}
