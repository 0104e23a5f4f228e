// warplens: --arg s=char[32] --arg c=int[2] --block 32
#include <cstring>
#include <string>
__device__ bool is_vowel(char c) {
  return c == 'a' || c == 'e' || c == '\x69' || c == 'o' || c == '\165';
}
__global__ void count(const char* s, int* c) {
  if (is_vowel(s[threadIdx.x]))
    atomicAdd(c, 1);
  else if (s[threadIdx.x] == '\0' || s[threadIdx.x] == '\\' || s[threadIdx.x] == '"')
    atomicAdd(c + 1, 1);
}
const char* text = "a \" string; with { braces } // and a comment";
const char* raw = R"(raw " ) string)";
