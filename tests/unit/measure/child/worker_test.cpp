// The worker with a stand-in for the measuring process (tests/support/measuring_stand_in.cpp):
// everything that can go wrong in a child comes back as a problem, and the next request is
// answered.
#include "kernels/measure/child/worker.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using namespace warplens;
using namespace warplens::measure;
using Clock = std::chrono::steady_clock;

// Far more than any of these needs on a busy machine: only the tests of the limit itself reach one.
constexpr double kPatience_s = 60;

Worker stand_in() {
  return Worker({WARPLENS_STAND_IN});
}

Job job(const std::string& deed) {
  Job out;
  out.text = deed;
  return out;
}

Problem problem_of(Worker& worker, const std::string& deed, double time_limit_s = kPatience_s) {
  const auto answer = worker.run(job(deed), {time_limit_s, nullptr, {}});
  REQUIRE_MESSAGE(!answer.ok(), deed);
  return answer.error();
}

bool answers(Worker& worker) {
  const auto answer = worker.run(job("answer"));
  return answer.ok() && answer->provenance.device == "done";
}

pid_t id_of(Worker& worker) {
  const auto machine = worker.machine();
  REQUIRE(machine.ok());
  return std::stoi(machine->missing.at(0));
}

bool is_there(pid_t id) {
  return ::kill(id, 0) == 0;
}

bool goes(pid_t id) {
  const Clock::time_point limit = Clock::now() + std::chrono::seconds(60);
  while (is_there(id) && Clock::now() < limit)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return !is_there(id);
}

bool has_children() {
  return ::waitpid(-1, nullptr, WNOHANG) != -1 || errno != ECHILD;
}

size_t open_files() {
  const std::filesystem::directory_iterator files("/proc/self/fd");
  return static_cast<size_t>(std::distance(begin(files), end(files)));
}

bool mentions(const Problem& problem, const std::string& words) {
  return problem.message.find(words) != std::string::npos;
}

bool is_one_line(const Problem& problem) {
  return !problem.message.empty() && problem.message.find('\n') == std::string::npos;
}

}  // namespace

TEST_CASE("worker: every request is answered, all by one child") {
  Worker worker = stand_in();
  const pid_t child = id_of(worker);
  CHECK(answers(worker));
  AccessJob accesses;
  accesses.accesses.resize(3);
  accesses.accesses[2].addresses[31] = 77;
  const auto results = worker.measure_accesses(accesses);
  REQUIRE(results.ok());
  REQUIRE(results->results.size() == 3);
  CHECK(results->results[2].wavefronts == 77);
  const auto ceilings = worker.ceilings();
  REQUIRE(ceilings.ok());
  CHECK(*ceilings == Ceilings{1, 2});
  const auto latencies = worker.latencies();
  REQUIRE(latencies.ok());
  CHECK(*latencies == Latencies{1, 2, 3, 4, 5, 6});
  const auto times = worker.cublas_product(512);
  REQUIRE(times.ok());
  CHECK(times->median_us == 512);
  CHECK(id_of(worker) == child);
}

TEST_CASE("worker: progress arrives on the requesting thread, in order") {
  Worker worker = stand_in();
  std::vector<std::pair<double, std::string>> reports;
  const std::thread::id here = std::this_thread::get_id();
  WaitOptions wait;
  wait.progress = [&](double share, const std::string& what) {
    CHECK(std::this_thread::get_id() == here);
    reports.emplace_back(share, what);
  };
  CHECK(worker.run(job("progress"), wait).ok());
  REQUIRE(reports.size() == 5);
  CHECK(reports[1] == std::pair<double, std::string>(0.25, "step 1"));
  CHECK(reports[4].first == 1.0);
}

TEST_CASE("worker: a request and an answer of many megabytes") {
  Worker worker = stand_in();
  const std::string text(8'000'000, 'x');
  const auto length = worker.run(job(text));
  REQUIRE(length.ok());
  CHECK(length->provenance.device == "8000000");
  const auto huge = worker.run(job("huge"));
  REQUIRE(huge.ok());
  CHECK(huge->builds.at(0).options.size() == 20000);
}

TEST_CASE("worker: a child that dies is reported with its last output, and replaced") {
  Worker worker = stand_in();
  const pid_t first = id_of(worker);
  const Problem crash = problem_of(worker, "crash");
  CHECK(crash.kind == ProblemKind::kKilled);
  CHECK(mentions(crash, "signal 11"));
  CHECK(mentions(crash, "a line before / about to crash"));
  CHECK(is_one_line(crash));
  CHECK(answers(worker));
  CHECK(id_of(worker) != first);

  const Problem exit = problem_of(worker, "exit");
  CHECK(exit.kind == ProblemKind::kKilled);
  CHECK(mentions(exit, "exit status 3"));
  CHECK(answers(worker));
}

TEST_CASE("worker: a child that dies while something that it started holds its output open") {
  Worker worker = stand_in();
  CHECK(mentions(problem_of(worker, "crash with a child"), "exit status 4"));
  CHECK(answers(worker));
}

TEST_CASE("worker: a child that closes its output and stays is ended") {
  Worker worker = stand_in();
  CHECK(problem_of(worker, "close output").kind == ProblemKind::kKilled);
  CHECK(answers(worker));
}

TEST_CASE("worker: a child killed from outside during a request") {
  Worker worker = stand_in();
  const pid_t child = id_of(worker);
  WaitOptions wait;
  wait.progress = [child](double, const std::string&) { ::kill(child, SIGKILL); };
  const auto answer = worker.run(job("endless"), wait);
  REQUIRE_FALSE(answer.ok());
  const Problem& problem = answer.error();
  CHECK(problem.kind == ProblemKind::kKilled);
  CHECK(mentions(problem, "signal 9"));
  CHECK(answers(worker));
}

TEST_CASE("worker: a child killed between two requests is replaced without a word") {
  Worker worker = stand_in();
  for (int i = 0; i < 3; ++i) {
    const pid_t child = id_of(worker);
    ::kill(child, SIGKILL);
    while (::waitid(P_PID, static_cast<id_t>(child), nullptr, WEXITED | WNOWAIT) != 0) {
    }
    CHECK(answers(worker));
  }
}

TEST_CASE("worker: what does not end is ended at the time limit, with all that it started") {
  Worker worker = stand_in();
  const pid_t child = id_of(worker);
  const Problem problem = problem_of(worker, "endless", 0.2);
  CHECK(problem.kind == ProblemKind::kTimeLimit);
  CHECK(mentions(problem, "0.2 s"));
  CHECK(is_one_line(problem));
  CHECK_FALSE(is_there(child));
  CHECK(answers(worker));

  pid_t grandchild = 0;
  WaitOptions wait;
  wait.time_limit_s = 2;
  wait.progress = [&](double, const std::string& what) { grandchild = std::stoi(what); };
  CHECK_FALSE(worker.run(job("endless with a child"), wait).ok());
  REQUIRE(grandchild > 0);
  CHECK(goes(grandchild));
  CHECK(answers(worker));
}

TEST_CASE("worker: one that never stops talking meets a limit, too") {
  Worker worker = stand_in();
  CHECK(problem_of(worker, "progress for ever", 0.3).kind == ProblemKind::kTimeLimit);
  CHECK(answers(worker));
  // Of a fast process the longest line comes first.
  const ProblemKind kind = problem_of(worker, "a line for ever", 0.3).kind;
  CHECK((kind == ProblemKind::kTimeLimit || kind == ProblemKind::kInternal));
  CHECK(answers(worker));
}

TEST_CASE("worker: no time at all is a time limit") {
  Worker worker = stand_in();
  CHECK(problem_of(worker, "endless", 0).kind == ProblemKind::kTimeLimit);
  CHECK(problem_of(worker, "endless", -1).kind == ProblemKind::kTimeLimit);
  CHECK(answers(worker));
}

TEST_CASE("worker: a cancelled request ends, and so does its child") {
  Worker worker = stand_in();
  const pid_t child = id_of(worker);
  std::atomic<bool> cancelled{false};
  std::thread user;  // as the window's thread does
  WaitOptions wait;
  wait.cancelled = &cancelled;
  wait.progress = [&](double, const std::string&) {
    if (!user.joinable()) user = std::thread([&] { cancelled = true; });
  };
  const auto answer = worker.run(job("endless"), wait);
  user.join();
  REQUIRE_FALSE(answer.ok());
  CHECK(answer.error().kind == ProblemKind::kCancelled);
  CHECK_FALSE(is_there(child));
  CHECK(answers(worker));
  wait.progress = nullptr;
  CHECK_FALSE(worker.run(job("progress for ever"), wait).ok());
  CHECK(answers(worker));
}

TEST_CASE("worker: an invalid answer is reported, and the child replaced") {
  Worker worker = stand_in();
  const Problem rubbish = problem_of(worker, "rubbish");
  CHECK(rubbish.kind == ProblemKind::kInternal);
  CHECK(mentions(rubbish, "'Segmentation fault?'"));
  CHECK(answers(worker));

  const Problem wrong = problem_of(worker, "wrong answer");
  CHECK(wrong.kind == ProblemKind::kInternal);
  CHECK(mentions(wrong, "builds: a list '[...]' is needed here"));
  CHECK(answers(worker));

  CHECK(problem_of(worker, "half a line").kind == ProblemKind::kKilled);
  CHECK(answers(worker));
}

TEST_CASE("worker: an answer too many is not taken for the next one's") {
  Worker worker = stand_in();
  const auto first = worker.run(job("unasked"));
  REQUIRE(first.ok());
  CHECK(first->provenance.device == "");
  std::this_thread::sleep_for(std::chrono::milliseconds(200));  // until the second has arrived
  CHECK(answers(worker));
}

TEST_CASE("worker: what a kernel prints does not fall into an answer") {
  Worker worker = stand_in();
  for (const char* deed : {"print", "print errors"}) {
    const auto answer = worker.run(job(deed));
    REQUIRE(answer.ok());
    CHECK(answer->provenance.device == "printed");
  }
}

TEST_CASE("worker: problems of the child pass unchanged; after a fault it is replaced") {
  Worker worker = stand_in();
  const pid_t first = id_of(worker);
  CHECK(problem_of(worker, "memory") == Problem{ProblemKind::kMemory, "too little memory"});
  CHECK(id_of(worker) == first);
  CHECK(problem_of(worker, "fault") == Problem{ProblemKind::kFault, "an illegal address"});
  CHECK(answers(worker));
  CHECK(id_of(worker) != first);
  CHECK(mentions(problem_of(worker, "throw"), "thrown"));
  CHECK(answers(worker));
}

TEST_CASE("worker: a command that is not there") {
  Worker worker({"/no/such/program"});
  const auto answer = worker.machine();
  REQUIRE_FALSE(answer.ok());
  CHECK(answer.error().kind == ProblemKind::kKilled);
  CHECK(mentions(answer.error(), "/no/such/program"));
}

TEST_CASE("worker: a command that is no measuring process") {
  Worker says({"echo", "hello"});
  const auto answered = says.machine();
  REQUIRE_FALSE(answered.ok());
  CHECK(answered.error().kind == ProblemKind::kInternal);
  Worker silent({"true"});
  const auto nothing = silent.machine();
  REQUIRE_FALSE(nothing.ok());
  CHECK(nothing.error().kind == ProblemKind::kKilled);
  CHECK(mentions(nothing.error(), "exit status 0"));
}

TEST_CASE("worker: a request too large for a child that reads nothing meets the time limit") {
  Worker worker({"sleep", "60"});
  const auto answer = worker.run(job(std::string(4'000'000, 'x')), {0.3, nullptr, {}});
  REQUIRE_FALSE(answer.ok());
  CHECK(answer.error().kind == ProblemKind::kTimeLimit);
}

TEST_CASE("worker: a progress function that throws leaves nothing behind") {
  Worker worker = stand_in();
  WaitOptions wait;
  wait.progress = [](double, const std::string&) { throw std::runtime_error("mine"); };
  CHECK_THROWS_AS((void)worker.run(job("progress"), wait), std::runtime_error);
  CHECK(answers(worker));
}

TEST_CASE("worker: a hundred children, well-behaved and not, leave nothing") {
  { CHECK(answers(*std::make_unique<Worker>(std::vector<std::string>{WARPLENS_STAND_IN}))); }
  const size_t files = open_files();
  for (int i = 0; i < 100; ++i) {
    Worker worker = stand_in();
    if (i % 2 == 0) CHECK(answers(worker));
    if (i % 3 == 0) (void)problem_of(worker, i % 6 == 0 ? "exit" : "fault");
    if (i % 10 == 1) (void)problem_of(worker, "endless", 0.01);
  }
  CHECK(open_files() == files);
  CHECK_FALSE(has_children());
}

TEST_CASE("worker: the child inherits no other open file") {
  const int mine = ::dup(STDIN_FILENO);  // without close-on-exec, as libraries leave theirs
  const int many = ::fcntl(mine, F_DUPFD, 200);
  REQUIRE(many >= 200);
  {
    Worker worker = stand_in();
    const pid_t child = id_of(worker);
    CHECK_FALSE(std::filesystem::exists("/proc/" + std::to_string(child) + "/fd/200"));
  }
  ::close(many);
  ::close(mine);
}

TEST_CASE("worker: destroyed, it takes its child along") {
  pid_t child = 0;
  {
    Worker worker = stand_in();
    child = id_of(worker);
    CHECK(is_there(child));
  }
  CHECK_FALSE(is_there(child));
  CHECK_FALSE(has_children());
}

TEST_CASE("worker: the child ends when its parent is killed, even in the middle of a kernel") {
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  const pid_t parent = ::fork();
  if (parent == 0) {  // a program with a worker that has an endless request
    Worker worker = stand_in();
    const auto machine = worker.machine();
    const pid_t child = machine.ok() ? std::stoi(machine->missing.at(0)) : 0;
    if (::write(ends[1], &child, sizeof child) < 0) ::_exit(1);
    (void)worker.run(job("endless"), {kPatience_s, nullptr, {}});
    ::_exit(0);
  }
  pid_t child = 0;
  REQUIRE(::read(ends[0], &child, sizeof child) == sizeof child);
  REQUIRE(child > 0);
  CHECK(is_there(child));
  ::kill(parent, SIGKILL);
  ::waitpid(parent, nullptr, 0);
  CHECK(goes(child));
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST_CASE("worker: answers of another protocol, without one, or nested without measure") {
  Worker worker = stand_in();
  const Problem other = problem_of(worker, "another protocol");
  CHECK(other.kind == ProblemKind::kInternal);
  CHECK(mentions(other, "it is of protocol 1, and this program uses 2"));
  CHECK(answers(worker));
  for (const char* deed : {"no protocol", "many brackets", "a number too large"}) {
    const Problem problem = problem_of(worker, deed);
    CHECK(problem.kind == ProblemKind::kInternal);
    CHECK(is_one_line(problem));
    CHECK(problem.message.size() < 1000);
    CHECK(answers(worker));
  }
}

TEST_CASE("worker: an answer longer than the protocol allows ends the child") {
  Worker worker = stand_in();
  const Problem problem = problem_of(worker, "a line for ever");
  CHECK(problem.kind == ProblemKind::kInternal);
  CHECK(mentions(problem, "more than 64 MiB"));
  CHECK(answers(worker));
}

TEST_CASE("worker: a request longer than the protocol allows is not sent") {
  Worker worker = stand_in();
  const pid_t child = id_of(worker);
  const Problem problem = problem_of(worker, std::string(size_t{65} << 20, 'x'));
  CHECK(problem.kind == ProblemKind::kInput);
  CHECK(mentions(problem, "64 MiB"));
  CHECK(id_of(worker) == child);
}
