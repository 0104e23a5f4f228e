// Objects of the file whose initialisers in parentheses look like parameters.
#include <cstdio>
#include <ctime>
#include <random>
#include <string>

struct Source {
  int operator()() { return 4; }
  int next() { return 5; }
};
struct Holder {
  int value;
  Holder(int v) : value(v) {}
};
struct size_type {
  int v;
};
Source source;
int size = 3;
Holder called(source());
Holder member(source.next());
Holder made(Source{}());
Holder cast((int)2.5);
Holder copy(called);
std::string row(size, 'x');
std::string same(row);
std::random_device device;
std::mt19937 random_engine(device());
std::mt19937 timed(time(nullptr));
// These are functions.
int twice(size_type);
std::string name(std::string);
int apply(int (*)(int));

int twice(size_type s) { return 2 * s.v; }
std::string name(std::string of) { return of + "!"; }
int apply(int (*f)(int)) { return f(3); }
int square(int x) { return x * x; }

int main() {
  printf("%d %d %d %d %d\n", called.value, member.value, made.value, cast.value, copy.value);
  printf("%s %s %d\n", row.c_str(), same.c_str(), random_engine() != timed());
  printf("%d %s %d\n", twice({4}), name("n").c_str(), apply(square));
}
