// Renaming every identifier of a lesson changes names and nothing else: nothing in the program
// knows a kernel, an array or a variable by its name.
#include <doctest/doctest.h>

#include <cctype>
#include <set>

#include "tests/unit/lessons/run_lesson.hpp"

using namespace warplens;

namespace {

// Words of the language, which keep their meaning only under their own name.
const std::set<std::string> kReserved{"__global__", "__shared__", "__syncthreads",
                                      "threadIdx",  "blockIdx",   "blockDim",
                                      "gridDim",    "x",          "y",
                                      "z",          "const",      "float",
                                      "int",        "void",       "if",
                                      "else",       "for",        "define",
                                      "ifndef",     "endif"};

std::string renamed(const std::string& name) {
  return kReserved.contains(name) ? name : "q_" + name;
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Every identifier outside comments and numbers; a field '.x' is reserved, so a variable x keeps
// its name, too.
std::string rename_all(const std::string& text) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    size_t end = i + 1;
    if (text.compare(i, 2, "//") == 0) {
      end = text.find('\n', i);
      out += text.substr(i, end - i);
    } else if (is_word(text[i])) {
      while (end < text.size() &&
             (is_word(text[end]) || (std::isdigit(text[i]) != 0 && text[end] == '.')))
        ++end;
      const std::string word = text.substr(i, end - i);
      out += std::isdigit(static_cast<unsigned char>(word[0])) != 0 ? word : renamed(word);
    } else {
      out += text[i];
    }
    i = end;
  }
  return out;
}

launch::Launch rename_launch(launch::Launch launch) {
  for (launch::Argument& argument : launch.arguments) argument.name = renamed(argument.name);
  for (launch::Definition& definition : launch.defines) definition.name = renamed(definition.name);
  return launch;
}

void check_same_events(const run::Run& a, const run::Run& b) {
  REQUIRE(a.recording->size() == b.recording->size());
  for (uint32_t step = 0; step < a.recording->size(); ++step) {
    const trace::Access left = a.recording->at(step), right = b.recording->at(step);
    const bool is_same = left.warp == right.warp && left.site == right.site &&
                         left.mask == right.mask && left.phase == right.phase &&
                         left.interval == right.interval && left.addresses == right.addresses &&
                         left.values == right.values && left.origins == right.origins;
    CHECK(is_same);
  }
}

}  // namespace

TEST_CASE("renaming: a lesson with other names counts, records and computes the same") {
  for (const lessons::Lesson& lesson : lessons::built_in()) {
    CAPTURE(lesson.id);
    const auto launch = lessons::make_launch(lesson, {});
    REQUIRE(launch.ok());
    const std::string text = rename_all(lesson.text);
    REQUIRE(text != lesson.text);
    const auto before = tests::run_text(lesson.file_name, lesson.text, *launch, {});
    const auto after = tests::run_text("other.cu", text, rename_launch(*launch), {});
    CHECK(after->program->kernel->name == renamed(before->program->kernel->name));
    CHECK(after->totals == before->totals);
    CHECK(after->steps == before->steps);
    REQUIRE(after->accesses.size() == before->accesses.size());
    for (size_t i = 0; i < after->accesses.size(); ++i) {
      CHECK(after->accesses[i].array == renamed(before->accesses[i].array));
      CHECK(after->accesses[i].line == before->accesses[i].line);
      CHECK(after->accesses[i].shared == before->accesses[i].shared);
      CHECK(after->accesses[i].global == before->accesses[i].global);
    }
    for (uint32_t i = 0; i < before->memory_after->get()->array_count(); ++i) {
      CHECK(after->memory_after->get()->array(i).bytes ==
            before->memory_after->get()->array(i).bytes);
    }
    check_same_events(*before, *after);
  }
}
