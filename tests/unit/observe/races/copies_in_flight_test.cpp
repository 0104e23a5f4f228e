// Asynchronous copies: what is read, or written, before it may be; each mistake with the same
// kernel without it.
#include <doctest/doctest.h>

#include <set>
#include <string>

#include "tests/support/runs.hpp"

using namespace warplens;

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
  CHECK(message_of(early, "copy_not_waited") ==
        "thread 0 reads tile[0] before its own copy of line 7, which fills it, has been waited "
        "for: the old value may still be there; a wait (cp.async.wait_group, "
        "__pipeline_wait_prior) is missing between line 7 and line 9");
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
        "thread 32 reads tile[31] before the copy of line 7 by thread 31, which fills it, has been "
        "waited for: the old value may still be there; a wait (cp.async.wait_group, "
        "__pipeline_wait_prior), and behind it __syncthreads(), is missing between line 7 and line "
        "10");
  CHECK(found(copy + "wait(0);\n" + read) == "race_between_warps");
  CHECK(message_of(copy + "wait(0);\n" + read, "race_between_warps") ==
        "thread 32 reads tile[31] without waiting for thread 31, which copies to it in line 7; a "
        "thread waits for its own copies alone: behind the wait a __syncthreads() is missing "
        "between line 7 and line 10");
  // The copy is begun in one interval, and waited for in the next.
  CHECK(found(copy + "__syncthreads();\nwait(0);\n" + read) == "copy_no_barrier");
  CHECK(message_of(copy + "__syncthreads();\nwait(0);\n" + read, "copy_no_barrier") ==
        "thread 0 reads tile[63], which thread 63 has copied in line 7 and waited for in line 10: "
        "each thread waits for its own copies alone; a __syncthreads() is missing between line 10 "
        "and line 11");
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
        "thread 32 reads next[31] before the copy of line 9 by thread 31, which fills it, has been "
        "waited for: the old value may still be there; the wait in line 11 leaves out the newest "
        "group (1), and that is the copy's: it may leave out 0");
  CHECK(found(copies + "wait(2);" + read("tile")) == "copy_not_waited");
  CHECK(message_of(copies + "wait(2);" + read("tile"), "copy_not_waited") ==
        "thread 32 reads tile[31] before the copy of line 7 by thread 31, which fills it, has been "
        "waited for: the old value may still be there; the wait in line 11 leaves out the newest 2 "
        "groups, and the copy is in one of them: it may leave out 1");

  const std::string alone = "copy(tile[t], in + t);\n";
  CHECK(found(alone + "warplens_cp_async_wait_all();" + read("tile")) == "");
  CHECK(message_of(alone + "wait(0);" + read("tile"), "copy_not_waited") ==
        "thread 0 reads tile[63] before the copy of line 7 by thread 63, which fills it, has been "
        "waited for: the old value may still be there; the wait in line 8 is for groups that are "
        "committed, and the copy is in none: commit it before (cp.async.commit_group, "
        "__pipeline_commit)");
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
  CHECK(
      message_of(copy + "copy(tile[t], data + t + 64);\ncommit();\nwait(0);", "copy_overwritten") ==
      "thread 0 copies to tile[0] while its own copy of line 7 to it is on its way: either of the "
      "two may arrive last; wait for the first before the second begins");
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
        "thread 32 reads both[0][31] only after thread 31 has begun to copy to it in line 11; a "
        "__syncthreads() is missing between line 15 and line 11 of the loop's next turn");
  CHECK(found(buffer("wait(2);", "__syncthreads();")) == "copy_not_waited");
  CHECK(found(buffer("", "__syncthreads();")) == "copy_not_waited");
  CHECK(found(buffer("wait(0);", "__syncthreads();")) == "");
}

TEST_CASE("copies in flight: groups that nobody waits for, and waits for nothing") {
  CHECK(found("copy(tile[t], in + t);\ncommit();\nout[t] = 1;") == "copy_never_waited");
  CHECK(message_of("copy(tile[t], in + t);\ncommit();", "copy_never_waited") ==
        "thread 0 never waits for this copy: nobody can rely on what it fills; wait for its group "
        "(cp.async.wait_group, __pipeline_wait_prior) before the last use");
  CHECK(message_of("copy(tile[t], in + t);\nwait(0);", "copy_never_waited") ==
        "thread 0 never commits this copy, so that no wait for groups covers it; commit it "
        "(cp.async.commit_group, __pipeline_commit), and wait for the group");
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
        "store to 16 bytes at byte 4 of tile, which is not a multiple of 16 bytes (thread 0 of "
        "block (0, 0))");
  CHECK(message("at(tile[4])", "in + 2", "misaligned") ==
        "load of 16 bytes at byte 8 of in, which is not a multiple of 16 bytes (thread 0 of block "
        "(0, 0))");
  CHECK(message("at(tile[4])", "in + 256", "out_of_bounds") ==
        "load of 16 bytes from in[256] on, but in has 256 elements (thread 0 of block (0, 0))");
  CHECK(message("4096u", "in", "out_of_bounds") ==
        "store to 16 bytes from element 896 of both on, but both has 2 x 64 = 128 elements (thread "
        "0 of block (0, 0))");
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
