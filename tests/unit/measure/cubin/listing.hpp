// nvdisasm's text of a cubin (`nvdisasm -g -c`), instruction by instruction.
#pragma once

#include <cstdint>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <utility>
#include <vector>

namespace warplens::measure::cubin {

struct ListedInstruction {
  std::string section;  // ".text._Z6nestedPii"
  uint64_t offset = 0;
  std::string guard, opcode, operands;  // "@!P0", "BRA.U"
  std::string file;                     // of the line; "" if none is known
  uint32_t line = 0;
};

struct Listed {
  std::vector<ListedInstruction> instructions;
  std::map<std::string, std::pair<std::string, uint64_t>> labels;  // section and offset
};

inline Listed read_listing(const std::string& path) {
  const std::regex kSection(R"(^//-+ (\.text\.\S+))"), kLabel(R"(^(\S+):\s*$)"),
      kPlace(R"re(//## File "([^"]*)", line (\d+))re"),
      kInstruction(R"(^\s+/\*([0-9a-f]+)\*/\s+(@!?U?P\w+ )?\s*([A-Z0-9_.]+)(.*))");
  Listed listed;
  std::ifstream file(path);
  std::string section, place;
  uint32_t line = 0;
  std::vector<std::string> waiting;  // labels of the next instruction
  for (std::string text; std::getline(file, text);) {
    std::smatch found;
    if (std::regex_search(text, found, kSection)) {
      section = found[1];
      place = "";
      line = 0;
    } else if (std::regex_search(text, found, kPlace)) {
      place = found[1];
      line = static_cast<uint32_t>(std::stoul(found[2]));
    } else if (std::regex_search(text, found, kInstruction)) {
      ListedInstruction one{
          section, std::stoull(found[1], nullptr, 16), found[2], found[3], found[4], place, line};
      while (one.guard.ends_with(' ')) one.guard.pop_back();
      for (const std::string& label : waiting) listed.labels[label] = {section, one.offset};
      waiting.clear();
      listed.instructions.push_back(std::move(one));
    } else if (std::regex_search(text, found, kLabel)) {
      waiting.push_back(found[1]);
    }
  }
  return listed;
}

}  // namespace warplens::measure::cubin
