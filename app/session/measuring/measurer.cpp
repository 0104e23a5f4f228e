// The real measurer: one child process for the GPU, the recordings read once, and scratch folders
// for what a job needs.
#include "app/session/measuring/measurer.hpp"

#include <utility>

#include "app/compare/job.hpp"
#include "sim/base/assert.hpp"

namespace warplens::gui {

namespace {

class WorkerMeasurer : public Measurer {
 public:
  explicit WorkerMeasurer(MeasurerOptions options)
      : options_(std::move(options)), worker_(options_.worker_command) {}

  measure::Measured<measure::MachineAnswer> machine(const measure::WaitOptions& wait) override {
    return worker_.machine(wait);
  }
  measure::Measured<measure::Measurement> measure_launch(
      const prepare::Request& request, const scene::Runs& simulated,
      const measure::WaitOptions& wait) override {
    return compare::measure_launch(worker_, request, simulated, {}, wait);
  }
  measure::Measured<measure::AccessAnswer> measure_access(
      const measure::WarpAccess& access, const measure::WaitOptions& wait) override {
    measure::AccessJob job;
    job.accesses = {access};
    return worker_.measure_accesses(job, wait);
  }
  base::Result<TextKey, std::string> key_of(const prepare::Request& request) override {
    const base::Checked<measure::Job> job = compare::make_job(request, "");  // writes nothing
    if (!job) {
      return base::fail(job.error().empty() ? std::string() : job.error().front().message);
    }
    return TextKey{compare::text_hash(*job), compare::launch_words(request.launch)};
  }
  base::Progress read_recordings(base::Slice& slice) override {
    if (recordings_) return base::Progress::kDone;
    if (!loading_) loading_.emplace(options_.recordings_folder);
    if (loading_->advance(slice) == base::Progress::kMore) return base::Progress::kMore;
    recordings_ = loading_->take();
    loading_.reset();
    return base::Progress::kDone;
  }
  const compare::Recordings& recordings() override {
    WL_ASSERT(recordings_.has_value(), "recordings are read before they are looked at");
    return *recordings_;
  }
  compare::Comparison compare(const scene::Runs& simulated, const measure::Measurement* measured,
                              const measure::Measurement* recorded) override {
    return compare::compare(simulated, measured, recorded);
  }

 private:
  MeasurerOptions options_;
  measure::Worker worker_;  // of the measuring thread
  // Of the comparing thread.
  std::optional<compare::RecordingsLoading> loading_;
  std::optional<compare::Recordings> recordings_;
};

}  // namespace

std::shared_ptr<Measurer> make_measurer(MeasurerOptions options) {
  return std::make_shared<WorkerMeasurer>(std::move(options));
}

}  // namespace warplens::gui
