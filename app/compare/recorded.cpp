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

std::string in_file(const std::string& name, const std::string& problem) {
  return name + ": " + problem;
}

}  // namespace

base::Result<measure::MeasurementFile, std::string> read_recording(const std::string& path) {
  const base::Result<std::string, std::string> text = files::read_text(path, kMostBytes);
  if (!text) return base::fail(text.error());
  base::Result<measure::MeasurementFile, std::string> recording = measure::parse_recording(*text);
  if (!recording) return base::fail(in_file(path, recording.error()));
  return recording;
}

class RecordingsLoading::Work {
 public:
  explicit Work(const std::string& folder) : built_in_(embedded_recordings()) {
    if (folder.empty()) return;
    base::Result<std::vector<std::string>, std::string> paths = files::list_folder(folder, ".json");
    if (!paths) {
      all_.problems.push_back(paths.error());
      return;
    }
    if (paths->empty())
      all_.problems.push_back(say("{path} holds no recording (*.json)", "path"_a = folder));
    paths_ = std::move(*paths);
  }

  base::Progress advance(base::Slice& slice) {
    while (parse_ || next_ < paths_.size() + built_in_.size()) {
      if (slice.is_over()) return base::Progress::kMore;
      if (!parse_) begin_next();
      if (!parse_) continue;
      if (parse_->advance(slice) == base::Progress::kMore) return base::Progress::kMore;
      add(parse_->take());
      parse_.reset();
    }
    return base::Progress::kDone;
  }

  Recordings take() { return std::move(all_); }

 private:
  void begin_next() {
    const size_t next = next_++;
    is_own_ = next < paths_.size();
    if (!is_own_) {
      const files::EmbeddedFile& file = built_in_[next - paths_.size()];
      name_ = file.name;
      parse_.emplace(std::string(file.text));
      return;
    }
    name_ = paths_[next];
    base::Result<std::string, std::string> text = files::read_text(name_, kMostBytes);
    if (text)
      parse_.emplace(std::move(*text));
    else
      all_.problems.push_back(text.error());
  }

  void add(base::Result<measure::MeasurementFile, std::string> recording) {
    if (!recording) {
      all_.problems.push_back(in_file(name_, recording.error()));
      return;
    }
    all_.recordings.push_back(std::move(*recording));
    if (is_own_) ++all_.own;
  }

  const std::vector<files::EmbeddedFile> built_in_;
  std::vector<std::string> paths_;  // of the folder
  size_t next_ = 0;                 // of them, then of those built in
  std::string name_;                // of the one that is being parsed
  bool is_own_ = false;
  std::optional<measure::RecordingParse> parse_;
  Recordings all_;
};

RecordingsLoading::RecordingsLoading(const std::string& folder)
    : work_(std::make_unique<Work>(folder)) {}

RecordingsLoading::~RecordingsLoading() = default;

base::Progress RecordingsLoading::advance(base::Slice& slice) {
  return work_->advance(slice);
}

Recordings RecordingsLoading::take() {
  return work_->take();
}

Recordings load_recordings(const std::string& folder) {
  RecordingsLoading loading(folder);
  return base::whole(loading);
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
