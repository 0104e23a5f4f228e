#include "kernels/measure/counters/source_lines.hpp"

#include <cstdlib>
#include <filesystem>

namespace warplens::measure::counters {

SourceLine source_line(const Cupti& cupti, const std::vector<char>& cubin,
                       const std::string& function, uint32_t offset) {
  CUpti_GetSassToSourceCorrelationParams asked{};
  asked.size = CUpti_GetSassToSourceCorrelationParamsSize;
  asked.cubin = cubin.data();
  asked.cubinSize = cubin.size();
  asked.functionName = function.c_str();
  asked.pcOffset = offset;
  SourceLine result;
  if (cupti.cuptiGetSassToSourceCorrelation(&asked) == CUPTI_SUCCESS && asked.fileName) {
    result.file = std::filesystem::path(asked.fileName).filename().string();
    result.line = asked.lineNumber;
  }
  std::free(asked.fileName);  // CUPTI leaves both to its caller
  std::free(asked.dirName);
  return result;
}

}  // namespace warplens::measure::counters
