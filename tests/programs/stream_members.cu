// Streams to and from texts that are members of objects, on the stack, in arrays and on the heap.
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
struct Sink {
  virtual void note(int v) = 0;
  virtual ~Sink() = default;
};
class Log : public Sink {
  std::ostringstream text_;

 public:
  void note(int v) override { text_ << v << ';'; }
  std::string str() const { return text_.str(); }
};
struct Both {
  std::stringstream s;
  int turns = 2;
  Both() {}
};
class Words {
  std::istringstream in_;

 public:
  explicit Words(const std::string& text) : in_(text) {}
  bool next(std::string& word) { return static_cast<bool>(in_ >> word); }
};
int main() {
  Log log;
  Sink& sink = log;
  sink.note(3);
  log.note(14);
  Log logs[2];
  logs[1].note(7);
  Log* const kept = new Log;
  kept->note(8);
  std::cout << log.str() << ' ' << logs[0].str() << logs[1].str() << ' ' << kept->str() << '\n';
  delete kept;
  Both both;
  both.s << 5 << ' ' << 2.5;
  int n = 0;
  double x = 0;
  both.s >> n >> x;
  std::cout << n * x << ' ' << both.turns << '\n';
  Words words("one two");
  for (std::string word; words.next(word);) std::cout << '[' << word << ']';
  std::cout << '\n';
}
