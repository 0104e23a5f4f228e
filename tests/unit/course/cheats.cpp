#include "tests/unit/course/cheats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <regex>

namespace warplens::tests {

namespace {

using course::Exercise;

// A text with one kernel, taken apart: head, "__global__ void ", name, "(", parameters, ") {",
// body, "}", tail.
struct Kernel {
  std::string head, name, parameters, body, tail;

  std::string with_body(const std::string& other) const {
    return head + "__global__ void " + name + "(" + parameters + ") {\n" + other + "}\n" + tail;
  }
  // Its body as a function.
  std::string as_function(const std::string& called, const std::string& more = "") const {
    return "__device__ void " + called + "(" + parameters + more + ") {" + body + "}\n";
  }
  // "a, b, n"
  std::string arguments() const {
    std::string list;
    const std::regex last_name("(\\w+)\\s*(,|$)");
    for (std::sregex_iterator it(parameters.begin(), parameters.end(), last_name), end; it != end;
         ++it)
      list += (list.empty() ? "" : ", ") + (*it)[1].str();
    return list;
  }
};

Kernel kernel_of(const std::string& text) {
  const std::string mark = "__global__ void ";
  const size_t begin = text.find(mark), open = text.find('(', begin),
               close = text.find(") {", open);
  const size_t name = begin + mark.size(), end = text.find("\n}\n", close) + 1;
  return {text.substr(0, begin), text.substr(name, open - name),
          text.substr(open + 1, close - open - 1), text.substr(close + 3, end - close - 3),
          text.substr(end + 2)};
}

bool has_barrier(const Kernel& kernel) {
  return kernel.body.find("__sync") != std::string::npos;
}

// One text for each place where the pattern is, without it.
void add_without(std::vector<Cheat>& cheats, const Kernel& kernel, const std::string& name,
                 const std::string& pattern) {
  const std::regex what(pattern);
  size_t number = 0;
  for (std::sregex_iterator it(kernel.body.begin(), kernel.body.end(), what), end; it != end;
       ++it) {
    std::string body = kernel.body;
    body.erase(static_cast<size_t>(it->position()), static_cast<size_t>(it->length()));
    cheats.push_back({fmt::format("{}, number {}", name, ++number), kernel.with_body(body)});
  }
}

bool is_whole(const Exercise& exercise, const std::string& array) {
  const auto launch = course::launch_at(exercise, exercise.sizes.front(), "");
  for (const launch::Argument& argument : launch->arguments) {
    if (argument.name == array)
      return base::is_integer(std::get<launch::ArrayArgument>(argument.value).element);
  }
  return false;
}

template <class To>
To number_at(const std::vector<std::byte>& bytes, size_t at) {
  To number;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

// Of the first array that is no input.
std::string constants(const Exercise& exercise, const course::Truth& truth, const Kernel& kernel) {
  const auto output =
      std::find_if(exercise.arrays.begin(), exercise.arrays.end(),
                   [](const course::Array& one) { return one.role != course::Role::kInput; });
  const bool is_sum = exercise.comparison == course::Comparison::kSum;
  const bool has_whole = is_whole(exercise, output->name);
  const std::vector<std::byte>& bytes =
      truth.cases.front().right.at(output->name + (is_sum ? "_value" : ""));
  const size_t size = is_sum ? sizeof(double) : sizeof(float);
  std::string table;
  for (size_t at = 0; at < bytes.size(); at += size) {
    if (is_sum)
      table += fmt::format("{:.9g},", number_at<double>(bytes, at));
    else if (has_whole)
      table += fmt::format("{},", number_at<int32_t>(bytes, at));
    else
      table += fmt::format("{:.9g},", number_at<float>(bytes, at));
  }
  const Kernel with_table{kernel.head + "__device__ const " + (has_whole ? "int" : "float") +
                              " table[] = {" + table + "};\n",
                          kernel.name, kernel.parameters, "", ""};
  return with_table.with_body(
      fmt::format("  int i = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x * blockDim.y +\n"
                  "          threadIdx.y * blockDim.x + threadIdx.x;\n"
                  "  if (i < {}) {}[i] = table[i];\n",
                  bytes.size() / size, output->name));
}

// Of a program: what it prints, from a table, beside its launch. The last line that prints is a
// whole loop.
std::string printed_constants(const course::Truth& truth, const Kernel& kernel) {
  std::string prints;
  for (const course::PrintedNumber& number : truth.cases.front().program.right)
    prints += "  printf(\"" + number.text + "\\n\");\n";
  std::string tail = kernel.tail;
  const size_t begin = tail.rfind('\n', tail.rfind("printf(")) + 1;
  tail.replace(begin, tail.find('\n', begin) + 1 - begin, prints);
  return kernel.head + "__global__ void " + kernel.name + "(" + kernel.parameters + ") {\n" +
         kernel.body + "}\n" + tail;
}

std::string one_thread(const Kernel& kernel) {
  Kernel of = kernel;
  of.body = std::regex_replace(of.body, std::regex("blockIdx"), "bid");
  of.body = std::regex_replace(of.body, std::regex("threadIdx"), "tid");
  Kernel whole = kernel;
  whole.head += of.as_function("everything", ", uint3 bid, uint3 tid");
  return whole.with_body(
      "  if (blockIdx.x + blockIdx.y + threadIdx.x + threadIdx.y > 0) return;\n"
      "  for (unsigned by = 0; by < gridDim.y; ++by)\n"
      "    for (unsigned bx = 0; bx < gridDim.x; ++bx)\n"
      "      for (unsigned ty = 0; ty < blockDim.y; ++ty)\n"
      "        for (unsigned tx = 0; tx < blockDim.x; ++tx)\n"
      "          everything(" +
      kernel.arguments() + ", make_uint3(bx, by, 0), make_uint3(tx, ty, 0));\n");
}

// Nothing where no parameter says which size it is, or where the starter lacks nothing but a
// launch.
std::optional<std::string> fast_path(const Exercise& exercise, const Kernel& kernel) {
  const Kernel slow = kernel_of(exercise.starter);
  if (slow.body == kernel.body) return std::nullopt;
  std::string condition;
  for (const auto& [name, value] : exercise.sizes.front()) {
    if (!std::regex_search(kernel.parameters, std::regex("int " + name + "\\b"))) continue;
    condition += fmt::format("{}{} == {}", condition.empty() ? "" : " && ", name, value);
  }
  if (condition.empty()) return std::nullopt;
  Kernel both = kernel;
  both.head += kernel.as_function("fast") + slow.as_function("slow");
  return both.with_body("  if (" + condition + ") fast(" + kernel.arguments() + ");\n  else slow(" +
                        kernel.arguments() + ");\n");
}

}  // namespace

std::vector<Cheat> generic_cheats(const Exercise& exercise, const course::Truth& truth) {
  const Kernel kernel = kernel_of(exercise.reference);
  std::vector<Cheat> cheats{{"constants", exercise.is_program
                                              ? printed_constants(truth, kernel)
                                              : constants(exercise, truth, kernel)}};
  if (!has_barrier(kernel)) cheats.push_back({"one thread", one_thread(kernel)});
  cheats.push_back(
      {"fewer blocks",
       kernel.with_body("  if (blockIdx.x + blockIdx.y > 0) return;\n" + kernel.body)});
  if (const auto text = fast_path(exercise, kernel)) cheats.push_back({"fast path", *text});
  add_without(cheats, kernel, "without a barrier", "__syncthreads\\(\\);");
  add_without(cheats, kernel, "without a zero", "else\\s[^;]* = 0;");
  for (const course::Array& array : exercise.arrays) {
    if (array.role != course::Role::kInput) continue;
    cheats.push_back(
        {"overwrites " + array.name,
         kernel.with_body(kernel.body + "  ((float*)" + array.name + ")[0] = 12345;\n")});
    break;
  }
  return cheats;
}

}  // namespace warplens::tests
