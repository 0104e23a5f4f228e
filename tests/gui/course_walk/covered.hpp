// While a question is open no frame tells its answer.
//
// A frame is full of numbers, and many are equal to the answer by chance: a lane's, an axis's, a
// size. So each stop is opened at its own parameters and at those of its twins, whose answers
// differ. A number is known by its place: the text around it, and the how-manyth such text it is or
// where on the screen that is. A place that holds the answer in every one of these frames tells it;
// one that holds it in some is a coincidence. Buttons to answer with are left out, the stop's own
// sentence and the question are not.
//
// Where the answer is as large as one of the stop's parameters each time, whatever shows that
// parameter is no answer: there the picture and all around it is looked at, but neither the bar,
// the stop's sentence, its question nor the source, which say what is given.
//
// Of a question whose choices are texts, the counts that decide which one is right are looked for.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/course/stop_run.hpp"
#include "tests/support/window_visit.hpp"

namespace warplens::tests {

// The lesson once for each twin that its stops have, with that twin's parameters as each stop's
// own; "banks~2" with those of the second ones. A stop with fewer stays as it is.
std::vector<course::Lesson> variants(const course::Lesson& lesson);

// What of a frame is looked at.
enum class Part : uint8_t {
  kAll,      // but for buttons to answer with
  kPicture,  // nothing that says what is given
};

// Places that held what was looked for in each frame.
class TellingPlaces {
 public:
  explicit TellingPlaces(Part part) : part_(part) {}
  void add(const ui::Probe& frame, int64_t sought);
  // Empty, too, while all that was looked for is one number, which any place may hold.
  std::set<std::string> found() const;

 private:
  Part part_;
  std::set<std::string> places_;
  std::set<int64_t> sought_;
  bool is_first_ = true;
};

class CoverVisit : private WindowVisit {
 public:
  // Its course holds each lesson and its variants.
  explicit CoverVisit(platform::Headless& window) : WindowVisit(window) {}
  void visit_all();

  using WindowVisit::problems;

 private:
  using Values = std::map<std::string, int64_t, std::less<>>;
  // Of one thing that is looked for.
  struct Found {
    TellingPlaces open{Part::kAll}, on_stage{Part::kAll};
    TellingPlaces beside_given{Part::kPicture}, beside_given_on_stage{Part::kPicture};
    TellingPlaces afterwards{Part::kPicture};
    std::set<std::string> given;  // parameters that were as large each time
    size_t frames = 0;
  };

  void visit(const course::Lesson& lesson, const course::Stop& stop);
  // What a frame of the open stop may not hold, by its name.
  Values sought();

  // Stops whose picture was covered; those of them in which the answer is seen once it is not.
  size_t covered_ = 0, told_afterwards_ = 0;
};

}  // namespace warplens::tests
