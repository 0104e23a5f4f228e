#include "app/compare/gather.hpp"

#include <algorithm>

#include "app/compare/job.hpp"
#include "app/compare/replayed.hpp"
#include "kernels/measure/child/scratch_folder.hpp"
#include "sim/base/say.hpp"
#include "sim/launch/parse.hpp"

namespace warplens::compare {
namespace {

bool has(const std::vector<measure::Build>& builds, measure::Build build) {
  return std::find(builds.begin(), builds.end(), build) != builds.end();
}

// Without a method, that is, without permission or counters: replays what the simulation recorded.
// Both builds execute the same accesses there, so that one build gets them, the as-written one.
void replay_instead(measure::Worker& worker, const Runs& simulated, const MeasureOptions& options,
                    const measure::WaitOptions& wait, measure::Measurement& measurement) {
  if (!options.count || simulated.empty()) return;
  if (options.method && *options.method != measure::Method::kReplay) return;
  for (measure::BuildResult& build : measurement.builds) {
    if (build.method || build.build != measure::Build::kAsWritten) continue;
    const std::string problem = replay_runs(worker, simulated, wait, build);
    if (problem.empty()) continue;
    build.refusal += (build.refusal.empty() ? "" : " ") + problem;
  }
}

}  // namespace

std::string launch_words(const launch::Launch& launch) {
  launch::Launch shown = launch;
  shown.device.clear();
  shown.threads = launch::Launch{}.threads;
  shown.step_limit = 0;
  return launch::print(shown);
}

measure::Measured<measure::Measurement> measure_launch(measure::Worker& worker,
                                                       const prepare::Request& request,
                                                       const Runs& simulated,
                                                       const MeasureOptions& options,
                                                       const measure::WaitOptions& wait) {
  const measure::ScratchFolder folder;
  if (folder.path().empty()) {
    return base::fail(measure::Problem{
        measure::ProblemKind::kInternal,
        say("no folder could be made among the system's temporary files; is the disk full?")});
  }
  base::Checked<measure::Job> job = make_job(request, folder.path());
  if (!job) {
    return base::fail(
        measure::Problem{measure::ProblemKind::kInput, base::render(job.error(), request.file)});
  }
  job->builds = options.builds;
  job->count = options.count && options.method != measure::Method::kReplay;
  job->time = options.time;
  job->explain = options.explain && has(options.builds, measure::Build::kAsCompiled);
  job->method = options.method;
  if (simulated.empty()) job->result_folder.clear();
  measure::WaitOptions limited = wait;
  limited.time_limit_s = options.time_limit_s;
  const measure::Measured<measure::JobAnswer> answer = worker.run(*job, limited);
  if (!answer) return base::fail(answer.error());

  measure::Measurement measurement;
  measurement.file = job->file_name;
  measurement.text_hash = text_hash(*job);
  measurement.launch = launch_words(request.launch);
  measurement.provenance = answer->provenance;
  measurement.builds = answer->builds;
  if (!simulated.empty() && has(options.builds, measure::Build::kAsWritten))
    measurement.arrays = compare_arrays(simulated, *job, measure::Build::kAsWritten);
  replay_instead(worker, simulated, options, limited, measurement);
  return measurement;
}

}  // namespace warplens::compare
