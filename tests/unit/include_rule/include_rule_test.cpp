// The include rule, checked on the files themselves: a folder sees only those below it, sim/ starts
// no thread and opens no file, CUDA's headers stay where CUDA is spoken to, and every header is
// guarded. (That a header compiles alone is checked by builds of preset dev: headers_alone.)
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "files.hpp"

namespace {

using warplens::test::Include;
using warplens::test::includes_of;
using warplens::test::read_source;
using warplens::test::source_files;
namespace fs = std::filesystem;

using Folders = std::set<std::string>;

// Folder of sim/ -> the folders of sim/ it may include, itself aside.
const std::map<std::string, Folders> kMayInclude{
    {"base", {}},
    {"tensor", {"base"}},
    {"lang/tree", {"base"}},
    {"lang/library", {"base", "lang/tree"}},
    {"lang/text", {"base", "lang/tree", "lang/library"}},
    {"lang/check", {"base", "lang/tree", "lang/library", "lang/text"}},
    {"lang/syntax", {"base", "lang/tree", "lang/library", "lang/text", "lang/check"}},
    {"lang/device", {"base", "lang/tree", "lang/library", "lang/text"}},
    {"lang", {"base", "lang/tree", "lang/library", "lang/text", "lang/check", "lang/syntax"}},
    {"code", {"base", "tensor", "lang/tree", "lang/library"}},
    {"edit", {"base", "lang/tree", "lang/library", "lang/text", "code"}},
    {"launch", {"base"}},
    {"trace", {"base"}},
    {"model", {"base"}},
    {"machine", {"base", "tensor", "lang/tree", "code", "trace", "launch"}},
    {"host", {"base", "lang/tree", "lang/library", "code", "launch", "trace", "machine", "model"}},
    {"prepare",
     {"base", "lang", "lang/tree", "lang/check", "code", "launch", "trace", "machine", "model",
      "host", "observe", "observe/finding"}},
    {"observe/finding", {"base", "lang/tree", "code", "trace"}},
    {"observe/totals", {"base", "lang/tree", "code", "trace", "model", "observe/finding"}},
    {"observe/barriers", {"base", "code", "trace", "observe/finding"}},
    {"observe/races", {"base", "code", "trace", "observe/finding"}},
    {"observe/unwritten", {"base", "code", "trace", "observe/finding", "observe/races"}},
    {"observe/recorded", {"base", "code", "trace"}},
    {"observe/streams", {"code", "trace", "model", "observe/finding", "observe/totals"}},
    {"observe/layouts", {"code", "model", "observe/finding", "observe/streams"}},
    {"observe/hints",
     {"base", "lang/tree", "code", "edit", "trace", "model", "observe/finding", "observe/totals",
      "observe/layouts"}},
    {"observe",
     {"base", "code", "launch", "trace", "model", "observe/finding", "observe/totals",
      "observe/barriers", "observe/races", "observe/unwritten", "observe/streams"}},
    {"run",
     {"base", "lang/tree", "code", "launch", "trace", "machine", "model", "prepare", "observe",
      "observe/finding", "observe/totals", "observe/races", "observe/unwritten", "observe/streams",
      "observe/hints"}},
    {"replay", {"base", "lang/tree", "lang/library", "code", "machine", "run"}},
    {"whatif",
     {"base", "lang/tree", "code", "edit", "trace", "machine", "model", "prepare", "run", "replay",
      "observe/finding", "observe/totals", "observe/recorded"}},
    {"whatif/fix",
     {"base", "lang/tree", "code", "launch", "edit", "model", "run", "whatif", "observe/totals",
      "observe/layouts"}},
};

// The same for app/. The command line starts the window, so it sees the platform's entry. What
// draws is one library in rooms; a page's folder counts as `window/pages`.
const Folders kSeenByWindow{"files",         "lessons",       "compare",       "study",
                            "scene",         "session",       "guide",         "window/kit",
                            "window/access", "window/frame",  "window/source", "window/split",
                            "window/pages",  "window/course", "course",        "lecture",
                            "window/lecture"};
const std::map<std::string, Folders> kAppMayInclude{
    {"files", {}},
    {"languages", {}},
    {"guide", {"files"}},
    {"lessons", {"files"}},
    {"compare", {"files", "lessons"}},
    {"study", {"compare"}},
    {"course", {"files", "lessons", "study"}},
    {"check", {"files", "lessons", "study", "course"}},
    {"lecture", {"files", "lessons", "study", "course"}},
    {"cli",
     {"files", "languages", "guide", "lessons", "compare", "study", "course", "check", "lecture",
      "window/platform"}},
    {"scene", {"compare", "study"}},
    {"session", {"files", "lessons", "compare", "study", "course", "lecture", "scene"}},
    {"window/kit", {"files"}},
    {"window/access", kSeenByWindow},
    {"window/source", kSeenByWindow},
    {"window/split", kSeenByWindow},
    {"window/pages", kSeenByWindow},
    {"window/course", kSeenByWindow},
    {"window/lecture", kSeenByWindow},
    {"window/frame", kSeenByWindow},
    {"window/platform", kSeenByWindow},
};
const Folders kSeesBaseAlone{"languages", "guide"};  // of sim/
const Folders kDraws{"window/kit",     "window/access", "window/source",
                     "window/split",   "window/pages",  "window/course",
                     "window/lecture", "window/frame",  "window/platform"};

// And for kernels/measure, which sees two folders of sim/ and nothing of app/.
const std::map<std::string, Folders> kMeasureMayInclude{
    {"format", {}},
    {"child", {"format"}},
    {"machine_code", {"format", "child"}},
    {"cubin", {"format"}},
    {"cuda", {"format", "child"}},
    {"counters", {"format", "child", "cuda"}},
    {"replay", {"format", "child", "cuda", "counters"}},
    {"timing", {"format", "child", "cuda"}},
    {"gpu", {"format", "child", "cuda", "counters", "replay", "timing", "machine_code", "cubin"}},
};
const Folders kSimOfMeasure{"base", "launch"};
const Folders kSpeaksToCuda{"cuda", "counters", "replay", "timing", "gpu"};

// Folder of app/ -> what it sees of kernels/measure: plain data, and the process that measures.
// make_gpu() is declared in child/.
const std::map<std::string, Folders> kMeasureOfApp{
    {"compare", {"format", "child"}},
    {"study", {"format"}},
    {"cli", {"format", "child"}},
    {"session", {"format", "child"}},
};

// Threads but for the pool's, files, streams to them: passed in from outside. And no library but
// the standard one. A mutex may be there: a store of runs is used by several threads.
const std::set<std::string> kNotInSim{
    "thread",   "shared_mutex",      "condition_variable", "future",   "fstream", "filesystem",
    "iostream", "nlohmann/json.hpp", "CLI/CLI.hpp",        "unistd.h", "fcntl.h", "pthread.h",
    "cuda.h",   "cuda_runtime.h"};

const std::set<std::string> kForPool{"thread", "mutex", "condition_variable"};

// The folder of top/X/Y/file.hpp below `top`: "X/Y"; "" if it is elsewhere or in `top` itself.
std::string folder_in(const std::string& top, const std::string& path) {
  const size_t slash = path.rfind('/');
  if (!path.starts_with(top + "/") || slash <= top.size()) return "";
  return path.substr(top.size() + 1, slash - top.size() - 1);
}

// A room of a folder that has no row of its own counts as the folder.
std::string in_rule(const std::map<std::string, Folders>& rule, std::string folder) {
  while (!rule.contains(folder) && folder.find('/') != std::string::npos)
    folder.erase(folder.rfind('/'));
  return folder;
}

bool is_drawing_library(const std::string& path) {
  return path.starts_with("imgui") || path.starts_with("GLFW/") || path.starts_with("glad/") ||
         path.starts_with("EGL/");
}

bool is_cuda_header(const std::string& path) {
  return path.starts_with("cu") || path.starts_with("nv");  // cuda.h, cupti_x.h, nvrtc.h, nvml.h
}

constexpr const char* kNotFromRoot = "is not given from the root";

std::string sim_complaint(const std::string& file, const Include& include) {
  const std::string own = in_rule(kMayInclude, folder_in("sim", file));
  const auto allowed = kMayInclude.find(own);
  if (allowed == kMayInclude.end())
    return "comes from a folder of sim/ that the rule does not know";
  if (!include.is_quoted) {
    if (include.path == "immintrin.h") return "";  // the compiler's own
    const bool assembles = file.starts_with("sim/host/scalar/native_") ||
                           file == "sim/machine/avx2/warp_translation.hpp" ||
                           file == "sim/machine/avx2/assembly.hpp";
    if (include.path == "asmjit/x86.h" && assembles) return "";
    const bool is_say = file == "sim/base/say.hpp";
    if (include.path.starts_with("fmt/") && (is_say || file.ends_with(".cpp"))) return "";
    const bool is_standard = include.path.find_first_of("/.") == std::string::npos;
    if (file == "sim/base/stack.cpp" && include.path == "pthread.h") return "";
    const bool maps = file == "sim/host/address_range.cpp" || file == "sim/base/large_pages.cpp";
    if (maps && include.path == "sys/mman.h") return "";
    const bool is_pool = file.starts_with("sim/base/worker_pool.");
    if (is_pool && kForPool.contains(include.path)) return "";
    if (kNotInSim.contains(include.path))
      return "is not for sim/, where base/worker_pool alone starts threads and nothing opens a "
             "file";
    return is_standard ? "" : "is not of the standard library";
  }
  const std::string other = in_rule(kMayInclude, folder_in("sim", include.path));
  if (other.empty()) return "is outside sim/";
  return other == own || allowed->second.contains(other) ? "" : "is above it";
}

std::string app_complaint(const std::string& file, const Include& include) {
  const std::string own = in_rule(kAppMayInclude, folder_in("app", file));
  const auto allowed = kAppMayInclude.find(own);
  if (own.empty()) return "";  // main.cpp
  if (allowed == kAppMayInclude.end())
    return "comes from a folder of app/ that the rule does not know";
  if (is_drawing_library(include.path))
    return kDraws.contains(own) ? "" : "draws, and this folder does not";
  if (!include.is_quoted) return is_cuda_header(include.path) ? "is CUDA's" : "";
  if (kSeesBaseAlone.contains(own) && include.path.starts_with("sim/"))
    return folder_in("sim", include.path) == "base" ? "" : "is more than it may see";
  if (include.path.starts_with("sim/")) return "";
  const std::string measured = folder_in("kernels/measure", include.path);
  if (!measured.empty()) {
    const auto seen = kMeasureOfApp.find(own);
    if (seen == kMeasureOfApp.end()) return "measures, and this folder does not";
    return seen->second.contains(measured) ? "" : "is not for app/" + own;
  }
  const std::string other = in_rule(kAppMayInclude, folder_in("app", include.path));
  if (other.empty()) return kNotFromRoot;
  return other == own || allowed->second.contains(other) ? "" : "is above it";
}

std::string measure_complaint(const std::string& file, const Include& include) {
  const std::string own = folder_in("kernels/measure", file);
  const auto allowed = kMeasureMayInclude.find(own);
  if (allowed == kMeasureMayInclude.end())
    return "comes from a folder of kernels/measure that the rule does not know";
  if (!include.is_quoted) {
    if (is_cuda_header(include.path) && !kSpeaksToCuda.contains(own))
      return "is CUDA's, and this folder is built without it";
    return is_drawing_library(include.path) ? "draws, and this folder does not" : "";
  }
  if (include.path.starts_with("sim/"))
    return kSimOfMeasure.contains(folder_in("sim", include.path)) ? "" : "is more than it may see";
  const std::string other = folder_in("kernels/measure", include.path);
  if (other.empty()) return "is outside kernels/measure";
  return other == own || allowed->second.contains(other) ? "" : "is above it";
}

// What is wrong with one include of `file` (a path from the root); "" if nothing.
std::string complaint(const std::string& file, const Include& include) {
  if (file.starts_with("sim/")) return sim_complaint(file, include);
  if (file.starts_with("kernels/")) return measure_complaint(file, include);
  return app_complaint(file, include);
}

}  // namespace

TEST_CASE("include rule: no file includes what is above it") {
  const std::vector<std::string> files = source_files();
  CHECK(files.size() > 60);
  size_t checked = 0;
  for (const std::string& file : files) {
    for (const Include& include : includes_of(read_source(file))) {
      ++checked;
      const std::string wrong = complaint(file, include);
      if (!wrong.empty()) FAIL_CHECK(file << ": " << include.path << " " << wrong);
    }
  }
  CHECK(checked > 300);
}

TEST_CASE("include rule: a quoted include names a file of the repository") {
  for (const std::string& file : source_files()) {
    for (const Include& include : includes_of(read_source(file))) {
      if (!include.is_quoted) continue;
      if (!fs::exists(fs::path(WARPLENS_SOURCE_DIR) / include.path)) {
        FAIL_CHECK(file << ": there is no " << include.path);
      }
    }
  }
}

TEST_CASE("include rule: every header begins with #pragma once, behind its comment") {
  for (const std::string& file : source_files()) {
    if (!file.ends_with(".hpp")) continue;
    std::istringstream lines(read_source(file));
    std::string line;
    while (std::getline(lines, line) && (line.starts_with("//") || line.empty())) {
    }
    if (line != "#pragma once") FAIL_CHECK(file << ": begins with '" << line << "'");
  }
}

TEST_CASE("include rule: every folder is in the rule, and the rule has no circle") {
  Folders in_sim, in_measure;
  for (const std::string& file : source_files()) {
    if (file.starts_with("sim/")) in_sim.insert(in_rule(kMayInclude, folder_in("sim", file)));
    if (file.starts_with("kernels/")) in_measure.insert(folder_in("kernels/measure", file));
  }
  for (const auto& [present, rule] :
       {std::pair{in_sim, kMayInclude}, std::pair{in_measure, kMeasureMayInclude}}) {
    for (const std::string& folder : present) CHECK_MESSAGE(rule.contains(folder), folder);
    for (const auto& row : rule) {
      const std::string& folder = row.first;
      CHECK_MESSAGE(present.contains(folder), folder);
      for (const std::string& other : row.second)
        CHECK_FALSE_MESSAGE(rule.at(other).contains(folder), folder);
    }
  }
}

TEST_CASE("include rule: the check itself finds what it must") {
  const auto quoted = [](const char* file, const char* path) {
    return complaint(file, {path, true});
  };
  const auto angled = [](const char* file, const char* path) {
    return complaint(file, {path, false});
  };
  CHECK(quoted("sim/lang/text/lexer.cpp", "sim/base/source.hpp") == "");
  CHECK(quoted("sim/lang/text/lexer.cpp", "sim/lang/text/lexer.hpp") == "");
  CHECK(quoted("sim/lang/text/lexer.cpp", "sim/code/program.hpp") == "is above it");
  CHECK(quoted("sim/lang/text/lexer.cpp", "sim/lang/syntax/parser.hpp") == "is above it");
  CHECK(quoted("sim/lang/syntax/lookup.cpp", "sim/lang/check/checker.hpp") == "");
  CHECK(quoted("sim/code/lower.cpp", "sim/lang/compile.hpp") == "is above it");
  CHECK(quoted("sim/model/bank_rule.cpp", "sim/trace/event.hpp") == "is above it");
  CHECK(quoted("sim/machine/grid/grid.cpp", "sim/model/bank_rule.hpp") == "is above it");
  CHECK(quoted("sim/base/result.hpp", "app/cli/run.hpp") == "is outside sim/");
  CHECK(quoted("sim/base/result.hpp", "result.hpp") == "is outside sim/");
  CHECK(quoted("app/cli/run.cpp", "sim/run/run.hpp") == "");
  CHECK(quoted("app/cli/run.cpp", "run.hpp") == kNotFromRoot);
  CHECK(quoted("sim/new/thing.cpp", "sim/base/source.hpp") != "");
  CHECK(quoted("app/main.cpp", "app/cli/run_cli.hpp") == "");
  CHECK(quoted("app/scene/moment.cpp", "app/window/frame/panel.hpp") == "is above it");
  CHECK(quoted("app/window/access/banks.cpp", "app/scene/moment.hpp") == "");
  CHECK(angled("app/scene/moment.cpp", "imgui/imgui.h") != "");
  CHECK(angled("app/window/access/banks.cpp", "imgui/imgui.h") == "");
  CHECK(angled("sim/run/run.cpp", "thread") != "");
  CHECK(angled("app/session/session.cpp", "thread") == "");
  CHECK(angled("sim/run/run.cpp", "vector") == "");
  CHECK(angled("sim/run/run.cpp", "imgui/imgui.h") != "");
  CHECK(angled("sim/code/disassemble.cpp", "fmt/format.h") == "");
  CHECK(angled("sim/code/disassemble.hpp", "fmt/format.h") != "");
  CHECK(quoted("kernels/measure/format/json.cpp", "sim/launch/launch.hpp") == "");
  CHECK(quoted("kernels/measure/format/json.cpp", "sim/run/run.hpp") != "");
  CHECK(quoted("kernels/measure/format/json.cpp", "kernels/measure/child/gpu.hpp") ==
        "is above it");
  CHECK(quoted("kernels/measure/child/worker.cpp", "kernels/measure/cuda/driver.hpp") ==
        "is above it");
  CHECK(quoted("kernels/measure/timing/timing.cpp", "kernels/measure/cuda/driver.hpp") == "");
  CHECK(quoted("kernels/measure/timing/timing.cpp", "kernels/measure/gpu/build_run.hpp") != "");
  CHECK(quoted("kernels/measure/gpu/build_run.cpp", "kernels/measure/replay/replay.hpp") == "");
  CHECK(quoted("kernels/measure/gpu/build_run.cpp", "app/compare/job.hpp") != "");
  CHECK(quoted("kernels/measure/new/thing.cpp", "sim/base/result.hpp") != "");
  CHECK(angled("kernels/measure/cuda/driver.hpp", "cuda.h") == "");
  CHECK(angled("kernels/measure/machine_code/flow.cpp", "cuda.h") != "");
  CHECK(angled("kernels/measure/format/job.hpp", "cuda.h") != "");
  CHECK(angled("kernels/measure/child/worker.cpp", "cupti.h") != "");
  CHECK(angled("kernels/measure/child/worker.cpp", "unistd.h") == "");
  CHECK(quoted("app/compare/gather.hpp", "kernels/measure/child/worker.hpp") == "");
  CHECK(quoted("app/cli/hardware/measure.cpp", "kernels/measure/child/gpu.hpp") == "");
  CHECK(quoted("app/cli/hardware/measure.cpp", "kernels/measure/gpu/cuda_gpu.hpp") ==
        "is not for app/cli");
  CHECK(quoted("app/study/fix.hpp", "kernels/measure/format/measurement.hpp") == "");
  CHECK(quoted("app/study/fix.hpp", "kernels/measure/child/worker.hpp") == "is not for app/study");
  CHECK(quoted("app/window/compare.cpp", "kernels/measure/child/worker.hpp") != "");
  CHECK(quoted("app/lessons/lesson.cpp", "kernels/measure/format/job.hpp") != "");
  CHECK(quoted("sim/run/run.cpp", "kernels/measure/format/job.hpp") == "is outside sim/");
  CHECK(angled("app/cli/hardware/measure.cpp", "cuda.h") == "is CUDA's");
  CHECK(quoted("app/cli/language.hpp", "app/languages/choose.hpp") == "");
  CHECK(quoted("app/compare/gather.cpp", "app/languages/choose.hpp") != "");
  CHECK(quoted("app/languages/choose.cpp", "sim/base/say.hpp") == "");
  CHECK(quoted("app/languages/choose.cpp", "sim/run/run.hpp") != "");
  CHECK(quoted("app/guide/guide.cpp", "sim/base/diagnostic.hpp") == "");
  CHECK(quoted("app/guide/guide.cpp", "sim/lang/compile.hpp") != "");
  CHECK(quoted("app/guide/guide.cpp", "app/languages/choose.hpp") != "");
  const std::vector<Include> found = includes_of(
      "int a;\n  #  include <thread>\n#include \"sim/a/b.hpp\"  // why\n// #include <x>\n");
  REQUIRE(found.size() == 2);
  CHECK(found[0].path == "thread");
  CHECK_FALSE(found[0].is_quoted);
  CHECK(found[1].path == "sim/a/b.hpp");
}
