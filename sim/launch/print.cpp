// A launch as the words that parse back to it.
#include <algorithm>
#include <utility>

#include "sim/launch/parse.hpp"

namespace warplens::launch {
namespace {

std::string print(const Dim3& size) {
  std::string out = std::to_string(size.x);
  if (size.y != 1 || size.z != 1) out += "," + std::to_string(size.y);
  if (size.z != 1) out += "," + std::to_string(size.z);
  return out;
}

std::string print(const Fill& fill) {
  std::string out;
  switch (fill.kind) {
    case FillKind::kMod:
      out = "mod=" + std::to_string(fill.n);
      return fill.first == 0 ? out : out + "+" + std::to_string(fill.first);
    case FillKind::kZero:
      return "zero";
    case FillKind::kIota:
      return "iota";
    case FillKind::kRandom:
      return "random=" + std::to_string(fill.n);
    case FillKind::kFile:
      return "file=" + fill.path;
    case FillKind::kNone:
      return "none";
    case FillKind::kConst:
      out = "const=";
      break;
    case FillKind::kValues:
      out = "values=";
      break;
  }
  for (const std::string& value : fill.values) {
    if (out.back() != '=') out += ",";
    out += value;
  }
  return out;
}

}  // namespace

std::string quoted(const std::string& word) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_-+=.,:/@%[]").find(c) != std::string_view::npos ||
           (static_cast<unsigned char>(c) & 0x80u) != 0;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return word;
  std::string out = "'";
  for (char c : word) {
    if (c == '\'')
      out += "'\"'\"'";  // end the quotes, a quoted quote, begin them again
    else
      out += c;
  }
  return out + "'";
}

std::string print(const ArrayArgument& array) {
  std::string out = array.is_host ? std::string(kHostMemory) : "";
  out += array.struct_name.empty() ? base::name_of(array.element) : array.struct_name;
  for (uint64_t extent : array.extents) out += "[" + std::to_string(extent) + "]";
  const Fill usual;
  if (array.fill != usual) out += ":" + print(array.fill);
  return out;
}

std::string print(const Argument& argument) {
  const auto* array = std::get_if<ArrayArgument>(&argument.value);
  return argument.name + "=" +
         (array != nullptr ? print(*array) : std::get<std::string>(argument.value));
}

namespace {

struct Words {
  std::string out;
  void add(const char* option, const std::string& value) {
    if (!out.empty()) out += " ";
    out += std::string(option) + " " + quoted(value);
  }
};

// How the text is read.
void add_reading(Words& words, const Launch& launch) {
  for (const Definition& definition : launch.defines)
    words.add("-D", definition.name + "=" + definition.value);
  for (const std::string& folder : launch.includes.folders) words.add("-I", folder);
  for (const std::string& file : launch.includes.first) words.add("--include", file);
}

// Where and how it is run.
void add_running(Words& words, const Launch& launch) {
  const Launch usual;
  if (!launch.device.empty()) words.add("--device", launch.device);
  if (launch.threads != usual.threads) words.add("--threads", std::to_string(launch.threads));
  if (launch.checks != usual.checks) words.add("--checks", print(launch.checks));
  const Schedule& schedule = launch.schedule;
  if (schedule.order != usual.schedule.order) words.add("--schedule", print_order(schedule));
  if (schedule.resident != 0) words.add("--resident", std::to_string(schedule.resident));
  if (schedule.independent_lanes) words.add("--lanes", "independent");
  if (launch.step_limit != usual.step_limit)
    words.add("--step-limit", std::to_string(launch.step_limit));
}

}  // namespace

std::string print(const Launch& launch) {
  Words words;
  if (!launch.kernel.empty()) words.add("--kernel", launch.kernel);
  words.add("--grid", print(launch.grid));
  words.add("--block", print(launch.block));
  if (launch.shared_bytes != Launch{}.shared_bytes)
    words.add("--shared", std::to_string(launch.shared_bytes));
  add_reading(words, launch);
  for (const Argument& argument : launch.arguments) words.add("--arg", print(argument));
  add_running(words, launch);
  for (const Launch& next : launch.then) words.add("--then", print(next));
  return words.out;
}

std::string print_of_program(const Launch& launch) {
  Words words;
  add_reading(words, launch);
  add_running(words, launch);
  return words.out;
}

}  // namespace warplens::launch
