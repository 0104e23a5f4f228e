// JUnit's XML, which many systems of continuous integration show. The format has no one document;
// this is what Jenkins' schema takes (junit-10.xsd, as at
// cs.symfony.com/doc/schemas/fix/junit-10.xsd, read 2026-11-30), without times: nothing here is
// timed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warplens::cli {

// kFailed: it is wrong; kError: whether it is, is not known.
enum class JunitState : uint8_t { kPassed, kFailed, kError };

struct JunitCase {
  std::string name;
  JunitState state = JunitState::kPassed;
  std::string type;  // of what is wrong, a word
  std::string text;  // what is wrong; its first line is the message
};
struct JunitSuite {
  std::string name;  // of its cases' class, too
  std::vector<JunitCase> cases;
  std::string printed;  // empty: nothing was
};

// Any bytes may be in the texts.
std::string junit_file(const std::vector<JunitSuite>& suites);

}  // namespace warplens::cli
