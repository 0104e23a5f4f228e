#include "tests/support/runs.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "sim/launch/parse.hpp"

namespace warplens::test {

std::string kernel_text(const std::string& name) {
  std::ifstream in(std::string(WARPLENS_SOURCE_DIR) + "/tests/kernels/" + name, std::ios::binary);
  REQUIRE_MESSAGE(in, name);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

prepare::Request make_request(const std::string& text, const std::string& words) {
  const auto options = launch::parse_options(launch::split_words(words));
  REQUIRE_MESSAGE(options.ok(), (options.ok() ? "" : options.error()));
  prepare::Request request;
  request.file = base::SourceFile("test.cu", text);
  request.launch = launch::apply({}, *options);
  return request;
}

base::Checked<std::shared_ptr<const run::Run>> try_run(const std::string& text,
                                                       const std::string& words) {
  return run::run(make_request(text, words));
}

std::shared_ptr<const run::Run> must_run(const std::string& text, const std::string& words,
                                         trace::BlockId recorded_block) {
  prepare::Request request = make_request(text, words);
  request.recorded_block = recorded_block;
  const base::SourceFile file = request.file;
  const auto run = run::run(std::move(request));
  REQUIRE_MESSAGE(run.ok(), (run.ok() ? "" : base::render(run.error(), file)));
  return *run;
}

std::shared_ptr<const run::Run> must_run_file(const std::string& name,
                                              trace::BlockId recorded_block) {
  const std::string text = kernel_text(name);
  const auto words = launch::embedded_options(text);
  REQUIRE_MESSAGE(words.has_value(), name);
  return must_run(text, *words, recorded_block);
}

std::shared_ptr<const prepare::ReachedProgram> must_reach(const std::string& text) {
  prepare::Request request;
  request.file = base::SourceFile("test.cu", text);
  request.program.emplace();
  prepare::ReachedPrograms programs;
  auto reached = programs.of(request);
  REQUIRE(reached.ok());
  return *reached;
}

void for_each_textbook_run(
    const std::function<void(const std::shared_ptr<const run::Run>&)>& visit) {
  const auto folder = std::filesystem::path(WARPLENS_SOURCE_DIR) / "tests/kernels/textbook";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".cu") continue;
    const std::string name = entry.path().filename().string();
    CAPTURE(name);
    const std::string text = kernel_text("textbook/" + name);
    const auto words = launch::embedded_options(text);
    REQUIRE(words.has_value());
    const auto run = must_run(text, *words + " --checks none");
    if (run->recording != nullptr) visit(run);
  }
}

std::vector<std::byte> bytes_of(const run::Run& run, const std::string& array) {
  const machine::GlobalMemory& memory = *run.memory_after->get();
  for (uint32_t i = 0; i < memory.array_count(); ++i) {
    if (memory.array(i).name == array) return memory.array(i).bytes.to_vector();
  }
  FAIL("no array " << array);
  return {};
}

std::vector<float> floats_of(const run::Run& run, const std::string& array) {
  return values_of<float>(run, array);
}

}  // namespace warplens::test
