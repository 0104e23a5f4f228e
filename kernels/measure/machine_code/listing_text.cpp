// The text, line by line:
//
//   .section .text.NAME,...            a new function begins at the label NAME
//   .type NAME,@function               so does one in the middle of a section
//   .other NAME,@"STO_CUDA_ENTRY ..."  it is a kernel
//   //## File "F", line N inlined at "G", line M     where the next instructions come from
//   //## File "G", line M                            (innermost first)
//   /*0150*/ @P0 LDS R4, [R4] ;
//   .L_x_1:
#include "kernels/measure/machine_code/listing_text.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

namespace warplens::measure::machine_code {

namespace {

std::string_view trimmed(std::string_view text) {
  const size_t from = text.find_first_not_of(" \t\r");
  return from == text.npos ? std::string_view{}
                           : text.substr(from, text.find_last_not_of(" \t\r") - from + 1);
}

std::string_view first_word(std::string_view text) {
  return text.substr(0, text.find_first_of(" \t"));
}

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) {
    return false;
  }
  text = trimmed(text.substr(prefix.size()));
  return true;
}

// `"F", line N ...`
Frame frame_of(std::string_view text) {
  Frame frame;
  const size_t end = text.find('"', 1);
  if (!text.starts_with('"') || end == text.npos) {
    return frame;
  }
  frame.file = text.substr(1, end - 1);
  constexpr std::string_view kLine = ", line ";
  std::string_view rest = text.substr(end + 1);
  if (rest.starts_with(kLine)) {
    rest.remove_prefix(kLine.size());
    std::from_chars(rest.data(), rest.data() + rest.size(), frame.line);
  }
  return frame;
}

class Reader {
 public:
  void read(std::string_view line) {
    const bool follows_frame = std::exchange(last_was_frame_, false);
    std::string_view text = trimmed(line);
    if (text.starts_with("/*")) {
      read_instruction(text);
    } else if (take_prefix(text, "//## File")) {
      if (!follows_frame) {
        frames_.clear();
      }
      frames_.push_back(frame_of(text));
      last_was_frame_ = true;
    } else if (take_prefix(text, ".section")) {
      is_open_ = false;
    } else if (take_prefix(text, ".type")) {
      const size_t comma = text.find(',');
      if (comma != text.npos && trimmed(text.substr(comma + 1)) == "@function") {
        functions_.emplace(trimmed(text.substr(0, comma)));
      }
    } else if (take_prefix(text, ".other")) {
      if (text.find("STO_CUDA_ENTRY") != text.npos) {
        kernels_.emplace(trimmed(text.substr(0, text.find(','))));
      }
    } else if (text.ends_with(':') && text.find_first_of(" \t") == text.npos) {
      read_label(std::string(text.substr(0, text.size() - 1)));
    }
  }

  RawText take() { return std::move(result_); }

 private:
  void read_label(std::string name) {
    if (functions_.contains(name)) {
      RawFunction& function = result_.functions.emplace_back();
      function.name = name;
      function.is_kernel = kernels_.contains(name);
      is_open_ = true;
      frames_.clear();
    }
    if (is_open_) {
      result_.labels.insert_or_assign(
          std::move(name), RawText::Position{result_.functions.size() - 1,
                                             result_.functions.back().instructions.size()});
    }
  }

  void read_instruction(std::string_view text) {
    const size_t end = text.find("*/");
    const size_t semicolon = text.find(';');
    if (!is_open_ || end == text.npos || semicolon == text.npos) {
      return;
    }
    RawInstruction instruction;
    if (std::from_chars(text.data() + 2, text.data() + end, instruction.offset, 16).ec !=
        std::errc{}) {
      return;
    }
    std::string_view rest = trimmed(text.substr(end + 2, semicolon - end - 2));
    if (rest.starts_with('@')) {
      const std::string_view predicate = first_word(rest);
      instruction.predicate = predicate;
      rest = trimmed(rest.substr(predicate.size()));
    }
    const std::string_view opcode = first_word(rest);
    instruction.opcode = opcode;
    instruction.operands = trimmed(rest.substr(opcode.size()));
    instruction.frames = frames_;
    RawFunction& function = result_.functions.back();
    function.has_lines = function.has_lines || !frames_.empty();
    function.instructions.push_back(std::move(instruction));
  }

  RawText result_;
  bool is_open_ = false;  // between a function's label and the end of its section
  bool last_was_frame_ = false;
  std::vector<Frame> frames_;
  std::set<std::string, std::less<>> functions_, kernels_;  // names, declared before their labels
};

}  // namespace

RawText take_apart(std::string_view text) {
  Reader reader;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    reader.read(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return reader.take();
}

std::string_view label_in(std::string_view operands) {
  const size_t from = operands.find("`(");
  const size_t to = operands.find(')', from == operands.npos ? 0 : from);
  return from == operands.npos || to == operands.npos ? std::string_view{}
                                                      : operands.substr(from + 2, to - from - 2);
}

}  // namespace warplens::measure::machine_code
