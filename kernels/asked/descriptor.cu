// What a matrix descriptor of wgmma says (PTX ISA, "Matrix Descriptor Format"), of a tile whose rows go along K, and where
// it makes the tensor cores look for core matrices: 8 rows of 16 bytes each. LBO and SBO are in bytes; MODE 0 is without a
// swizzle, 1 with 128 bytes, 2 with 64, 3 with 32.
#include <cstdio>

#ifndef LBO
#define LBO 128
#endif
#ifndef SBO
#define SBO 256
#endif
#ifndef MODE
#define MODE 0
#endif

int main() {
  unsigned long long descriptor = (unsigned long long)(LBO / 16) << 16 | (unsigned long long)(SBO / 16) << 32 |
                                  (unsigned long long)MODE << 62;
  unsigned long long leading = (descriptor >> 16 & 0x3fff) * 16, stride = (descriptor >> 32 & 0x3fff) * 16;
  int span = MODE == 0 ? 16 : 16 << (4 - MODE);
  printf("descriptor %016llx\n", descriptor);
  printf("leading byte offset %llu, stride byte offset %llu\n", leading, stride);
  for (int rows = 0; rows < 2; ++rows) {
    for (int piece = 0; piece < 2; ++piece) {
      unsigned long long at = rows * stride + (MODE == 0 ? piece * leading : (unsigned long long)piece * 16);
      printf("rows from %d, piece %d of K: from byte %llu, a row every %d bytes\n", 8 * rows, piece, at, span);
    }
  }
}
