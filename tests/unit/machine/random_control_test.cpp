// Random nested control flow: the same statement tree written as a kernel and walked thread by
// thread on the host. Every thread must take the same path, however the lanes of its warp part and
// meet.
#include <doctest/doctest.h>

#include <memory>
#include <random>

#include "support.hpp"

using namespace warplens::machine;
using namespace warplens::machine::test;

namespace {

constexpr int kThreads = 48;  // a whole warp and half of one

struct Node {
  enum class Kind {
    kWork,
    kIf,
    kIfElse,
    kFor,
    kDo,
    kSwitch,
    kBreak,
    kContinue,
    kReturn
  } kind = Kind::kWork;
  uint32_t a = 1, b = 1;
  std::vector<Node> first, second;
};

using Random = std::mt19937;

uint32_t next(Random& random) {
  return static_cast<uint32_t>(random());
}

std::vector<Node> random_body(Random& random, int depth, bool in_loop, bool in_switch);

Node random_node(Random& random, int depth, bool in_loop, bool in_switch) {
  Node node;
  node.a = next(random) % 1000 + 1;
  node.b = next(random) % 5 + 2;
  const uint32_t choice = next(random) % 12;
  if (choice == 0 && in_loop) node.kind = Node::Kind::kContinue;
  if (choice == 1 && (in_loop || in_switch)) node.kind = Node::Kind::kBreak;
  if (choice == 2 && next(random) % 4 == 0) node.kind = Node::Kind::kReturn;
  if (depth == 0 || choice < 4) return node;
  if (choice <= 5) node.kind = Node::Kind::kIf;
  if (choice == 6 || choice == 7) node.kind = Node::Kind::kIfElse;
  if (choice == 8 || choice == 9) node.kind = Node::Kind::kFor;
  if (choice == 10) node.kind = Node::Kind::kDo;
  if (choice == 11) node.kind = Node::Kind::kSwitch;
  const bool loop = node.kind == Node::Kind::kFor || node.kind == Node::Kind::kDo;
  const bool is_switch = node.kind == Node::Kind::kSwitch;
  node.first = random_body(random, depth - 1, in_loop || loop, in_switch || is_switch);
  node.second = random_body(random, depth - 1, in_loop || loop, in_switch || is_switch);
  return node;
}

std::vector<Node> random_body(Random& random, int depth, bool in_loop, bool in_switch) {
  std::vector<Node> body;
  for (uint32_t count = next(random) % 4 + 1; count > 0; --count) {
    body.push_back(random_node(random, depth, in_loop, in_switch));
  }
  return body;
}

// The kernel's text. `level` names the counters of nested loops apart.
std::string text_of(const std::vector<Node>& body, int level) {
  std::string text;
  for (const Node& node : body) {
    const std::string a = std::to_string(node.a) + "u", b = std::to_string(node.b) + "u";
    const std::string i = "i" + std::to_string(level);
    const std::string test = "(r ^ t * " + a + ") % " + b;
    const std::string first = "{ " + text_of(node.first, level + 1) + "} ";
    const std::string second = "{ " + text_of(node.second, level + 1) + "} ";
    switch (node.kind) {
      case Node::Kind::kWork:
        text += "r = r * 31u + " + a + " + t; ";
        break;
      case Node::Kind::kIf:
        text += "if (" + test + " == 0u) " + first;
        break;
      case Node::Kind::kIfElse:
        text += "if (" + test + " == 0u) " + first + "else " + second;
        break;
      case Node::Kind::kFor:
        text += "for (unsigned " + i + " = 0; " + i + " < " + test + " + 1u; " + i + "++) " + first;
        break;
      case Node::Kind::kDo:
        text += "{ unsigned " + i + " = 0; do " + first + "while (++" + i + " < t % " + b + "); } ";
        break;
      case Node::Kind::kSwitch:
        text += "switch (" + test + ") { case 1: " + first + "default: " + second +
                "break; case 0: r += " + a + "; } ";
        break;
      case Node::Kind::kBreak:
        text += "if (" + test + " == 1u) break; ";
        break;
      case Node::Kind::kContinue:
        text += "if (" + test + " == 1u) continue; ";
        break;
      case Node::Kind::kReturn:
        text += "if (" + test + " == 1u) { out[t] = r; return; } ";
        break;
    }
  }
  return text;
}

enum class Flow { kOn, kBreak, kContinue, kReturn };

Flow walk(const std::vector<Node>& body, uint32_t t, uint32_t& r, int& work);

Flow walk_node(const Node& node, uint32_t t, uint32_t& r, int& work) {
  const auto test = [&] { return (r ^ t * node.a) % node.b; };
  if (--work < 0) return Flow::kReturn;
  switch (node.kind) {
    case Node::Kind::kWork:
      r = r * 31u + node.a + t;
      return Flow::kOn;
    case Node::Kind::kIf:
      return test() == 0 ? walk(node.first, t, r, work) : Flow::kOn;
    case Node::Kind::kIfElse:
      return walk(test() == 0 ? node.first : node.second, t, r, work);
    case Node::Kind::kFor:
      for (uint32_t i = 0; i < test() + 1; ++i) {
        const Flow flow = walk(node.first, t, r, work);
        if (flow == Flow::kBreak) break;
        if (flow == Flow::kReturn) return flow;
      }
      return Flow::kOn;
    case Node::Kind::kDo: {
      uint32_t i = 0;
      do {
        const Flow flow = walk(node.first, t, r, work);
        if (flow == Flow::kBreak) break;
        if (flow == Flow::kReturn) return flow;
      } while (++i < t % node.b);
      return Flow::kOn;
    }
    case Node::Kind::kSwitch: {
      const uint32_t value = test();
      if (value == 0) {
        r += node.a;
        return Flow::kOn;
      }
      Flow flow = value == 1 ? walk(node.first, t, r, work) : Flow::kOn;
      if (flow == Flow::kOn) flow = walk(node.second, t, r, work);
      return flow == Flow::kBreak ? Flow::kOn : flow;
    }
    case Node::Kind::kBreak:
      return test() == 1 ? Flow::kBreak : Flow::kOn;
    case Node::Kind::kContinue:
      return test() == 1 ? Flow::kContinue : Flow::kOn;
    case Node::Kind::kReturn:
      return test() == 1 ? Flow::kReturn : Flow::kOn;
  }
  return Flow::kOn;
}

Flow walk(const std::vector<Node>& body, uint32_t t, uint32_t& r, int& work) {
  for (const Node& node : body) {
    const Flow flow = walk_node(node, t, r, work);
    if (flow != Flow::kOn) return flow;
  }
  return Flow::kOn;
}

}  // namespace

TEST_CASE("control: 300 random trees of nested control flow take each thread where the host goes") {
  Random random(20);
  int compared = 0;
  for (int tree = 0; tree < 300; ++tree) {
    const std::vector<Node> body = random_body(random, 4, false, false);
    std::vector<uint32_t> expected;
    bool ends = true;
    for (uint32_t t = 0; t < kThreads && ends; ++t) {
      uint32_t r = 1;
      int work = 20000;
      walk(body, t, r, work);
      ends = work >= 0;
      expected.push_back(r);
    }
    if (!ends) continue;  // a loop whose bound runs away
    const std::string text =
        "__global__ void k(unsigned* out) { unsigned t = threadIdx.x; unsigned r = 1; " +
        text_of(body, 0) + "out[t] = r; }";
    CAPTURE(text);
    Launched run(text);
    run.block(kThreads).array(std::vector<uint32_t>(kThreads)).run();
    CHECK(run.end.reason == StopReason::kDone);
    CHECK(run.read<uint32_t>(0) == expected);
    ++compared;
  }
  CHECK(compared > 250);
}
