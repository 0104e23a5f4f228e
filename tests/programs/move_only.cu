// Algorithms on elements that can only be moved; deleters; pointers to the C library's functions.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <type_traits>
#include <vector>
typedef std::unique_ptr<int> Owner;
struct Closer {
  void operator()(FILE* file) const {
    fclose(file);
    printf("closed\n");
  }
};
struct Counter {
  int by;
  int add(int n) const { return n + by; }
};
template <class F, class... A>
auto called(F&& f, A&&... arguments) -> std::invoke_result_t<F, A...> {
  return std::invoke(std::forward<F>(f), std::forward<A>(arguments)...);
}
void show(const std::vector<Owner>& all) {
  for (const Owner& one : all) printf("%d ", one ? *one : -1);
  printf("\n");
}
double applied(double (*f)(double), double x) {
  return f(x);
}
int main() {
  std::vector<Owner> all;
  for (int i = 0; i < 40; ++i) all.push_back(std::make_unique<int>(i * 17 % 41));
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return *a < *b; });
  show(all);
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return *a % 3 < *b % 3; });
  show(all);
  all.erase(std::remove_if(all.begin(), all.end(), [](const Owner& one) { return *one % 4 != 0; }), all.end());
  show(all);
  std::make_heap(all.begin(), all.end(), [](const Owner& a, const Owner& b) { return *a < *b; });
  std::pop_heap(all.begin(), all.end(), [](const Owner& a, const Owner& b) { return *a < *b; });
  printf("%d\n", *all.back());
  std::partial_sort(all.begin(), all.begin() + 2, all.end(), [](const Owner& a, const Owner& b) { return *a < *b; });
  printf("%d %d\n", *all[0], *all[1]);
  all.erase(std::unique(all.begin(), all.end(), [](const Owner& a, const Owner& b) { return *a / 8 == *b / 8; }),
            all.end());
  printf("%zu\n", all.size());
  { std::unique_ptr<FILE, Closer> file(fopen("move_only.txt", "w")); }
  std::unique_ptr<FILE, int (*)(FILE*)> file(fopen("move_only.txt", "w"), &fclose);
  std::unique_ptr<FILE, decltype(&fclose)> none(nullptr, &fclose);
  printf("%d %d\n", file != nullptr, none == nullptr);
  file.reset();
  remove("move_only.txt");
  size_t (*length)(const char*) = strlen;
  printf("%zu\n", length("four"));
  std::string text = "shout";
  std::transform(text.begin(), text.end(), text.begin(), ::toupper);
  printf("%s %s", text.c_str(), R"(raw "text" \n
over lines)");
  printf(" %s\n", R"x(with )" in it)x");
  printf("%d %d\n", called(&Counter::add, Counter{5}, 3), called([](int a, int b) { return a * b; }, 6, 7));
  double (*root)(double) = sqrt;
  std::vector<double> squares{1, 4, 9};
  std::transform(squares.begin(), squares.end(), squares.begin(), root);
  printf("%g %g %d\n", squares[2], applied(sin, 0.5), __builtin_popcount(255) + __builtin_ctz(8) + __builtin_clz(1));
  std::vector<Owner> more;
  more.insert(more.begin(), std::make_unique<int>(2));
  more.insert(more.begin(), std::make_unique<int>(1));
  show(more);
  std::vector<std::string> words{"b"};
  words.insert(words.end(), {"y", "z"});
  words.insert(words.begin(), 2, "a");
  for (const std::string& word : words) printf("%s", word.c_str());
  auto random = std::mt19937(5);
  std::mt19937 copy = random;
  printf(" %d\n", random() == copy());
  std::shuffle(words.begin(), words.end(), std::mt19937(1));
}
