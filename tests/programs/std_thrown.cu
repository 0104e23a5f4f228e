// What is thrown ends when no handler, no exception_ptr and nothing on its way has it any more.
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
struct E {
  int n;
  E(int x) : n(x) { printf("make %d\n", n); }
  E(const E& o) : n(o.n) { printf("copy %d\n", n); }
  ~E() { printf("end %d\n", n); }
};
struct Derived : E {
  std::string more = "more than fits into a short string";
  Derived(int x) : E(x) {}
};
struct Cleans {
  ~Cleans() {
    try {
      throw E(70);
    } catch (E&) {
      printf("cleaned\n");
    }
  }
};
void f(int n) {
  E e(n);
  throw e;
}
int leave(int how) {
  for (int i = 0; i < 2; ++i) {
    try {
      throw E(100 + i);
    } catch (E&) {
      if (how == 0) return i;
      if (how == 1) break;
      continue;
    }
  }
  return -1;
}
void again() {
  try {
    throw;
  } catch (const std::runtime_error& e) {
    printf("again %s\n", e.what());
  } catch (E& e) {
    printf("again %d\n", e.n);
  }
}
void through() {
  Cleans c;
  throw E(60);
}
int main() {
  for (int i = 0; i < 3; ++i) {
    try {
      throw E(i);
    } catch (const E& e) {
      printf("caught %d\n", e.n);
    }
    printf("after\n");
  }
  try {
    f(7);
  } catch (E e) {
    printf("caught %d\n", e.n);
  }
  try {
    try {
      throw E(9);
    } catch (E& e) {
      e.n = 10;
      throw;
    }
  } catch (E& e) {
    printf("outer %d\n", e.n);
  }
  try {
    try {
      throw E(1);
    } catch (...) {
      throw E(2);
    }
  } catch (E& e) {
    printf("outer %d\n", e.n);
  }
  try {
    try {
      throw E(3);
    } catch (int) {
    }
  } catch (E& e) {
    printf("not an int: %d\n", e.n);
    try {
      throw std::range_error("four");
    } catch (std::exception& e) {
      again();
      printf("four %s\n", e.what());
    }
    again();
  }
  printf("%d %d %d\n", leave(0), leave(1), leave(2));
  std::exception_ptr kept, other;
  try {
    throw Derived(20);
  } catch (E& e) {
    kept = std::current_exception();
    other = kept;
  }
  printf("kept\n");
  try {
    std::rethrow_exception(kept);
  } catch (Derived& d) {
    printf("%s\n", d.more.c_str());
    kept = nullptr;
  }
  printf("%d %d\n", kept == nullptr, std::current_exception() == nullptr);
  other = nullptr;
  try {
    through();
  } catch (E& e) {
    printf("through %d\n", e.n);
  }
  try {
    throw std::runtime_error("a text that needs memory of its own");
  } catch (...) {
    again();
  }
  long total = 0;
  for (int i = 0; i < 200000; ++i) {
    try {
      throw std::runtime_error("a text that needs memory of its own");
    } catch (std::exception& e) {
      total += e.what()[0];
    }
  }
  printf("%ld\n", total);
}
