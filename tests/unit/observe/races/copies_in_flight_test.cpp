// Asynchronous copies: what is read, or written, before it may be; each mistake with the same
// kernel without it.
#include <doctest/doctest.h>

#include <set>
#include <string>

#include "tests/support/golden_sentences.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;

using warplens::test::golden;

namespace {

constexpr const char* kLaunch =
    "--grid 1 --block 64 --arg out=float[256]:zero --arg in=float[256]:iota --arg "
    "data=float[256]:iota";

// `body` begins in line 7.
std::shared_ptr<const run::Run> run_of(const std::string& body, const char* launch = kLaunch) {
  return test::must_run(
      "#define at(place) ((unsigned)__cvta_generic_to_shared(&(place)))\n"
      "#define copy(to, from) warplens_cp_async(at(to), from, 4, 4, 0)\n"
      "#define commit() warplens_cp_async_commit()\n"
      "#define wait(newest) warplens_cp_async_wait(newest)\n"
      "__global__ void k(float* out, const float* in, float* data) {\n"
      "__shared__ float tile[64], next[64], both[2][64]; const int t = threadIdx.x;\n" +
          body + "\n}\n",
      launch);
}

// The kinds of errors, and of hints about copies, in the order of their words.
std::string found(const run::Run& run) {
  std::set<std::string> words;
  for (const observe::Finding& finding : run.findings) {
    const std::string word(observe::word(finding.kind));
    const bool is_of_copies = word.find("cop") != std::string::npos;
    if (finding.severity == base::Severity::kError || is_of_copies) words.insert(word);
  }
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : " ") + word;
  return all;
}
std::string found(const std::string& body) {
  return found(*run_of(body));
}

std::string message_of(const std::string& body, const std::string& word) {
  const auto run = run_of(body);
  for (const observe::Finding& finding : run->findings)
    if (observe::word(finding.kind) == word) return finding.message;
  return "";
}

}  // namespace

TEST_CASE("copies in flight: a thread reads what its own copy has to bring") {
  const std::string early = "copy(tile[t], in + t);\ncommit();\nout[t] = tile[t];\nwait(0);";
  CHECK(found(early) == "copy_not_waited");
  CHECK(message_of(early, "copy_not_waited") == golden("observe.copies.own_copy_not_waited"));
  CHECK(found("copy(tile[t], in + t);\ncommit();\nwait(0);\nout[t] = tile[t];") == "");
  const auto run = run_of(early);
  CHECK(run->findings.front().line == 9);
  CHECK(run->findings.front().other->line == 7);
  CHECK(run->findings.front().count == 64);
}

TEST_CASE("copies in flight: a barrier is no wait, and a wait no barrier") {
  const std::string copy = "copy(tile[t], in + t);\ncommit();\n", read = "out[t] = tile[63 - t];";
  CHECK(found(copy + "__syncthreads();\n" + read) == "copy_not_waited");
  CHECK(message_of(copy + "__syncthreads();\n" + read, "copy_not_waited") ==
        golden("observe.copies.others_copy_not_waited"));
  CHECK(found(copy + "wait(0);\n" + read) == "race_between_warps");
  CHECK(message_of(copy + "wait(0);\n" + read, "race_between_warps") ==
        golden("observe.copies.no_barrier_behind_wait"));
  // The copy is begun in one interval, and waited for in the next.
  CHECK(found(copy + "__syncthreads();\nwait(0);\n" + read) == "copy_no_barrier");
  CHECK(message_of(copy + "__syncthreads();\nwait(0);\n" + read, "copy_no_barrier") ==
        golden("observe.copies.waited_for_by_its_thread_alone"));
  CHECK(found(copy + "wait(0);\n__syncthreads();\n" + read) == "");
  CHECK(found(copy + "__syncthreads();\nwait(0);\n__syncthreads();\n" + read) == "");
}

TEST_CASE("copies in flight: a wait that leaves out too many groups, or a copy in none") {
  const std::string copies =
      "copy(tile[t], in + t);\ncommit();\ncopy(next[t], in + t + 64);\ncommit();\n";
  const auto read = [](const std::string& array) {
    return "\n__syncthreads();\nout[t] = " + array + "[63 - t];\nwait(0);";
  };
  CHECK(found(copies + "wait(1);" + read("tile")) == "");
  CHECK(found(copies + "wait(0);" + read("next")) == "");
  CHECK(found(copies + "wait(1);" + read("next")) == "copy_not_waited");
  CHECK(message_of(copies + "wait(1);" + read("next"), "copy_not_waited") ==
        golden("observe.copies.next_of_two_read"));
  CHECK(found(copies + "wait(2);" + read("tile")) == "copy_not_waited");
  CHECK(message_of(copies + "wait(2);" + read("tile"), "copy_not_waited") ==
        golden("observe.copies.wait_for_too_few"));

  const std::string alone = "copy(tile[t], in + t);\n";
  CHECK(found(alone + "warplens_cp_async_wait_all();" + read("tile")) == "");
  CHECK(message_of(alone + "wait(0);" + read("tile"), "copy_not_waited") ==
        golden("observe.copies.not_committed_before_wait"));
}

TEST_CASE("copies in flight: what they fill, or read, is written meanwhile") {
  const std::string copy = "copy(tile[t], data + t);\ncommit();\n";
  const auto twins = [&](const std::string& store, const std::string& message) {
    CAPTURE(store);
    CHECK(found(copy + store + "\nwait(0);") == "copy_overwritten");
    CHECK(message_of(copy + store + "\nwait(0);", "copy_overwritten") == message);
    CHECK(found(copy + "wait(0);\n" + store) == "");
  };
  const std::string replaced =
      "thread 0 writes tile[0] while its own copy of line 7 to it is on its way, which may replace "
      "the value at any moment; wait for the copy before";
  twins("tile[t] = 1;", replaced);
  twins("atomicAdd(&tile[t], 1.0f);", replaced);
  twins("data[t] = 1;",
        "thread 0 writes data[0] while its own copy of line 7 may still have to read it; wait for "
        "the copy before");
  CHECK(message_of(copy + "copy(tile[t], data + t + 64);\ncommit();\nwait(0);",
                   "copy_overwritten") == golden("observe.copies.copied_twice"));
}

TEST_CASE("copies in flight: a double buffer") {
  const auto buffer = [](const std::string& wait, const std::string& end) {
    return "float sum = 0;\ncopy(both[0][t], in + t);\ncommit();\n"
           "for (int i = 0; i < 4; ++i) {\n"
           "  if (i < 3) copy(both[(i + 1) & 1][t], in + (i + 1) * 64 + t);\n  commit();\n  " +
           wait + "\n  __syncthreads();\n  sum += both[i & 1][63 - t];\n  " + end +
           "\n}\nout[t] = sum;";
  };
  const auto right = run_of(buffer("wait(1);", "__syncthreads();"));
  CHECK(found(*right) == "");
  for (const observe::Finding& finding : right->findings) CHECK(finding.message == "");
  // The tile is filled again before all have read it.
  CHECK(found(buffer("wait(1);", "")) == "race_between_warps");
  CHECK(message_of(buffer("wait(1);", ""), "race_between_warps") ==
        golden("observe.copies.double_buffer_one_barrier"));
  CHECK(found(buffer("wait(2);", "__syncthreads();")) == "copy_not_waited");
  CHECK(found(buffer("", "__syncthreads();")) == "copy_not_waited");
  CHECK(found(buffer("wait(0);", "__syncthreads();")) == "");
}

TEST_CASE("copies in flight: groups that nobody waits for, and waits for nothing") {
  CHECK(found("copy(tile[t], in + t);\ncommit();\nout[t] = 1;") == "copy_never_waited");
  CHECK(message_of("copy(tile[t], in + t);\ncommit();", "copy_never_waited") ==
        golden("observe.copies.never_waited"));
  CHECK(message_of("copy(tile[t], in + t);\nwait(0);", "copy_never_waited") ==
        golden("observe.copies.never_committed"));
  CHECK(found("wait(0);\nout[t] = in[t];") == "wait_without_copies");
  CHECK(found("if (t < 32) copy(tile[t], in + t);\ncommit();\nwait(0);") == "");
}

TEST_CASE("copies in flight: addresses that no copy may have") {
  const auto copied = [](const std::string& to, const std::string& from) {
    return "warplens_cp_async(" + to + ", " + from + ", 16, 16, 1);\nwarplens_cp_async_wait_all();";
  };
  const auto message = [&](const std::string& to, const std::string& from,
                           const std::string& kind) {
    return message_of("if (t == 0) {" + copied(to, from) + "}", kind);
  };
  CHECK(found("if (t == 0) {" + copied("at(tile[4])", "in + 8") + "}") == "");
  CHECK(message("at(tile[1])", "in + 8", "misaligned") ==
        golden("observe.copies.target_misaligned"));
  CHECK(message("at(tile[4])", "in + 2", "misaligned") ==
        golden("observe.copies.source_misaligned"));
  CHECK(message("at(tile[4])", "in + 256", "out_of_bounds") ==
        golden("observe.copies.source_outside"));
  CHECK(message("4096u", "in", "out_of_bounds") == golden("observe.copies.target_outside"));
  CHECK(found("warplens_cp_async(at(tile[t]), in + 250 + t, 4, t < 6 ? 4 : 0, 0);"
              "warplens_cp_async_wait_all();") == "");
}

TEST_CASE(
    "copies in flight: who waits at an mbarrier has waited for the copies that arrive there") {
  const auto kernel = [](const std::string& arrive) {
    return "__shared__ unsigned long long word; const unsigned barrier = at(word);"
           "if (t == 0) warplens_mbarrier_init(barrier, 64);\n__syncthreads();\n"
           "copy(tile[t], in + t);\n" +
           arrive + "\nwarplens_mbarrier_wait(barrier, 0);\nout[t] = tile[63 - t];";
  };
  CHECK(found(kernel("warplens_cp_async_arrive(barrier, 1);")) == "");
  // An arrival of the thread alone says nothing of its copies.
  CHECK(found(kernel("warplens_mbarrier_arrive(barrier, 1);")) == "copy_not_waited");
}
