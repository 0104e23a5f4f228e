// The sentences about accesses of constant and global memory; those about shared memory are in
// shared_sentence.cpp. Nothing here counts broadcasts or sectors anew: the numbers are the models'.
#include "app/scene/words/sentence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "app/scene/words/sentence_parts.hpp"
#include "app/study/counts.hpp"
#include "app/study/format.hpp"
#include "sim/base/say.hpp"

namespace warplens::scene {

using trace::Operation;

std::string lanes_text(uint32_t mask, bool capital) {
  const std::vector<uint32_t> lanes = lanes_of(mask);
  if (lanes.empty()) return "";
  if (lanes.size() == 1) {
    return capital ? say("Lane {lane}", "lane"_a = lanes[0])
                   : say("lane {lane}", "lane"_a = lanes[0]);
  }
  const bool is_run = lanes.back() - lanes.front() + 1 == lanes.size();
  std::string numbers;
  if (is_run && lanes.size() > 2) {
    numbers = say("{first} to {last}", "first"_a = lanes.front(), "last"_a = lanes.back());
  } else if (lanes.size() > 6) {
    numbers = say("{numbers} ... {last} ({count} lanes)",
                  "numbers"_a = fmt::join(lanes.begin(), lanes.begin() + 3, ", "),
                  "last"_a = lanes.back(), "count"_a = lanes.size());
  } else {
    numbers =
        say("{numbers} and {last}", "numbers"_a = fmt::join(lanes.begin(), lanes.end() - 1, ", "),
            "last"_a = lanes.back());
  }
  return capital ? say("Lanes {numbers}", "numbers"_a = numbers)
                 : say("lanes {numbers}", "numbers"_a = numbers);
}

std::string constant_sentence(const trace::Access& access, uint32_t broadcasts) {
  const int lanes = std::popcount(access.mask);
  const bool is_word = access.bytes <= 4;
  std::string text;
  if (lanes == 1) {
    text =
        say("Only lane {lane} is active: one broadcast.", "lane"_a = std::countr_zero(access.mask));
  } else if (broadcasts == 1) {
    text = is_word ? say("{lanes} read the same word: one broadcast.",
                         "lanes"_a = everyone(access.mask))
                   : say("{lanes} read the same {bytes} bytes: one broadcast.",
                         "lanes"_a = everyone(access.mask), "bytes"_a = access.bytes);
  } else {
    text = is_word ? say("{lanes} lanes request {count} different words of constant memory: "
                         "{count} broadcasts one after the other, where 1 is ideal.",
                         "lanes"_a = lanes, "count"_a = broadcasts)
                   : say("{lanes} lanes request {count} different values of constant memory: "
                         "{count} broadcasts one after the other, where 1 is ideal.",
                         "lanes"_a = lanes, "count"_a = broadcasts);
  }
  return text + outside(access);
}

namespace {

// Every byte that is moved is used.
std::string full_sentence(const trace::Access& access, const std::string& sectors_said,
                          const std::string& lines_said) {
  const auto lanes = static_cast<uint64_t>(std::popcount(access.mask));
  switch (access.operation) {
    case Operation::kLoad:
      return say_count("Each lane reads {bytes} bytes: {count} lane touches {sectors} of {lines}.",
                       "Each lane reads {bytes} bytes: {count} lanes touch {sectors} of {lines}.",
                       lanes, "bytes"_a = access.bytes, "sectors"_a = sectors_said,
                       "lines"_a = lines_said);
    case Operation::kStore:
      return say_count("Each lane writes {bytes} bytes: {count} lane touches {sectors} of {lines}.",
                       "Each lane writes {bytes} bytes: {count} lanes touch {sectors} of {lines}.",
                       lanes, "bytes"_a = access.bytes, "sectors"_a = sectors_said,
                       "lines"_a = lines_said);
    case Operation::kAtomic:
    case Operation::kCopy:
      break;
  }
  return say_count("Each lane adds to {bytes} bytes: {count} lane touches {sectors} of {lines}.",
                   "Each lane adds to {bytes} bytes: {count} lanes touch {sectors} of {lines}.",
                   lanes, "bytes"_a = access.bytes, "sectors"_a = sectors_said,
                   "lines"_a = lines_said);
}

std::string same_element_sentence(const trace::Access& access, const model::GlobalCost& cost) {
  const std::string who = everyone(access.mask);
  const uint64_t bytes_moved = cost.bytes_moved();
  switch (access.operation) {
    case Operation::kLoad:
      return say(
          "{lanes} read the same {bytes} bytes: 1 sector; {used} of {moved} transferred bytes are "
          "requested.",
          "lanes"_a = who, "bytes"_a = access.bytes, "used"_a = study::grouped(cost.bytes_used),
          "moved"_a = study::grouped(bytes_moved));
    case Operation::kStore:
      return say(
          "{lanes} write the same {bytes} bytes: 1 sector; {used} of {moved} transferred bytes are "
          "requested.",
          "lanes"_a = who, "bytes"_a = access.bytes, "used"_a = study::grouped(cost.bytes_used),
          "moved"_a = study::grouped(bytes_moved));
    case Operation::kAtomic:
    case Operation::kCopy:
      break;
  }
  return say(
      "{lanes} add to the same {bytes} bytes: 1 sector; {used} of {moved} transferred bytes are "
      "requested.",
      "lanes"_a = who, "bytes"_a = access.bytes, "used"_a = study::grouped(cost.bytes_used),
      "moved"_a = study::grouped(bytes_moved));
}

// "16 lanes share one word": how many need each element of a broadcast.
std::string shared_words(const trace::Access& access, const model::GlobalCost& cost) {
  const auto lanes = static_cast<uint64_t>(std::popcount(access.mask));
  const uint64_t elements = std::max<uint64_t>(cost.bytes_used / access.bytes, 1);
  const uint64_t share = lanes / elements;
  if (lanes % elements != 0)
    return say("About {lanes} lanes share one element.", "lanes"_a = share);
  return access.bytes == 4 ? say("{lanes} lanes share one word.", "lanes"_a = share)
                           : say("{lanes} lanes share one element.", "lanes"_a = share);
}

}  // namespace

bool is_low_share_of_few(const trace::Access& access, const model::GlobalCost& cost) {
  const auto lanes = static_cast<uint32_t>(std::popcount(access.mask));
  return access.operation != Operation::kAtomic && lanes > 1 && lanes < trace::kWarpSize &&
         cost.sectors == 1 && cost.bytes_used * 2 <= cost.bytes_moved();
}

std::string global_sentence(const trace::Access& access, const model::GlobalCost& cost,
                            bool says_what_share_means) {
  const int lanes = std::popcount(access.mask);
  const bool is_same = lanes > 1 && one_address(access);
  const std::string sectors = study::counted(study::Measure::kSectors, cost.sectors).rendered();
  const std::string lines = study::counted(study::Measure::kLines, cost.lines).rendered();
  std::string text;
  const bool is_full = access.bytes > 4 && cost.bytes_used == cost.bytes_moved();
  if (is_full && !is_same) {
    text = full_sentence(access, sectors, lines) + " " +
           say_count("{count} sector is ideal for {bytes} bytes: none is excessive.",
                     "{count} sectors are ideal for {bytes} bytes: none is excessive.",
                     cost.sectors, "bytes"_a = study::grouped(cost.bytes_used));
  } else if (is_same && cost.sectors == 1) {
    text = same_element_sentence(access, cost);
  } else {
    text = say_count(
        "{count} lane touches {sectors} of {lines}; {used} of {moved} transferred bytes are "
        "requested.",
        "{count} lanes touch {sectors} of {lines}; {used} of {moved} transferred bytes are "
        "requested.",
        static_cast<uint64_t>(lanes), "sectors"_a = sectors, "lines"_a = lines,
        "used"_a = study::grouped(cost.bytes_used), "moved"_a = study::grouped(cost.bytes_moved()));
    if (cost.is_broadcast() && !is_same) {
      text += " " + shared_words(access, cost);
    } else if (cost.sectors > cost.ideal_sectors()) {
      text += " " + say_count("{count} sector is ideal.", "{count} sectors are ideal.",
                              cost.ideal_sectors());
    }
  }
  // With few lanes, a sector is more than they need, wherever their elements are.
  if (says_what_share_means && is_low_share_of_few(access, cost)) {
    text += " " + say("{lanes} of {all} lanes work, and a sector is the least that is transferred: "
                      "the share says little about larger sizes.",
                      "lanes"_a = lanes, "all"_a = trace::kWarpSize);
  }
  if (access.operation == Operation::kAtomic && is_same) {
    text += " ";
    text += label("Lanes that add to the same address wait for each other.");
  }
  return text + outside(access);
}

}  // namespace warplens::scene
