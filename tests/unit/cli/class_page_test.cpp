// Hand-ins of the window's course, alone and in a folder, and the page of a class: what is on it,
// and that nothing of a stranger's texts is more than text there.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/temp_folder.hpp"
#include "tests/unit/cli/run_command.hpp"

using namespace warplens;
using nlohmann::ordered_json;
using tests::contains;
using tests::Outcome;
using tests::run_command;

namespace {

const std::string kGuardedText =
    "__global__ void add(const float* a, const float* b, float* c, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) c[i] = a[i] + b[i];\n}\n";
const std::string kBareText =
    "__global__ void add(const float* a, const float* b, float* c, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  c[i] = a[i] + b[i];\n}\n";

// As the window writes one (app/session/course/progress.cpp).
ordered_json hand_in_of(const std::string& text, const std::string& belief) {
  ordered_json root{{"version", 1}, {"course", "warplens"}};
  root["first_answers"] = ordered_json::array();
  root["first_answers"].push_back({{"stop", "blocks-needed"}, {"right", belief.empty()}});
  if (!belief.empty()) root["first_answers"][0]["belief"] = belief;
  root["beliefs"] = ordered_json::object();
  root["exercises"] = ordered_json::object();
  if (!text.empty()) root["exercises"]["add-any-length"] = text;
  return root;
}

std::string page_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

size_t times(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("class page: rows with marks, and first answers by belief") {
  const tests::TempFolder folder;
  const std::string in = folder.path("in"), page = folder.path("page.html");
  for (const char* name : {"in/a", "in/b", "in/c", "in/d"})
    std::filesystem::create_directories(folder.path(name));
  const std::string file = "/warplens-hand-in.json";
  folder.write("in/a" + file, hand_in_of(kGuardedText, "").dump());
  folder.write("in/b" + file, hand_in_of(kBareText, "division-rounds-up").dump());
  folder.write("in/c" + file, hand_in_of("", "division-rounds-up").dump());
  folder.write("in/d" + file, "{\"version\": 1");
  folder.write("in/d/work.cu", kGuardedText);
  folder.write("in/c/work.cu", kBareText);
  folder.write("in/d/notes.json", "{}");
  const Outcome outcome = run_command({"grade", in, "add-any-length", "--class-page", page});
  CHECK(outcome.status == 0);
  CHECK(outcome.err.empty());
  CHECK(contains(outcome.out, "\na/warplens-hand-in.json,passed,,,\n"));
  CHECK(contains(outcome.out, "\nb/warplens-hand-in.json,failed,no_errors,n = 100,"));
  CHECK(contains(outcome.out, "\nc/warplens-hand-in.json,missing,,,"));
  CHECK(contains(outcome.out, "\nc/work.cu,failed,"));
  CHECK(contains(outcome.out, "\nd/warplens-hand-in.json,unreadable,,,"));
  CHECK(contains(outcome.out, "\nd/work.cu,passed,"));
  const std::string text = page_text(page);
  CHECK(contains(text, "<p>2 of 6 hand-ins passed</p>"));
  CHECK(times(text, "<td>d/work.cu</td><td>passed</td><td class=\"passed\">passed</td>") == 1);
  CHECK(times(text,
              "<td>c/work.cu</td><td>failed</td><td class=\"passed\">passed</td>"
              "<td class=\"failed\">failed</td>") == 1);
  CHECK(contains(text, "As 3 students handed them in"));
  CHECK(contains(text,
                 "<td>blocks-needed</td><td class=\"passed\">right</td>"
                 "<td class=\"number\">1</td>"));
  CHECK(contains(text,
                 "<td>blocks-needed</td><td class=\"failed\">division-rounds-up</td>"
                 "<td class=\"number\">2</td>"));
  // The same on any number of threads.
  const std::string again = folder.path("again.html");
  run_command({"grade", in, "add-any-length", "--class-page", again, "--jobs", "4"});
  CHECK(page_text(again) == text);
}

TEST_CASE("class page: names, beliefs and reasons of strangers are text on it") {
  const tests::TempFolder folder;
  const std::string in = folder.path("in"), page = folder.path("page.html");
  std::filesystem::create_directories(in);
  const std::string script = "<script src=x>";
  folder.write("in/" + script + "'\"&.cu", kGuardedText);
  folder.write("in/red\x1b[31m\n.cu", kGuardedText);
  folder.write("in/half.cu", "__global__ void add(<img onerror=\"x\"> \xff\x1b]0;\n");
  folder.write("in/warplens-hand-in.json",
               hand_in_of(script + kGuardedText, script + " 'b' \x1b[1m").dump());
  CHECK(run_command({"grade", in, "add-any-length", "--class-page", page}).status == 0);
  const std::string text = page_text(page);
  CHECK(contains(text, "&lt;script src=x&gt;&#39;&quot;&amp;.cu"));
  CHECK(contains(text, "red\\x1b[31m"));
  CHECK_FALSE(contains(text, "\x1b"));
  for (const char* tag : {"<script", "<img", "<link", "src=\"", "href=", "url(", "http:", "https:"})
    CHECK_MESSAGE(!contains(text, tag), tag);
  CHECK(times(text, "<tr>") == times(text, "</tr>"));
  CHECK(times(text, "<td") == times(text, "</td>"));
}

TEST_CASE("class page: a hand-in of the window by itself is judged again") {
  const tests::TempFolder folder;
  const auto graded_file = [&](const std::string& text) {
    return run_command(
        {"grade", folder.write("eve_warplens-hand-in.json", text), "add-any-length"});
  };
  CHECK(graded_file(hand_in_of(kGuardedText, "").dump()).status == 0);
  CHECK(graded_file(hand_in_of(kBareText, "").dump()).status == 1);
  {
    const std::map<std::string, std::string> variables{{"CLASSROOM", "c"},
                                                       {"ASSIGNMENT", "a"},
                                                       {"SUBMISSION_TAG", "submit/1"},
                                                       {"COMMIT_URL", "u"},
                                                       {"RELEASE_URL", "r"}};
    for (const auto& [name, value] : variables) setenv(name.c_str(), value.c_str(), 1);
    const std::string path = folder.write("eve_warplens-hand-in.json",
                                          hand_in_of(kBareText, "division-rounds-up").dump());
    const Outcome outcome =
        run_command({"grade", path, "add-any-length", "--format", "classroom50"});
    for (const auto& [name, value] : variables) unsetenv(name.c_str());
    CHECK(ordered_json::parse(outcome.out)["tests"][0]["beliefs"]["division-rounds-up"] == 1);
  }
  ordered_json newer = hand_in_of(kGuardedText, "");
  newer["version"] = 2;
  ordered_json twice = hand_in_of(kGuardedText, "");
  twice["first_answers"].push_back(twice["first_answers"][0]);
  ordered_json odd = hand_in_of(kGuardedText, "");
  odd["exercises"]["add-any-length"] = 5;
  const std::string wide("\xff\xfe{\0}\0", 6);
  const std::string deep(100'000, '[');
  for (const std::string& text :
       {hand_in_of("", "").dump(), newer.dump(), twice.dump(), odd.dump(), std::string("{}"),
        std::string("[]"), std::string("5"), wide, deep}) {
    CAPTURE(text.substr(0, 200));
    const Outcome outcome = graded_file(text);
    CHECK(outcome.status == 2);
    CHECK(contains(outcome.err, "eve_warplens-hand-in.json: "));
    CHECK(outcome.out.empty());
  }
}

TEST_CASE("class page: it is for a folder, and where it can't be written is a mistake") {
  const tests::TempFolder folder;
  const std::string file = folder.write("k.cu", kGuardedText);
  const Outcome one =
      run_command({"grade", file, "add-any-length", "--class-page", folder.path("page.html")});
  CHECK(one.status == 2);
  CHECK_FALSE(std::filesystem::exists(folder.path("page.html")));
  const Outcome nowhere = run_command(
      {"grade", folder.path(""), "add-any-length", "--class-page", folder.path("none/page.html")});
  CHECK(nowhere.status == 2);
  CHECK(contains(nowhere.err, "none/page.html: "));
  CHECK_MESSAGE(contains(nowhere.out, "k.cu,passed"), "the rows are there");
}
