// Overload resolution against the C++ compiler that builds these tests: for random programs, each
// call must mean the function that the compiler takes, and be an error where it reports one.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "../../support/temp_folder.hpp"
#include "generator.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;
using overloads::Program;

namespace {

#ifdef WARPLENS_SANITIZED
constexpr uint32_t kPrograms = 100;
#else
constexpr uint32_t kPrograms = 400;
#endif

std::string output_of(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string text;
  std::array<char, 4096> part;
  for (size_t count = 0; (count = fread(part.data(), 1, part.size(), pipe)) > 0;)
    text.append(part.data(), count);
  pclose(pipe);
  return text;
}

// All programs as one file of host C++, one line of it a line of them.
class HostFile {
 public:
  explicit HostFile(const std::vector<Program>& programs) : programs_(programs) {}

  // Lines of the file that hold errors; "LINE:" behind the file's name begins a message.
  std::set<size_t> lines_with_errors(const tests::TempFolder& folder) {
    const std::string file = folder.write("overloads.cpp", text({}));
    const std::string output = output_of(
        std::string(WARPLENS_CXX) +
        " -std=c++20 -pedantic-errors -fsyntax-only -w -fmax-errors=0 " + limit() + file + " 2>&1");
    std::set<size_t> lines;
    std::istringstream in(output);
    for (std::string message; std::getline(in, message);) {
      if (!message.starts_with(file + ":") || message.find(": error: ") == std::string::npos)
        continue;
      lines.insert(std::stoul(message.substr(file.size() + 1)));
    }
    return lines;
  }

  // What each call gives, by its line, without the lines that are wrong.
  std::map<size_t, double> results(const tests::TempFolder& folder, const std::set<size_t>& wrong) {
    const std::string file = folder.write("overloads.cpp", text(wrong));
    const std::string program = folder.path("overloads");
    const std::string output = output_of(std::string(WARPLENS_CXX) + " -std=c++20 -O0 -w " + file +
                                         " -o " + program + " 2>&1 && " + program);
    std::map<size_t, double> results;
    std::istringstream in(output);
    size_t line = 0;
    for (std::string value; in >> line >> value;)
      results[line] = std::strtod(value.c_str(), nullptr);
    REQUIRE_MESSAGE(in.eof(), output.substr(0, 2000));
    return results;
  }

  // Where a program's first line is.
  size_t first_line(size_t program) const { return first_lines_.at(program); }

 private:
  static std::string limit() {
    return output_of(std::string(WARPLENS_CXX) + " --version").find("clang") != std::string::npos
               ? "-ferror-limit=0 "
               : "";
  }

  std::string text(const std::set<size_t>& left_out) {
    std::string text = overloads::host_macros();
    size_t line = static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
    std::string main = "int main() {\n";
    first_lines_.clear();
    for (size_t i = 0; i < programs_.size(); ++i) {
      const std::string space = "p" + std::to_string(i);
      text += "namespace " + space + " { " + overloads::host_declarations() + "\n";
      ++line;
      first_lines_.push_back(line);
      const bool is_whole = !left_out.contains(line - 1);
      for (size_t each = 0; each < programs_[i].lines.size(); ++each, ++line) {
        const bool is_there = is_whole && !left_out.contains(line);
        text += (is_there ? overloads::host_line(programs_[i], each, space) : "") + "\n";
      }
      text += "}\n";
      ++line;
      for (const Program::Call& call : programs_[i].calls) {
        const size_t at = first_lines_.back() + call.line;
        if (!is_whole || left_out.contains(at)) continue;
        std::string expression = space + "::";
        for (const char c : call.result) expression += c == '@' ? space + "::" : std::string(1, c);
        if (call.result[0] == '@') expression = expression.substr(space.size() + 2);
        main += "std::printf(\"" + std::to_string(at) + " %.17g\\n\", " + expression + ");\n";
      }
    }
    return text + main + "}\n";
  }

  const std::vector<Program>& programs_;
  std::vector<size_t> first_lines_;
};

}  // namespace

TEST_CASE("overloads: every call of random programs means what the C++ compiler takes") {
  std::vector<Program> programs;
  for (uint32_t seed = 0; seed < kPrograms; ++seed)
    programs.push_back(overloads::random_program(seed));
  const tests::TempFolder folder;
  HostFile host(programs);
  const std::set<size_t> wrong = host.lines_with_errors(folder);
  // A program whose declarations are wrong says nothing: the line before its first represents it.
  std::set<size_t> left_out = wrong;
  size_t judged = 0;
  for (size_t i = 0; i < programs.size(); ++i) {
    std::set<size_t> of_calls;
    for (const Program::Call& call : programs[i].calls) of_calls.insert(call.line);
    bool is_fine = true;
    for (size_t each = 0; each < programs[i].lines.size(); ++each)
      is_fine &= of_calls.contains(each) || !wrong.contains(host.first_line(i) + each);
    if (!is_fine) left_out.insert(host.first_line(i) - 1);
    judged += is_fine ? 1 : 0;
  }
  const std::map<size_t, double> expected = host.results(folder, left_out);
  size_t calls = 0, errors = 0;
  for (size_t i = 0; i < programs.size(); ++i) {
    if (left_out.contains(host.first_line(i) - 1)) continue;
    for (size_t call = 0; call < programs[i].calls.size(); ++call) {
      const size_t line = host.first_line(i) + programs[i].calls[call].line;
      const std::string text = overloads::device_text(programs[i], call);
      const auto run = test::try_run(text, "--block 1 --arg out=double[1]");
      ++calls;
      const std::string& shown = programs[i].lines[programs[i].calls[call].line];
      CAPTURE(shown.substr(shown.find("return")));
      if (wrong.contains(line)) {
        ++errors;
        CHECK_MESSAGE(!run.ok(), "program ", i, " call ", call, ": the compiler reports an error");
        continue;
      }
      CHECK_MESSAGE(run.ok(), "program ", i, " call ", call, ": ",
                    (run.ok() ? "" : base::render(run.error(), base::SourceFile("test.cu", text))));
      if (!run.ok()) continue;
      const double value = test::values_of<double>(**run, "out")[0];
      const double wanted = expected.at(line);
      CHECK_MESSAGE((value == wanted || (std::isnan(value) && std::isnan(wanted))), "program ", i,
                    " call ", call, ": ", value, " in place of ", wanted);
    }
  }
  MESSAGE("programs ", judged, " of ", programs.size(), ", calls ", calls, ", errors among them ",
          errors);
  CHECK(judged * 4 >= kPrograms * 3);
  CHECK(errors * 10 > calls);
  CHECK(errors * 10 < calls * 7);
}
