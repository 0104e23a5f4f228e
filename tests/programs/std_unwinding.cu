// Destructors that catch exceptions of their own while another one is on its way.
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

struct Inner {
  ~Inner() {
    try {
      throw 1;
    } catch (int number) {
      printf("inner %d, %d on their way\n", number, std::uncaught_exceptions());
    }
  }
};

int checked(int number) {
  if (number < 0) throw std::runtime_error("below 0");
  return number + 1;
}

struct Cleaner {
  std::string name;
  ~Cleaner() { clean(); }
  void clean() {
    for (int i = -1; i < 2; ++i) {
      try {
        printf("%s %d\n", name.c_str(), checked(i));
      } catch (const std::exception& error) {
        printf("%s: %s\n", name.c_str(), error.what());
      }
    }
  }
};

struct Both {
  Cleaner cleaner{"member"};
  Inner inner;
  ~Both() { printf("both %d\n", checked(5)); }
};

void pass() {
  Both both;
  std::vector<Cleaner> cleaners(2, Cleaner{"element"});
  throw std::logic_error("passes");
}

int main() {
  try {
    Inner inner;
    throw 2;
  } catch (int number) {
    printf("outer %d\n", number);
  }
  try {
    pass();
  } catch (const std::logic_error& error) {
    printf("outer %s\n", error.what());
  }
  try {
    try {
      Cleaner cleaner{"twice"};
      throw std::string("text");
    } catch (const std::string& text) {
      Inner inner;
      throw;
    }
  } catch (const std::string& text) {
    printf("outer %s, %d on their way\n", text.c_str(), std::uncaught_exceptions());
  }
}
