// The window beside a stand-in for a GPU (stand_in_measurer.hpp), for scripts.
//
//   window_stand_in SCRIPT                     offscreen, as warplens gui --headless --script
//   window_stand_in --record FILE LESSON...    a file of recordings; LESSON[,PARAMETER=VALUE]...
#include <cstdio>
#include <fstream>
#include <sstream>

#include "app/session/session.hpp"
#include "app/window/platform/run_gui.hpp"
#include "kernels/measure/format/json.hpp"
#include "tests/support/stand_in_measurer.hpp"

namespace {

using namespace warplens;

// "transpose-padded,pad=0"
bool add_measurement(const std::string& words, measure::MeasurementFile& recording) {
  std::stringstream parts(words);
  std::string id, setting;
  std::getline(parts, id, ',');
  gui::SessionOptions options;
  options.lessons = lessons::built_in();
  options.threads = false;
  const auto gpu = std::make_shared<test::StandInMeasurer>();
  options.measurer = gpu;
  gui::Session session(std::move(options));
  if (!session.open(id)) return false;
  while (std::getline(parts, setting, ',')) {
    const size_t equals = setting.find('=');
    if (equals == std::string::npos) return false;
    session.apply({gui::action::SetParameter{setting.substr(0, equals),
                                             std::stoll(setting.substr(equals + 1))}});
  }
  session.wait_idle();
  const gui::State& model = session.model();
  auto measurement = gpu->measurement_of(model.run->request, model.launches);
  if (!measurement) return false;
  measurement->lesson = id;
  recording.measurements.push_back(std::move(measurement).value());
  return true;
}

int record(int count, char** arguments) {
  measure::MeasurementFile recording;
  recording.device.name = recording.provenance.device = "Stand-in GPU";
  recording.provenance.date = "2026-01-02";
  for (int i = 3; i < count; ++i) {
    if (!add_measurement(arguments[i], recording)) {
      std::fprintf(stderr, "no measurement of %s\n", arguments[i]);
      return 2;
    }
  }
  std::ofstream file(arguments[2]);
  file << measure::print_recording(recording);
  return file ? 0 : 2;
}

}  // namespace

int main(int count, char** arguments) {
  if (count >= 3 && std::string(arguments[1]) == "--record") return record(count, arguments);
  if (count != 2) return 2;
  gui::GuiOptions options;
  options.headless = true;
  options.script = arguments[1];
  options.measurer = std::make_shared<test::StandInMeasurer>();
  return gui::run_gui(options);
}
