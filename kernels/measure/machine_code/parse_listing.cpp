// Joins the functions of the disassembler's text, kernel by kernel: the instructions of a called
// function are at the call, as those of an inlined one, so that two builds can be compared line by
// line.
#include <algorithm>
#include <optional>

#include "kernels/measure/machine_code/address_space.hpp"
#include "kernels/measure/machine_code/listing_text.hpp"
#include "kernels/measure/machine_code/machine_code.hpp"
#include "kernels/measure/machine_code/opcode.hpp"

namespace warplens::measure::machine_code {

namespace {

bool is_path_to(std::string_view path, std::string_view name) {
  return path.ends_with(name) &&
         (path.size() == name.size() || path[path.size() - name.size() - 1] == '/');
}

// The file's name in measurements; none for the toolkit's files.
std::optional<std::string> own_name(const std::string& path, const SourceFiles& files) {
  if (files.kernel.empty()) {
    return path;
  }
  for (const std::string& header : files.headers) {
    if (is_path_to(path, header)) {
      return header;
    }
  }
  return is_path_to(path, files.kernel) ? std::optional<std::string>("") : std::nullopt;
}

std::optional<Frame> own_frame(const std::vector<Frame>& frames, const SourceFiles& files) {
  for (const Frame& frame : frames) {
    if (auto name = own_name(frame.file, files); name && frame.line != 0) {
      return Frame{std::move(*name), frame.line};
    }
  }
  return std::nullopt;
}

bool starts_word(std::string_view opcode, std::string_view name) {
  return opcode.substr(0, opcode.find('.')) == name;
}

class Flattener {
 public:
  Flattener(const RawText& text, const SourceFiles& files, Listing& listing)
      : text_(text), files_(files), out_(listing.instructions) {}

  void splice(size_t function_index, const Frame& called_from) {
    const RawFunction& function = text_.functions[function_index];
    open_.push_back(function_index);
    std::vector<uint32_t> start_of;  // of each raw instruction, in the listing
    std::vector<Jump> jumps;
    const uint32_t first = size();
    for (const RawInstruction& raw : function.instructions) {
      start_of.push_back(size());
      const Frame frame = own_frame(raw.frames, files_).value_or(called_from);
      add_accesses(raw, frame);
      if (starts_word(raw.opcode, "CALL")) {
        call(raw, frame);
      } else {
        add_jump(raw, frame, function_index, jumps);
      }
      tracker_.follow(raw);
    }
    start_of.push_back(size());
    for (const Jump& jump : jumps) {
      for (const size_t target : jump.raw_targets) {
        out_[jump.instruction].jump_targets.push_back(
            start_of[std::min(target, start_of.size() - 1)]);
      }
    }
    if (!function.has_lines) {
      keep_one_atomic(first);
    }
    open_.pop_back();
  }

 private:
  struct Jump {
    uint32_t instruction = 0;  // in the listing
    std::vector<size_t> raw_targets;
  };

  uint32_t size() const { return static_cast<uint32_t>(out_.size()); }

  Instruction& add(const RawInstruction& raw, const Frame& frame) {
    Instruction& instruction = out_.emplace_back();
    instruction.offset = raw.offset;
    instruction.file = frame.file;
    instruction.line = frame.line;
    instruction.opcode = raw.opcode;
    instruction.is_predicated = !raw.predicate.empty() && !raw.predicate.ends_with("PT");
    return instruction;
  }

  void add_accesses(const RawInstruction& raw, const Frame& frame) {
    for (const Access& access : accesses_of(raw.opcode)) {
      const AddressSpace found =
          access.is_generic ? tracker_.space_of(raw) : AddressSpace::kUnknown;
      if (found == AddressSpace::kLocal) {
        continue;
      }
      Instruction& instruction = add(raw, frame);
      instruction.is_memory = true;
      instruction.space = found == AddressSpace::kShared ? Space::kShared : access.space;
      instruction.operation = access.operation;
      instruction.bytes_per_lane = access.bytes_per_lane;
      instruction.is_space_known = !access.is_generic || found != AddressSpace::kUnknown;
    }
    if (raw.operands.find("c[0x3]") != std::string::npos) {  // the bank of __constant__ variables
      add(raw, frame).is_constant = true;
    }
  }

  void call(const RawInstruction& raw, const Frame& frame) {
    const auto place = text_.labels.find(label_in(raw.operands));
    if (place == text_.labels.end() || place->second.instruction != 0 ||
        std::ranges::count(open_, place->second.function) > 0) {
      return;  // not a function of this text, or one that calls itself
    }
    splice(place->second.function, frame);
  }

  void add_jump(const RawInstruction& raw, const Frame& frame, size_t function_index,
                std::vector<Jump>& jumps) {
    const bool is_exit = starts_word(raw.opcode, "EXIT");
    const bool is_return = starts_word(raw.opcode, "RET");
    const bool is_branch = starts_word(raw.opcode, "BRA") || starts_word(raw.opcode, "JMP");
    const bool is_table = starts_word(raw.opcode, "BRX") || starts_word(raw.opcode, "JMX") ||
                          starts_word(raw.opcode, "BRXU");
    if (!is_exit && !is_return && !is_branch && !is_table) {
      return;
    }
    const size_t leave = text_.functions[function_index].instructions.size();
    Jump jump;
    if (is_return) {
      jump.raw_targets.push_back(leave);
    } else if (is_branch) {
      jump.raw_targets.push_back(target_of(label_in(raw.operands), function_index, leave));
    } else if (is_table) {
      table_targets(raw.operands, function_index, leave, jump.raw_targets);
    }
    jump.instruction = size();
    Instruction& instruction = add(raw, frame);
    const bool has_condition = is_branch && raw.operands.find(',') < raw.operands.find("`(");
    instruction.goes_on = instruction.is_predicated || has_condition;
    jumps.push_back(std::move(jump));
  }

  size_t target_of(std::string_view label, size_t function_index, size_t leave) const {
    const auto place = text_.labels.find(label);
    return place == text_.labels.end() || place->second.function != function_index
               ? leave
               : place->second.instruction;
  }

  // `BRX R6 -0x180 (*"BRANCH_TARGETS .L_x_1,.L_x_2"*)`
  void table_targets(std::string_view operands, size_t function_index, size_t leave,
                     std::vector<size_t>& targets) const {
    for (size_t at = operands.find(".L"); at != operands.npos; at = operands.find(".L", at + 1)) {
      const std::string_view rest = operands.substr(at);
      targets.push_back(
          target_of(rest.substr(0, rest.find_first_of(",\"")), function_index, leave));
    }
  }

  // A function of the compiler's library for an atomic operation has several variants, by the
  // address's space: for the calling line, it is one operation.
  void keep_one_atomic(uint32_t first) {
    const auto begin = out_.begin() + first;
    const auto is_atomic = [](const Instruction& instruction) {
      return instruction.is_memory && instruction.operation == Operation::kAtomic;
    };
    const auto kept = std::find_if(begin, out_.end(), is_atomic);
    if (kept == out_.end()) {
      return;
    }
    for (auto other = begin; other != out_.end(); ++other) {
      other->is_memory = other == kept;
    }
  }

  const RawText& text_;
  const SourceFiles& files_;
  std::vector<Instruction>& out_;
  AddressTracker tracker_;
  std::vector<size_t> open_;  // functions being spliced, outermost first
};

}  // namespace

std::vector<Listing> parse_listing(const std::string& text, const SourceFiles& files) {
  const RawText raw = take_apart(text);
  std::vector<Listing> listings;
  for (size_t i = 0; i < raw.functions.size(); ++i) {
    if (raw.functions[i].is_kernel) {
      Listing& listing = listings.emplace_back();
      listing.kernel = raw.functions[i].name;
      Flattener(raw, files, listing).splice(i, Frame{});
    }
  }
  return listings;
}

}  // namespace warplens::measure::machine_code
