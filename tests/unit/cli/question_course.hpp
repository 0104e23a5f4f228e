// A course of one lesson whose stops ask, for the tests of files with questions: of a number with
// choices, of one that is typed, of texts; and hostile, with what the files' formats are made of.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/temp_folder.hpp"

namespace warplens::tests {

// The stops blocks, lanes and guard, and silent, which does not ask.
inline nlohmann::ordered_json asking_lesson() {
  return nlohmann::ordered_json::parse(R"json({
    "id": "threads", "order": 1, "title": "Who am I?", "claim": "One index is enough",
    "minutes": 8, "remember": "Round up.",
    "stops": [
      {"id": "blocks", "kernel": "add.cu", "parameters": {"n": 100, "blocks": 4},
       "launch": "--grid {blocks} --block 32 --arg a=float[{n}] --arg c=float[{n}] --arg n={n}",
       "at": {"store": "c"}, "facts": {"sectors": "access.sectors"},
       "text": "A store takes {sectors} sectors.",
       "question": {
         "text": "How many blocks does n = {n} need?", "truth": "ceil_div(n, 32)",
         "choices": [
           {"value": "n / 32", "belief": "division-rounds-up", "why": "It rounds down."},
           {"value": "n", "belief": "a-block-each", "why": "A block has more threads."}],
         "reason": "The last one is not full."},
       "twins": [{"n": 70, "blocks": 3}, {"n": 250, "blocks": 8}, {"n": 290, "blocks": 10}]},
      {"id": "lanes", "kernel": "add.cu", "parameters": {"n": 100},
       "launch": "--grid 4 --block 32 --arg a=float[{n}] --arg c=float[{n}] --arg n={n}",
       "at": {"store": "c", "block": [3, 0, 0]}, "text": "There are {n} elements.",
       "question": {
         "text": "How many lanes of the last warp store?", "truth": "n - 96",
         "choices": [{"value": "32", "belief": "warps-are-full", "why": "A lane is one of a warp's."}],
         "reason": "The guard leaves the others out."},
       "twins": [{"n": 99}, {"n": 98}, {"n": 97}]},
      {"id": "guard", "kernel": "add.cu", "parameters": {"n": 100, "extra": 0},
       "launch": "--grid 4 --block 32 --arg a=float[{n}] --arg c=float[{n}] --arg n={n}",
       "text": "There are {n} elements.",
       "question": {
         "text": "By how many does c grow?", "truth": "extra * n", "choices": [],
         "reason": "Arrays do not grow."},
       "twins": [{"n": 101}, {"n": 102}, {"n": 103}]},
      {"id": "silent", "kernel": "add.cu", "parameters": {"n": 100},
       "launch": "--grid 4 --block 32 --arg a=float[{n}] --arg c=float[{n}] --arg n={n}",
       "text": "There are {n} elements."}]})json");
}

// All that people read is what the formats are made of; no digits, so also no "1.".
inline const std::string kHostile =
    "]]> *a) GROUP END_GROUP = + - ... \"quoted\" 'so' <script>alert()</script> & &lt; $x$ $$y$$ "
    "\\num \\\\ \\$ **bold** _under_ [link](x) ![i](x) `code $z$ <b> ]]>` ` @@PLUGINFILE@@/a "
    "<!-- c -->";

inline nlohmann::ordered_json hostile_lesson() {
  nlohmann::ordered_json lesson = asking_lesson();
  lesson["title"] = "]]> A/B <i> $course$ \"";
  for (nlohmann::ordered_json& stop : lesson["stops"]) {
    if (!stop.contains("question")) continue;
    stop["text"] = "# " + kHostile;
    nlohmann::ordered_json& question = stop["question"];
    question["text"] = "- " + kHostile;
    question["reason"] = "... " + kHostile;
    for (nlohmann::ordered_json& choice : question["choices"]) choice["why"] = "* " + kHostile;
  }
  nlohmann::ordered_json& texts = lesson["stops"][0]["question"];
  texts.erase("truth");
  texts["choices"] = nlohmann::ordered_json::array();
  for (const char* begin : {"*a) ", "GROUP ", "~~~ "})
    texts["choices"].push_back({{"text", begin + kHostile},
                                {"if", *begin == 'G' ? "1" : "0"},
                                {"belief", "b"},
                                {"why", "+ " + kHostile}});
  return lesson;
}

// `more`: lines behind the kernel.
inline void write_question_course(const TempFolder& folder, const nlohmann::ordered_json& lesson,
                                  const std::string& more = "") {
  std::filesystem::create_directories(folder.path("threads"));
  folder.write("threads/lesson.json", lesson.dump(1));
  folder.write("threads/add.cu",
               "__global__ void add(const float* a, float* c, int n) {\n"
               "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
               "  if (i < n) c[i] = 2 * a[i];\n"
               "}\n" +
                   more);
}

// Lines of a kernel's text that would end where it is, or be a part of what is around it.
inline const std::string kHostileCode =
    "// ]]> </code></pre> <script> & $x$ \\num{1} @@PLUGINFILE@@ `b`\n"
    "\n"
    "/*\n"
    "1.  A question?\n"
    "*a) yes\n"
    "GROUP\n"
    "```\n"
    "\t````` tab\n"
    "% no comment\n"
    "*/\n";

}  // namespace warplens::tests
