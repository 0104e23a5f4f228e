// `throw` inside expressions, and literals with suffixes of the program's own.
#include <cstdio>
#include <stdexcept>
#include <string>

int positive(int x) { return x > 0 ? x : throw std::invalid_argument("x must be positive"); }
constexpr int half(int n) { return n % 2 == 0 ? n / 2 : throw std::logic_error("odd"); }
std::string& chosen(std::string& text, bool is_there) {
  return is_there ? text : throw std::string("nothing there");
}

constexpr unsigned long long operator""_KiB(unsigned long long n) { return n * 1024; }
constexpr double operator"" _ms(long double n) { return n / 1000; }
std::string operator""_text(const char* text, size_t size) { return std::string(text, size) + "!"; }

int main() {
  static_assert(half(8) == 4, "known before it runs");
  printf("%d %d\n", positive(3), half(10));
  try {
    positive(-1);
  } catch (const std::invalid_argument& error) {
    printf("caught %s\n", error.what());
  }
  int count = 0;
  try {
    count == 0 ? throw 5 : ++count;
  } catch (int number) {
    printf("caught %d\n", number);
  }
  std::string text = "here";
  chosen(text, true) += " and there";
  try {
    chosen(text, false) = "";
  } catch (const std::string& why) {
    printf("%s, %s\n", text.c_str(), why.c_str());
  }
  printf("%llu %g %s\n", 4_KiB, 1.5_ms, "suffix"_text.c_str());
}
