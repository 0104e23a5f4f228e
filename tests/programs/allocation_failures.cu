// Memory that there is not: new, vectors, new (std::nothrow), malloc.
#include <cstdio>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>
template <class F>
void attempt(const char* what, F f) {
  try {
    f();
    printf("%s: fine\n", what);
  } catch (const std::bad_array_new_length& e) {
    printf("%s: length %s\n", what, e.what());
  } catch (const std::bad_alloc& e) {
    printf("%s: memory %s\n", what, e.what());
  } catch (const std::exception& e) {
    printf("%s: %s\n", what, e.what());
  }
}
int main() {
  const size_t huge = (size_t)1 << 50;
  attempt("new", [&] { delete[] new double[huge]; });
  attempt("negative", [] {
    int n = -1;
    delete[] new int[n];
  });
  attempt("vector", [&] { std::vector<double> v(huge); });
  attempt("too long a vector", [] { std::vector<double> v((size_t)-1); });
  attempt("grown", [&] {
    std::vector<int> v{1, 2, 3};
    try {
      v.reserve(huge);
    } catch (const std::bad_alloc&) {
      printf("%zu elements are kept\n", v.size());
      throw;
    }
  });
  attempt("string", [&] { std::string s(huge, 'x'); });
  attempt("small", [] { delete[] new int[100]; });
  int* p = new (std::nothrow) int[huge];
  printf("%d %d\n", p == nullptr, malloc(huge) == nullptr);
  int* q = new (std::nothrow) int[3];
  q[2] = 5;
  printf("%d\n", q[2]);
  delete[] q;
}
