// Recordings: the built-in ones and a user's folder. Nothing that is wrong with a file stops the
// others.
#include "app/compare/embedded.hpp"
#include "app/compare/gather.hpp"
#include "app/compare/job.hpp"
#include "app/files/files.hpp"
#include "kernels/measure/format/json.hpp"
#include "sim/base/say.hpp"

namespace warplens::compare {
namespace {

constexpr uint64_t kMostBytes = uint64_t{256} << 20;  // of a recording

base::Result<measure::MeasurementFile, std::string> parse(const std::string& name,
                                                          const std::string& text) {
  base::Result<measure::MeasurementFile, std::string> recording = measure::parse_recording(text);
  if (!recording) return base::fail(name + ": " + recording.error());
  return recording;
}

void add(base::Result<measure::MeasurementFile, std::string> recording, Recordings& to) {
  if (recording)
    to.recordings.push_back(std::move(*recording));
  else
    to.problems.push_back(recording.error());
}

}  // namespace

base::Result<measure::MeasurementFile, std::string> read_recording(const std::string& path) {
  const base::Result<std::string, std::string> text = files::read_text(path, kMostBytes);
  if (!text) return base::fail(text.error());
  return parse(path, *text);
}

Recordings load_recordings(const std::string& folder) {
  Recordings all;
  if (!folder.empty()) {
    const base::Result<std::vector<std::string>, std::string> paths =
        files::list_folder(folder, ".json");
    if (!paths)
      all.problems.push_back(paths.error());
    else if (paths->empty())
      all.problems.push_back(say("{path} holds no recording (*.json)", "path"_a = folder));
    for (const std::string& path : paths ? *paths : std::vector<std::string>{})
      add(read_recording(path), all);
  }
  all.own = all.recordings.size();
  for (const files::EmbeddedFile& file : embedded_recordings())
    add(parse(std::string(file.name), std::string(file.text)), all);
  return all;
}

const measure::Measurement* find_recorded(const Recordings& recordings,
                                          const std::string& text_hash, const std::string& launch) {
  for (const measure::MeasurementFile& recording : recordings.recordings) {
    const measure::Measurement* found = find_recorded(recording, text_hash, launch);
    if (found != nullptr) return found;
  }
  return nullptr;
}

const measure::Measurement* look_up(const Recordings& recordings, const prepare::Request& request) {
  const base::Checked<measure::Job> job = make_job(request, "");
  if (!job) return nullptr;
  return find_recorded(recordings, text_hash(*job), launch_words(request.launch));
}

}  // namespace warplens::compare
