// Arrays whose size only execution knows, with lists, and rows of them by new.
#include <cstdio>
#include <string>
const int kColumns = 4;
int main(int argc, char**) {
  int n = argc + 2;
  float(*a)[kColumns] = new float[n][kColumns];
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < kColumns; ++j) a[i][j] = i * 10 + j;
  printf("%g %d\n", a[2][3], (int)sizeof(a[0]));
  auto b = new int[n][2][3]();
  b[1][1][2] = 5;
  printf("%d %d\n", b[1][1][2], b[2][0][0]);
  delete[] a;
  delete[] b;
  auto s = new std::string[n][2];
  s[2][1] = "text";
  printf("%s %d\n", s[2][1].c_str(), (int)s[0][0].size());
  delete[] s;
  float k[n] = {1.0f, 2.0f};
  printf("%g %g %g\n", k[0], k[1], k[2]);
  int e[n] = {};
  printf("%d\n", e[1]);
}
