// No name of a file, and no text to print.
#include <cstdio>
int main(int argc, char** argv) {
  FILE* file = fopen(argv[1], "r");
  printf("%d %s\n", file == nullptr, argv[1]);
}
