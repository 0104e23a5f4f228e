#include "kernels/measure/gpu/by_line.hpp"

#include <map>
#include <tuple>
#include <utility>

#include "kernels/measure/cuda/call_sites.hpp"

namespace warplens::measure {
namespace {

std::string without_folders(const std::string& name) {
  return name.substr(name.find_last_of('/') + 1);  // all of it where there is no folder
}

// Line information names files without folders here.
std::string file_in_job(const std::string& file, const Job& job) {
  if (file == without_folders(job.file_name)) return "";
  for (const JobHeader& header : job.headers) {
    if (file == without_folders(header.name)) return header.name;
  }
  return file;
}

// The line that an instruction belongs to; for a function of the toolkit, the line of its call.
std::pair<std::string, uint32_t> line_of(const counters::InstructionCount& each, const Job& job) {
  const std::optional<cuda::CallSite> site = cuda::call_site(each.function);
  if (!site) return {file_in_job(each.file, job), each.line};
  for (const JobHeader& header : job.headers) {
    if (site->file_hash == cuda::file_hash(header.name)) return {header.name, site->line};
  }
  return {"", site->line};
}

}  // namespace

std::vector<LineCounts> by_line(const std::vector<counters::InstructionCount>& instructions,
                                const Job& job, bool has_lines) {
  using FileLine = std::pair<std::string, uint32_t>;
  std::map<std::tuple<std::string, uint32_t, Space, Operation>, Counts> sums;
  for (const counters::InstructionCount& each : instructions) {
    const auto [file, line] = has_lines ? line_of(each, job) : FileLine{};
    add(sums[{file, line, each.space, each.operation}], each.counts);
  }
  std::vector<LineCounts> rows;
  for (const auto& [place, counts] : sums) {
    const auto& [file, line, space, operation] = place;
    rows.push_back({file, line, space, operation, counts});
  }
  return rows;
}

}  // namespace warplens::measure
