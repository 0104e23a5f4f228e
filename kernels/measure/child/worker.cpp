#include "kernels/measure/child/worker.hpp"

#include <utility>

#include "kernels/measure/child/conversation.hpp"
#include "kernels/measure/format/json.hpp"
#include "sim/base/say.hpp"

namespace warplens::measure {
namespace {

Partner measuring_process() {
  return {say("the measuring process"), say("the next measurement starts a new one"),
          say("a kernel may not end, or needs a smaller launch")};
}

}  // namespace

Worker::Worker(std::vector<std::string> command)
    : conversation_(std::make_unique<Conversation>(std::move(command), measuring_process())) {}
Worker::~Worker() = default;

Measured<MachineAnswer> Worker::machine(const WaitOptions& wait) {
  return conversation_->ask<MachineAnswer>(Json{{"do", "machine"}}, wait);
}
Measured<JobAnswer> Worker::run(const Job& job, const WaitOptions& wait) {
  return conversation_->ask<JobAnswer>(Json{{"do", "run"}, {"job", job}}, wait);
}
Measured<AccessAnswer> Worker::measure_accesses(const AccessJob& job, const WaitOptions& wait) {
  return conversation_->ask<AccessAnswer>(Json{{"do", "accesses"}, {"job", job}}, wait);
}
Measured<Ceilings> Worker::ceilings(const WaitOptions& wait) {
  return conversation_->ask<Ceilings>(Json{{"do", "ceilings"}}, wait);
}
Measured<Latencies> Worker::latencies(const WaitOptions& wait) {
  return conversation_->ask<Latencies>(Json{{"do", "latencies"}}, wait);
}
Measured<Times> Worker::cublas_product(uint32_t n, const WaitOptions& wait) {
  return conversation_->ask<Times>(Json{{"do", "cublas"}, {"n", n}}, wait);
}

}  // namespace warplens::measure
