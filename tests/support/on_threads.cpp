#include "tests/support/on_threads.hpp"

#include <doctest/doctest.h>

#include "tests/support/same_run.hpp"

namespace warplens::test {

std::shared_ptr<const run::Run> check_on_threads(prepare::Request request) {
  const auto run = [&](uint32_t threads, uint64_t chunk) {
    request.launch.threads = threads;
    request.chunk_sizes = {chunk, 1};
    const auto result = run::run(request);
    REQUIRE_MESSAGE(result.ok(), base::render(result.error(), request.file));
    return *result;
  };
  const auto in_order = run(1, 1);
  CHECK_FALSE(in_order->one_thread.has_value());
  const auto apart = run(3, 1);
  check_same_results(*apart, *in_order);
  check_same_results(*run(2, 3 * in_order->steps / in_order->context->grid.count()), *in_order);
  return apart;
}

}  // namespace warplens::test
