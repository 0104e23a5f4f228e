// What the session asks of this machine's GPU and of the recordings, behind an interface: the real
// one has a child process measure (kernels/measure/child), a test's answers at once.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/compare/gather.hpp"
#include "app/scene/pages/comparison_scene.hpp"
#include "kernels/measure/child/worker.hpp"

namespace warplens::gui {

using MeasurementPointer = std::shared_ptr<const measure::Measurement>;

// What identifies a text and its launches among measurements.
struct TextKey {
  std::string text_hash, launch;
  friend bool operator==(const TextKey&, const TextKey&) = default;
};

class Measurer {
 public:
  virtual ~Measurer() = default;

  // Called on the measuring thread, one at a time.
  virtual measure::Measured<measure::MachineAnswer> machine(const measure::WaitOptions& wait) = 0;
  virtual measure::Measured<measure::Measurement> measure_launch(
      const prepare::Request& request, const scene::Runs& simulated,
      const measure::WaitOptions& wait) = 0;
  virtual measure::Measured<measure::AccessAnswer> measure_access(
      const measure::WarpAccess& access, const measure::WaitOptions& wait) = 0;

  // Called on the comparing thread, one at a time. Errors are one sentence.
  virtual base::Result<TextKey, std::string> key_of(const prepare::Request& request) = 0;
  // Reads the recordings, once, a slice at a time.
  virtual base::Progress read_recordings(base::Slice& slice) = 0;
  virtual const compare::Recordings& recordings() = 0;  // once they are read
  virtual compare::Comparison compare(const scene::Runs& simulated,
                                      const measure::Measurement* measured,
                                      const measure::Measurement* recorded) = 0;
};

struct MeasurerOptions {
  std::vector<std::string> worker_command;  // as measure::Worker takes it
  std::string recordings_folder;            // a user's own, beside those that come along
};
std::shared_ptr<Measurer> make_measurer(MeasurerOptions options);

}  // namespace warplens::gui
