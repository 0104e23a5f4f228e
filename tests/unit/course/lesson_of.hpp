// A small lesson of the course that tests change: four stops of a kernel that adds, and its twins.
#pragma once

#include <doctest/doctest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "app/course/stop_run.hpp"

namespace warplens::tests {

inline const std::string kAddText =
    "__global__ void add(const float* a, const float* b, float* c, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) c[i] = a[i] + b[i];\n"
    "}\n";
inline const std::string kTurnText =
    "#ifndef PAD\n"
    "#define PAD 0\n"
    "#endif\n"
    "__global__ void turn(const float* in, float* out) {\n"
    "  __shared__ float tile[32][32 + PAD];\n"
    "  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];\n"
    "  __syncthreads();\n"
    "  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];\n"
    "}\n";
inline const std::string kProgramText =
    "__global__ void twice(float* a, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) a[i] = 2 * a[i];\n"
    "}\n"
    "int main() {\n"
    "  float h[40];\n"
    "  for (int i = 0; i < 40; ++i) h[i] = i;\n"
    "  float* d;\n"
    "  cudaMalloc(&d, sizeof h);\n"
    "  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);\n"
    "  twice<<<3, 16>>>(d, 40);\n"
    "  twice<<<3, 16>>>(d, 40);\n"
    "  cudaFree(d);\n"
    "  cudaFree(d);\n"
    "}\n";

// The first stop: it asks for a number.
inline nlohmann::json number_stop() {
  return nlohmann::json::parse(R"json({
    "id": "how-many", "kernel": "add.cu", "parameters": {"n": 100, "size": 32, "blocks": 4},
    "launch": ["--grid {blocks} --block {size} --arg a=float[{n}] --arg b=float[{n}]",
               "--arg c=float[{n}]:zero --arg n={n}"],
    "at": {"block": ["{blocks - 2}", 0, 0], "thread": [5, 0, 0], "load": "a"},
    "others": {"short": {"set": {"blocks": 3}}},
    "facts": {"element": "access.own.element", "zeros": "short:values.c.count_zero"},
    "expect": {"element": 69, "zeros": 5},
    "text": "Element {element} is ours.",
    "question": {
      "text": "How many blocks does n = {n} need?", "truth": "ceil_div(n, size)",
      "choices": [
        {"value": "size", "belief": "block-and-thread", "why": "A block has {size} threads."},
        {"value": "n / size", "belief": "division-rounds-up", "why": "It rounds down."}],
      "reason": "The last block is not full."},
    "twins": [{"n": 70, "blocks": 3}, {"n": 250, "blocks": 8}, {"n": 290, "blocks": 10}]
  })json");
}

// It asks for a text.
inline nlohmann::json text_stop() {
  return nlohmann::json::parse(R"json({
    "id": "barrier", "kernel": "turn.cu", "parameters": {"pad": 0},
    "launch": "-D PAD={pad} --block 32,32 --arg in=float[32][32] --arg out=float[32][32]:zero",
    "at": {"load": "tile"}, "without": 7,
    "facts": {"waves": "access.wavefronts", "wrong": "edit.wrong"},
    "expect": {"waves": 32},
    "text": "It takes {waves} wavefronts.",
    "question": {
      "text": "May the barrier go?",
      "choices": [
        {"text": "Yes", "if": "wrong == 0", "belief": "own-values", "why": "Others write them."},
        {"text": "No", "if": "wrong > 0"}],
      "reason": "Other warps write what is read."},
    "twins": [{"pad": 1}, {"pad": 2}, {"pad": 4}]
  })json");
}

inline nlohmann::json plain_stop(const std::string& id) {
  return {{"id", id},
          {"kernel", "add.cu"},
          {"launch", "--block 32 --arg a=float[9] --arg b=float[9] --arg c=float[9] --arg n=9"},
          {"text", "One block is enough."}};
}

inline nlohmann::json lesson_json() {
  nlohmann::json lesson = nlohmann::json::parse(R"json({
    "id": "mine", "order": 3, "title": "My own", "claim": "One index is enough", "minutes": 8,
    "remember": "Round up.", "exercises": ["add-any-length"]
  })json");
  lesson["stops"] = {number_stop(), text_stop(), plain_stop("third"), plain_stop("fourth")};
  return lesson;
}

inline base::Result<course::Lesson, std::string> parsed_lesson(const nlohmann::json& json) {
  return course::parse_lesson(
      "mine/lesson.json", json.dump(1),
      [](const std::string& name) -> base::Result<std::string, std::string> {
        if (name == "add.cu") return kAddText;
        if (name == "turn.cu") return kTurnText;
        if (name == "program.cu") return kProgramText;
        return base::fail(name + ": no such file");
      });
}

inline std::shared_ptr<const course::Lesson> must_parse_lesson(const nlohmann::json& json) {
  auto lesson = parsed_lesson(json);
  REQUIRE_MESSAGE(lesson.ok(), (lesson.ok() ? "" : lesson.error()));
  return std::make_shared<const course::Lesson>(std::move(*lesson));
}

// The lesson with that as its first stop.
inline std::shared_ptr<const course::Lesson> lesson_with(const nlohmann::json& stop) {
  nlohmann::json lesson = lesson_json();
  lesson["stops"][0] = stop;
  lesson["stops"][1]["id"] = "second";
  return must_parse_lesson(lesson);
}

inline base::Result<course::Facts, std::string> facts_at(
    const std::shared_ptr<const course::Lesson>& lesson, size_t stop = 0,
    std::optional<size_t> twin = {}) {
  const auto parameters = course::parameters_of(lesson->stops[stop], twin);
  REQUIRE(parameters.ok());
  course::StopRun run(lesson, stop, *parameters, {});
  return base::whole(run);
}

}  // namespace warplens::tests
