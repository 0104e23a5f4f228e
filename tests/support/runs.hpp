// What the engine's tests share: running a kernel's text with a launch written as on the command
// line.
#pragma once

#include <cstddef>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/prepare/program.hpp"
#include "sim/run/run.hpp"

namespace warplens::test {

// A file under tests/kernels.
std::string kernel_text(const std::string& name);

// The words are launch options: "--grid 2 --block 64 --arg n=16".
prepare::Request make_request(const std::string& text, const std::string& words);

base::Checked<std::shared_ptr<const run::Run>> try_run(const std::string& text,
                                                       const std::string& words);
// Fails the test, with the diagnostics, if the launch has a mistake.
std::shared_ptr<const run::Run> must_run(const std::string& text, const std::string& words,
                                         trace::BlockId recorded_block = {});
// The kernel of a file under tests/kernels that says its own launch in its first comment.
std::shared_ptr<const run::Run> must_run_file(const std::string& name,
                                              trace::BlockId recorded_block = {});

// What the main() of a text reached.
std::shared_ptr<const prepare::ReachedProgram> must_reach(const std::string& text);

// Runs each textbook kernel that records something, without checks for races; a check that fails
// names the file.
void for_each_textbook_run(
    const std::function<void(const std::shared_ptr<const run::Run>&)>& visit);

// An array's bytes after the run.
std::vector<std::byte> bytes_of(const run::Run& run, const std::string& array);
template <typename T>
std::vector<T> values_of(const run::Run& run, const std::string& array) {
  const std::vector<std::byte> bytes = bytes_of(run, array);
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}
std::vector<float> floats_of(const run::Run& run, const std::string& array);

}  // namespace warplens::test
