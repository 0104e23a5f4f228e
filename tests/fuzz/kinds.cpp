#include "kinds.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "app/lessons/lesson.hpp"
#include "sim/launch/parse.hpp"

namespace warplens::fuzz {

namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kKernelWords{"template",
                                            "typename",
                                            "<",
                                            ">",
                                            ">>",
                                            "<<<",
                                            ">>>",
                                            "struct",
                                            "operator",
                                            "__global__",
                                            "__device__",
                                            "__shared__",
                                            "__constant__",
                                            "extern",
                                            "const",
                                            "constexpr",
                                            "static",
                                            "unsigned",
                                            "long long",
                                            "double",
                                            "float4",
                                            "half",
                                            "auto",
                                            "::",
                                            "&",
                                            "*",
                                            "(",
                                            ")",
                                            "[",
                                            "]",
                                            "{",
                                            "}",
                                            "#define",
                                            "#if",
                                            "#include",
                                            "##",
                                            "\\\n",
                                            "\n",
                                            "sizeof",
                                            "return",
                                            "goto",
                                            "switch",
                                            "for",
                                            "while",
                                            "do",
                                            "__syncthreads();",
                                            "__shfl_down_sync",
                                            "atomicCAS",
                                            "threadIdx.x",
                                            "blockDim",
                                            "printf",
                                            "assert",
                                            "__trap();",
                                            "asm",
                                            "\"",
                                            "'",
                                            "/*",
                                            "//",
                                            "?",
                                            ":",
                                            "...",
                                            "lambda",
                                            "<< ",
                                            "%",
                                            "/",
                                            "this",
                                            "namespace",
                                            "using",
                                            "enum",
                                            "__launch_bounds__(1)",
                                            "decltype",
                                            "reinterpret_cast<int*>",
                                            "dim3",
                                            "cg::tiled_partition"};
const std::vector<std::string> kLessonWords{"{",      "}",          "[",      "]",
                                            "\"",     ",",          ":",      "null",
                                            "true",   "-1",         "{n}",    "{n*n*n*n*n*n*n*n}",
                                            "{1/0}",  "{max(1,2)}", "{",      "order",
                                            "launch", "\\u0000",    "\\ud800"};

std::string text_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// Of a folder, in order of name.
std::vector<Seed> files(const std::string& root, const std::vector<std::string>& folders,
                        const std::string& suffix) {
  std::vector<Seed> seeds;
  for (const std::string& folder : folders) {
    for (const auto& entry : fs::recursive_directory_iterator(root + "/" + folder)) {
      if (entry.path().extension() != suffix) continue;
      seeds.push_back({entry.path().string(), text_of(entry.path())});
    }
  }
  std::sort(seeds.begin(), seeds.end(),
            [](const Seed& a, const Seed& b) { return a.path < b.path; });
  return seeds;
}

// Every kernel of the tests, those twice that say how they are launched; and the lessons with their
// launches as a first comment.
std::vector<Seed> kernel_seeds(const std::string& root) {
  std::vector<Seed> seeds = files(root, {"tests/kernels", "tests/golden/diagnostics"}, ".cu");
  const std::vector<Seed> once = seeds;
  std::copy_if(once.begin(), once.end(), std::back_inserter(seeds),
               [](const Seed& seed) { return seed.text.starts_with("// warplens:"); });
  for (const lessons::Lesson& lesson : lessons::built_in()) {
    const auto made = lessons::make_launch(lesson, {});
    if (made) {
      seeds.push_back({lesson.id, "// warplens: " + launch::print(*made) + "\n" + lesson.text});
    }
  }
  return seeds;
}

// `what` carried out on a kernel. The default step limit lets an endless loop run for 1 to 10 s;
// here many are cut on a busy machine, and sanitizers make the machine some twenty times as slow.
std::vector<std::string> on_kernel(const char* what) {
#ifdef WARPLENS_SANITIZED
  constexpr const char* kSteps = "2000000";
#else
  constexpr const char* kSteps = "20000000";
#endif
  std::vector<std::string> words{what, "kernel.cu", "--step-limit", kSteps};
  if (words[0] == "trace") words.insert(words.end(), {"--most", "10000"});
  return words;
}

Case kernel_case(const Seed& seed, const Seed& donor, Random& random) {
  Case made{"kernel.cu", with_mutated_tokens(seed.text, donor.text, kKernelWords, random), {}, {}};
  made.commands = {on_kernel("run")};
  if (random.one_in(4)) made.commands[0].push_back("--json");
  if (random.one_in(4)) made.commands.push_back(on_kernel("trace"));
  if (random.one_in(4)) made.commands.push_back(on_kernel("fix"));
  return made;
}

// The launch comment alone, or the whole file as bytes.
Case comment_case(const Seed& seed, const Seed& donor, Random& random) {
  const size_t line_end = std::min(seed.text.find('\n'), seed.text.size());
  const std::string line = seed.text.substr(0, line_end);
  const std::string wrong =
      random.one_in(2)
          ? with_damaged_bytes(line, random)
          : with_mutated_tokens(line, donor.text.substr(0, donor.text.find('\n')), {}, random);
  Case made{"kernel.cu", wrong + seed.text.substr(line_end), {}, {on_kernel("run")}};
  if (random.one_in(3)) made.text = with_damaged_bytes(seed.text, random);
  return made;
}

Case lesson_case(const Seed& seed, const Seed& donor, Random& random) {
  Case made;
  made.name = fs::path(seed.path).filename().string();
  made.text = random.one_in(2) ? with_damaged_bytes(seed.text, random)
                               : with_mutated_tokens(seed.text, donor.text, kLessonWords, random);
  const fs::path kernel = fs::path(seed.path).replace_extension(".cu");
  made.beside = {{kernel.filename().string(), text_of(kernel)}};
  std::string id = fs::path(seed.path).stem().string();
  std::replace(id.begin(), id.end(), '_', '-');
  made.commands = {{"lessons", "--lessons", "."}, {"run", id, "--lessons", "."}};
  return made;
}

Case table_case(const Seed& seed, const Seed& donor, Random& random) {
  // A header and some of its rows: a table is as wrong with few.
  std::istringstream lines(seed.text);
  std::string few, line;
  for (size_t number = 0; std::getline(lines, line); ++number) {
    if (number < 2 || random.one_in(100)) few += line + "\n";
  }
  Case made{"table.csv", "", {}, {{"check-hardware", "table.csv", "--mismatches"}}};
  made.text = random.one_in(2) ? with_damaged_bytes(few, random)
                               : with_mutated_tokens(few, donor.text.substr(0, 2000), {}, random);
  return made;
}

Case recording_case(const Seed& seed, const Seed& donor, Random& random) {
  Case made{"recording.json", "", {}, {}};
  made.commands = {{"compare", "transpose-padded", "--offline", "--measurements", "."}};
  made.text = random.one_in(2) ? with_damaged_bytes(seed.text, random)
                               : with_mutated_tokens(seed.text, donor.text.substr(0, 2000),
                                                     kLessonWords, random);
  return made;
}

// A part of a recording that is a recording: whole ones have megabytes.
std::vector<Seed> recording_seeds(const std::string& root) {
  std::vector<Seed> seeds;
  for (Seed& seed : files(root, {"tests/data/recorded", "assets/measurements"}, ".json")) {
    if (seed.text.size() < (1 << 20)) seeds.push_back(std::move(seed));
  }
  return seeds;
}

// A whole lecture draws for longer than a command may take.
constexpr size_t kScriptLines = 60;

std::string first_lines(const std::string& text, size_t count) {
  size_t end = 0;
  for (; count > 0 && end != std::string::npos; --count) end = text.find('\n', end + 1);
  return text.substr(0, end);
}

Case script_case(const Seed& seed, const Seed& donor, Random& random) {
  Case made{"window.script", "", {}, {}};
  made.commands = {{"gui", "--headless", "--size", "640x400", "--script", "window.script"}};
  const std::string text = first_lines(seed.text, kScriptLines);
  made.text = random.one_in(2) ? with_damaged_bytes(text, random)
                               : with_mutated_tokens(text, donor.text, {}, random);
  // Its own folder is all that a script may touch here.
  std::replace(made.text.begin(), made.text.end(), '/', '|');
  return made;
}

}  // namespace

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all{
      {"kernels", "kernels of the tests and lessons, tokens mutated", kernel_seeds, kernel_case},
      {"comments", "launch comments, and kernels' files as bytes", kernel_seeds, comment_case},
      {"lessons", "descriptions of lessons",
       [](const std::string& root) { return files(root, {"kernels/lessons"}, ".json"); },
       lesson_case},
      {"tables", "tables of measured accesses",
       [](const std::string& root) { return files(root, {"tests/data"}, ".csv"); }, table_case},
      {"recordings", "recorded measurements", recording_seeds, recording_case},
      {"scripts", "scripts of the window",
       [](const std::string& root) { return files(root, {"tests/gui"}, ".script"); }, script_case},
  };
  return all;
}

}  // namespace warplens::fuzz
