// The structures of this folder as JSON and back. Empty texts, empty lists and what was not
// measured are left out; members that are missing keep their defaults. A member of the wrong type,
// or an unknown word for an enumerator, throws an exception derived from nlohmann's
// (Json::exception), whose what() names the member: "builds[0].method: 'x' is none of ...".
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/measure/format/compile.hpp"
#include "kernels/measure/format/job.hpp"
#include "kernels/measure/format/measurement.hpp"
#include "kernels/measure/format/problem.hpp"
#include "kernels/measure/format/words.hpp"
#include "sim/base/result.hpp"
#include "sim/base/slice.hpp"

namespace warplens::measure {

using Json = nlohmann::ordered_json;

inline constexpr size_t kMostItems = 1'000'000;  // of a list

// Found by nlohmann's lookup: Json j = measurement; j.get<Measurement>().
void to_json(Json& json, const LineCounts& value);
void from_json(const Json& json, LineCounts& value);
void to_json(Json& json, const Times& value);
void from_json(const Json& json, Times& value);
void to_json(Json& json, const Cause& value);
void from_json(const Json& json, Cause& value);
void to_json(Json& json, const LaunchResult& value);
void from_json(const Json& json, LaunchResult& value);
void to_json(Json& json, const BuildResult& value);
void from_json(const Json& json, BuildResult& value);
void to_json(Json& json, const GpuDevice& value);
void from_json(const Json& json, GpuDevice& value);
void to_json(Json& json, const Ceilings& value);
void from_json(const Json& json, Ceilings& value);
void to_json(Json& json, const Latencies& value);
void from_json(const Json& json, Latencies& value);
void to_json(Json& json, const Provenance& value);
void from_json(const Json& json, Provenance& value);
void to_json(Json& json, const ArrayAgreement& value);
void from_json(const Json& json, ArrayAgreement& value);
void to_json(Json& json, const Measurement& value);
void from_json(const Json& json, Measurement& value);
void to_json(Json& json, const MeasurementFile& value);
void from_json(const Json& json, MeasurementFile& value);
void to_json(Json& json, const Problem& value);
void from_json(const Json& json, Problem& value);
void to_json(Json& json, const Job& value);
void from_json(const Json& json, Job& value);
void to_json(Json& json, const CompileRequest& value);
void from_json(const Json& json, CompileRequest& value);
void to_json(Json& json, const Compiled& value);
void from_json(const Json& json, Compiled& value);
void to_json(Json& json, const JobAnswer& value);
void from_json(const Json& json, JobAnswer& value);
void to_json(Json& json, const AccessJob& value);
void from_json(const Json& json, AccessJob& value);
void to_json(Json& json, const AccessAnswer& value);
void from_json(const Json& json, AccessAnswer& value);
void to_json(Json& json, const MachineAnswer& value);
void from_json(const Json& json, MachineAnswer& value);

// One JSON value of at most 64 levels: everything here has far fewer, and more could overflow the
// stack of a recursive walk. Throws Json::exception.
Json parse_json(const std::string& text);

// Without line breaks. Bytes that are no UTF-8 (possible in a kernel's comments) become U+FFFD.
std::string one_line(const Json& json);

// A file's text; the error is one sentence with the place in it.
base::Result<MeasurementFile, std::string> parse_recording(const std::string& text);
// The same, to be continued later: measurement by measurement.
class RecordingParse {
 public:
  explicit RecordingParse(std::string text) : text_(std::move(text)) {}
  base::Progress advance(base::Slice& slice);
  base::Result<MeasurementFile, std::string> take() { return std::move(*result_); }  // when done

 private:
  struct Parts {
    std::string frame;                // the text with an empty list of measurements
    std::vector<std::string> single;  // the list's items
  };
  static std::optional<Parts> parts_of(const std::string& text);
  bool begin();
  bool add_next();

  const std::string text_;
  bool has_begun_ = false;
  Parts parts_;
  size_t next_ = 0;  // of the single ones
  MeasurementFile file_;
  std::optional<base::Result<MeasurementFile, std::string>> result_;
};
std::string print_recording(const MeasurementFile& recording);

}  // namespace warplens::measure
