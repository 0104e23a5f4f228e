// Texts that are not in the catalogue. The bracketed language says each of the catalogue's texts as
// ⟦text⟧, so that what is outside of brackets is a value, the user's own text, or English that
// nobody can translate. Each test prints what it found of the last kind; the program's own is an
// error where kIsComplete says that a part is done.
#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "app/cli/language.hpp"
#include "app/lessons/lesson.hpp"
#include "sim/lang/compile.hpp"
#include "sim/model/device.hpp"
#include "tests/support/temp_folder.hpp"
#include "tests/unit/cli/run_command.hpp"
#include "tests/unit/languages/made.hpp"

using namespace warplens;

namespace {

// To be true one after the other, as folders say their texts through the catalogue.
constexpr bool kFrontEndIsComplete = true;  // sim/lang
constexpr bool kEngineIsComplete = true;    // sim: launch, prepare, model, observe, run...

constexpr std::string_view kOpen = "⟦", kClose = "⟧";

class Brackets {
 public:
  Brackets() { base::speak(&tests::bracketed().front()); }
  ~Brackets() {
    base::speak(nullptr);
    ::unsetenv(cli::kLanguageVariable);
  }
  Brackets(const Brackets&) = delete;
  Brackets& operator=(const Brackets&) = delete;
};

// Without what is in brackets, which may be nested.
std::string outside_brackets(std::string_view text) {
  std::string out;
  size_t depth = 0;
  while (!text.empty()) {
    size_t size = 1;
    if (text.starts_with(kOpen)) {
      size = kOpen.size();
      ++depth;
    } else if (text.starts_with(kClose) && depth > 0) {
      size = kClose.size();
      --depth;
    } else if (depth == 0) {
      out += text.front();
    }
    text.remove_prefix(size);
  }
  return out;
}

std::string read(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

// Runs of letters, without options, masks of lanes and words that a table cuts off, and without
// what is written in capitals: FILE, X[,Y[,Z]].
std::set<std::string> words_of(const std::string& text) {
  std::set<std::string> words;
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  for (size_t at = 0; at < text.size(); ++at) {
    if (!is_part(text[at])) continue;
    const size_t begin = at;
    while (at < text.size() && is_part(text[at])) ++at;
    const std::string word = text.substr(begin, at - begin);
    const bool is_option = begin > 0 && text[begin - 1] == '-';
    const bool is_plain =
        std::all_of(word.begin(), word.end(), [](char c) { return std::isalpha(c) != 0; });
    const bool is_mask = word.size() == 8 && word.find_first_not_of("abcdef") == std::string::npos;
    const bool is_cut = text.compare(at, 3, "...") == 0;
    const bool has_small =
        std::any_of(word.begin(), word.end(), [](char c) { return std::islower(c) != 0; });
    if (is_plain && has_small && !is_option && !is_mask && !is_cut && word.size() > 1)
      words.insert(word);
  }
  return words;
}

// Values that options take, names of arguments, units, names of the program's own.
std::set<std::string> neutral_words() {
  std::set<std::string> words = words_of(
      "warplens target targets table KiB MiB GiB GFLOP MHz us "
      "counters kernel replay written compiled tokens ast bytecode error hint never cu csv gif png "
      "html "
      "WxH light dark steps real "
      "as lecture lesson device no exercise hand_in gradescope prairielearn exercism junit moodle "
      "text2qti "
      "gui run exec trace fix check hardware lessons course exercises grade devices measure gpus "
      "compare guide");
  for (const model::Device& device : model::devices()) words.merge(words_of(device.name));
  for (const lessons::Lesson& lesson : lessons::built_in()) {
    for (const std::string* text : {&lesson.id, &lesson.title, &lesson.text, &lesson.file_name})
      words.merge(words_of(*text));
    for (const lessons::Parameter& parameter : lesson.parameters) {
      words.merge(words_of(parameter.name));
      words.merge(words_of(parameter.label));
      for (const std::string& name : parameter.choice_names) words.merge(words_of(name));
    }
  }
  return words;
}

using CommandWords = std::vector<std::string>;

// Lines of what a command prints that have words outside of brackets which are not the user's.
std::vector<std::string> bare_lines(const CommandWords& command, const std::string& text = "") {
  std::vector<const char*> argv{"warplens", "--language", "brackets"};
  for (const std::string& word : command) argv.push_back(word.c_str());
  std::ostringstream out, err;
  cli::run_cli(static_cast<int>(argv.size()), argv.data(),
               {out, err, {}, {"/nothing"}, nullptr, {}, tests::bracketed()});
  std::set<std::string> own = neutral_words();
  own.merge(words_of(text));
  for (const std::string& word : command) own.merge(words_of(word));
  std::vector<std::string> bare;
  std::istringstream lines(outside_brackets(err.str() + "\n" + out.str()));
  for (std::string line; std::getline(lines, line);) {
    std::string found;
    for (const std::string& word : words_of(line)) {
      if (!own.contains(word)) found += " " + word;
    }
    if (!found.empty()) bare.push_back(line);
  }
  return bare;
}

std::string listed(const CommandWords& command, const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& word : command) text += word + " ";
  for (const std::string& line : lines) text += "\n  " + line;
  return text;
}

// Command lines whose texts are all of app/.
std::vector<CommandWords> own_commands() {
  std::vector<CommandWords> commands{
      {"--help"},
      {"devices"},
      {"lessons"},
      {"run", "transpose-column"},
      {"run", "matmul-tiled", "--device", "h200,cc1.0"},
      {"trace", "transpose-row"},
      {"trace", "matmul-tiled", "--warp", "0", "--most", "3"},
      {"fix", "transpose-padded", "--set", "pad=0"},
      {"fix", "transpose-column"},
      {"fix", "transpose-padded", "--set", "pad=0", "--apply"},
      {"compare", "transpose-padded", "--offline"},
      {"compare", "transpose-row", "--all", "--offline"},
      {"check-hardware", WARPLENS_TEST_DATA "/h200_warp_accesses.csv"},
      {"nonsense"},
      {"rnu", "transpose-row"},
      {"run"},
      {"trace"},
      {"fix"},
      {"measure"},
      {"compare"},
      {"check-hardware"},
      {"run", "transpose-row", "--unknown"},
      {"run", "transpose-row", "--gird", "3"},
      {"run", "transpose-row", "--grid"},
      {"run", "transpose-row", "--kernel", "a", "--kernel", "b"},
      {"run", "transpose-row", "--emit", "nothing"},
      {"run", "transpose-row", "--emit", "ast", "--json"},
      {"run", "transpose-row", "--dump", "x"},
      {"run", "transpose-row", "--dump", "nothing=/tmp/x"},
      {"run", "transpose-row", "--memory", "much"},
      {"run", "transpose-row", "--memory", "1"},
      {"run", "transpose-row", "--device", "h200,"},
      {"run", "copy-rwo"},
      {"run", "matmul"},
      {"run", "transpose-row", "--set", "nothing=1"},
      {"run", "transpose-row", "--step-limit", "100"},
      {"run", "/"},
      {"trace", "transpose-row", "--at", "x"},
      {"trace", "transpose-row", "--at", "99,0"},
      {"trace", "transpose-row", "--warp", "x"},
      {"trace", "transpose-row", "--warp", "99"},
      {"trace", "transpose-row", "--device", "h200,cc1.0"},
      {"gui", "transpose-row", "--size", "1x1"},
      {"gui", "transpose-row", "--theme", "x"},
      {"gui", "transpose-row", "--script", "x"},
      {"gui", "transpose-row"},
      {"measure", "transpose-row", "--build", "x"},
      {"measure", "transpose-row", "--method", "x"},
      {"measure", "transpose-row", "--minutes", "0"},
      {"measure", "transpose-row", "--jobs", "0"},
      {"measure", "transpose-row", "--jobs", "2"},
      {"measure", "transpose-row", "--limit", "0"},
      {"measure", "transpose-row", "--limit", "x"},
      {"measure", "transpose-row", "--no-times", "--no-counts"},
      {"check-hardware", "x", "--method", "replay"},
      {"check-hardware", "x", "--write", "x"},
      {"check-hardware", "x", "--measure", "--method", "kernel-counters"},
      {"devices", "--language"},
  };
  for (const char* command : {"gui", "run", "trace", "fix", "check-hardware", "lessons", "devices",
                              "measure", "gpus", "compare", "course", "exercises", "grade"})
    commands.push_back({command, "--help"});
  return commands;
}

void note_bare(std::vector<std::string>& bare, const std::string& where, const std::string& text) {
  const bool is_said = text.empty() || (text.starts_with(kOpen) && text.ends_with(kClose));
  if (!is_said) bare.push_back(where + ": " + text);
}

void report(const std::vector<std::string>& bare, bool is_complete) {
  std::string list;
  for (const std::string& text : bare) list += "\n" + text;
  if (!bare.empty()) MESSAGE(bare.size() << " texts that are not in the catalogue:" << list);
  if (is_complete) CHECK(bare.empty());
}

}  // namespace

TEST_CASE("bare texts: the test finds what is outside of brackets") {
  CHECK(outside_brackets("a ⟦b ⟦c⟧ d⟧ e") == "a  e");
  CHECK(words_of("ab --cd e FILE.cu 0xff12 x1 ffffffff word") ==
        std::set<std::string>{"ab", "cu", "word"});
  const Brackets brackets;
  CHECK(say("'{option}' needs a value; see 'warplens --help'", "option"_a = "x") ==
        "⟦'x' needs a value; see 'warplens --help'⟧");
  CHECK(say_count("{count} thread", "{count} threads", 1) == "⟦1 thread⟧");
  CHECK(say_count("{count} thread", "{count} threads", 2) == "⟦2 threads⟧");
}

TEST_CASE("bare texts: the command line has none") {
  const Brackets brackets;
  for (const CommandWords& command : own_commands()) {
    const std::vector<std::string> bare = bare_lines(command);
    CHECK_MESSAGE(bare.empty(), listed(command, bare));
  }
}

TEST_CASE("bare texts: errors and warnings of kernels") {
  const Brackets brackets;
  std::vector<std::string> bare;
  size_t kernels = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(WARPLENS_SOURCE_DIR "/tests/golden/diagnostics")) {
    if (entry.path().extension() != ".cu") continue;
    ++kernels;
    const lang::Survey survey =
        lang::survey(base::SourceFile("test.cu", read(entry.path())), lang::CompileOptions{});
    std::vector<base::Diagnostics> lists{survey.errors};
    if (survey.unit != nullptr)
      lists.insert(lists.end(), {survey.unit->marks, survey.unit->warnings});
    for (const base::Diagnostics& list : lists) {
      for (const base::Diagnostic& diagnostic : list) {
        for (const std::string* text : {&diagnostic.message, &diagnostic.hint, &diagnostic.context})
          note_bare(bare, entry.path().filename().string(), *text);
      }
    }
  }
  CHECK(kernels >= 130);
  std::sort(bare.begin(), bare.end());
  bare.erase(std::unique(bare.begin(), bare.end()), bare.end());
  report(bare, kFrontEndIsComplete);
}

TEST_CASE("bare texts: launches that are refused, findings and endings") {
  const Brackets brackets;
  const tests::TempFolder folder;
  const std::string text =
      "__global__ void k(float* a, int n) {\n"
      "  __shared__ float t[32];\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i < n) t[threadIdx.x] = a[i];\n"
      "  a[i + 1] = t[31 - threadIdx.x];\n"
      "}\n"
      "__global__ void spin(int* a) { while (true) a[threadIdx.x] = 1; }\n"
      "__global__ void bad(int* a) { assert(a[0] == 1); __trap(); }\n"
      "__global__ void parted(int* a) { if (threadIdx.x < 7) __syncthreads(); a[0] = 1; }\n";
  const std::string file = folder.write("k.cu", text);
  const CommandWords good{"--kernel", "k",           "--block", "32",
                          "--arg",    "a=float[32]", "--arg",   "n=32"};
  const std::vector<CommandWords> variants{
      {},
      {"--kernel", "kk"},
      {"--kernel", "k", "--block", "2000"},
      {"--kernel", "k", "--block", "32"},
      {"--kernel", "k", "--block", "32", "--arg", "a=float[32]"},
      {"--kernel", "k", "--block", "32", "--arg", "a=flot[32]"},
      {"--kernel", "k", "--block", "32", "--arg", "a=float[32]:file=none", "--arg", "n=1"},
      {"--kernel", "k", "--block", "32", "--arg", "a=float[32]:odd", "--arg", "n=1"},
      {"--kernel", "k", "--block", "32", "--arg", "a=3", "--arg", "n=1"},
      {"--kernel", "k", "--grid", "0"},
      {"--kernel", "k", "--grid", "x"},
      {"--kernel", "k", "--device", "none"},
      {"--kernel", "k", "--shared", "x"},
      {"--kernel", "k", "--then", "q"},
      {"--then-all"},
      {"--set", "a=1"},
      {"--kernel", "spin", "--block", "32", "--arg", "a=int[32]", "--step-limit", "1000"},
      {"--kernel", "bad", "--block", "32", "--arg", "a=int[32]"},
      {"--kernel", "parted", "--block", "32", "--arg", "a=int[32]"},
      {"--kernel", "k", "--guess"},
      good,
  };
  std::vector<std::string> bare;
  for (const CommandWords& variant : variants) {
    CommandWords command{"run", file};
    command.insert(command.end(), variant.begin(), variant.end());
    for (const std::string& line : bare_lines(command, text))
      bare.push_back(listed(variant, {line}));
  }
  report(bare, kEngineIsComplete);
}
