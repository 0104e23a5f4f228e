#include "kernels/measure/counters/source_lines.hpp"

#include <cstdlib>
#include <filesystem>

namespace warplens::measure::counters {

SourceLine source_line(const Cupti& cupti, const std::vector<char>& cubin,
                       const std::string& function, uint32_t offset) {
  CUpti_GetSassToSourceCorrelationParams query{};
  query.size = CUpti_GetSassToSourceCorrelationParamsSize;
  query.cubin = cubin.data();
  query.cubinSize = cubin.size();
  query.functionName = function.c_str();
  query.pcOffset = offset;
  SourceLine result;
  if (cupti.cuptiGetSassToSourceCorrelation(&query) == CUPTI_SUCCESS && query.fileName) {
    result.file = std::filesystem::path(query.fileName).filename().string();
    result.line = query.lineNumber;
  }
  std::free(query.fileName);  // both belong to the caller
  std::free(query.dirName);
  return result;
}

}  // namespace warplens::measure::counters
