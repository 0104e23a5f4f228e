// The address of a constant whose name is otherwise its value.
#include <cstdio>
const int kGlobal = 7;
int main() {
  const int n = 5;
  const float half = 0.5f;
  void* p[] = {(void*)&n, (void*)&half, (void*)&kGlobal};
  const void* q = &n;
  printf("%d %g %d %d\n", *(int*)p[0], *(float*)p[1], *(int*)p[2], *(const int*)q);
}
