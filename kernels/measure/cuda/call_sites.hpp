// Lines for the toolkit's functions that access memory. In the debug build atomicAdd(), __ldg() and
// the like are functions shared by all calls and without line information, so that a count at their
// one instruction belongs to no line. A header that NVRTC includes before the text makes each call
// a function of its own, of the same single PTX instruction, with the line of the call in its name.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warplens::measure::cuda {

// The header: its name in an #include, and its text. The toolkit's headers define functions of the
// same names, so that those included by the job's text and headers come first.
inline constexpr const char* kCallSitesHeader = "warplens_call_sites.h";
// Calls of `own`, functions of that name in the text itself, remain as they are.
std::string call_sites_text(const std::vector<std::string>& texts,
                            const std::set<std::string>& own = {});

// The names of such functions that the texts seem to declare: `float atomicMax(float* at, float
// by)` beside the toolkit's. Comments are not distinguished from code, so that this is only for
// texts that do not compile otherwise.
std::set<std::string> own_functions(const std::vector<std::string>& texts);

// The lines of the texts that include a header of the toolkit: `#include <cuda_fp16.h>`.
std::string toolkit_includes(const std::vector<std::string>& texts);

struct CallSite {
  uint32_t line = 0;
  uint32_t file_hash = 0;  // file_hash() of the calling file's name
};
// Of a function's name in the cubin; nothing for a function of the text.
std::optional<CallSite> call_site(const std::string& function);

// FNV-1a of the name without folders, as the header computes it of __FILE__.
uint32_t file_hash(const std::string& name);

}  // namespace warplens::measure::cuda
