// Everything that `warplens compare` and the window's Compare view show, made in one call: the
// simulation is at hand, the rest is measured by the worker and looked up in the recordings.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/compare/comparison.hpp"
#include "kernels/measure/child/worker.hpp"
#include "kernels/measure/format/measurement.hpp"
#include "sim/base/slice.hpp"
#include "sim/run/run.hpp"

namespace warplens::compare {

using run::Runs;

struct MeasureOptions {
  std::vector<measure::Build> builds{measure::Build::kAsWritten, measure::Build::kAsCompiled};
  bool count = true;
  bool time = true;
  bool explain = true;
  std::optional<measure::Method> method;  // only this one; none: the best that is to be had
  double time_limit_s = 60;
};

// Measures the launches of `request` on this machine's GPU. `simulated` (may be empty: then arrays
// are not compared and nothing is replayed) are the runs of the same request. Where no counters may
// be read, accesses of the recorded blocks are replayed. Problems of the text are
// ProblemKind::kInput with the rendered diagnostics as message. Measurement::lesson and settings
// are the caller's to fill in. WaitOptions::time_limit_s is replaced by the options' one.
measure::Measured<measure::Measurement> measure_launch(measure::Worker& worker,
                                                       const prepare::Request& request,
                                                       const Runs& simulated,
                                                       const MeasureOptions& options,
                                                       const measure::WaitOptions& wait);

// The launch as Measurement::launch keeps it and find_recorded() looks it up: without what only the
// simulation heeds (device, threads, step limit).
std::string launch_words(const launch::Launch& launch);

// The recordings in `folder` ("" for none) and, after them, those that come with the program, so
// that a user's own are found first; what cannot be read of the folder is reported in `problems`,
// and that it holds none.
struct Recordings {
  std::vector<measure::MeasurementFile> recordings;
  size_t own = 0;  // of the folder, at the front
  std::vector<std::string> problems;
};
Recordings load_recordings(const std::string& folder);
// The same, to be continued later.
class RecordingsLoading {
 public:
  explicit RecordingsLoading(const std::string& folder);
  ~RecordingsLoading();
  base::Progress advance(base::Slice& slice);
  Recordings take();  // when it is done

 private:
  class Work;
  std::unique_ptr<Work> work_;
};
// A recording's file. The error is one sentence with the path in it.
base::Result<measure::MeasurementFile, std::string> read_recording(const std::string& path);

// The first recording's measurement of a text (by its hash) and launch; null if none has it.
const measure::Measurement* find_recorded(const Recordings& recordings,
                                          const std::string& text_hash, const std::string& launch);
// The first recording's measurement of the request's text and launch; null if none has it. The
// pointer is into `recordings`.
const measure::Measurement* look_up(const Recordings& recordings, const prepare::Request& request);

}  // namespace warplens::compare
