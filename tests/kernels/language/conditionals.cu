// warplens: -D USE_SHARED=1 -D BLOCK=32 --arg a=float[32] --block 32
#pragma once
#if defined(_WIN32) || defined(_WIN64)
#include <windows.h>
double get_time() {
  return GetTickCount();
}
#else
#include <sys/time.h>
#include <unistd.h>
double get_time() {
  struct timeval tv;
  gettimeofday(&tv, NULL);
  return tv.tv_sec + tv.tv_usec * 1e-6;
}
#endif
#ifndef BLOCK
#error "define BLOCK"
#elif BLOCK > 1024
#error too big
#endif
#ifdef __INTELLISENSE__
void __syncthreads();
#endif
__global__ void k(float* a) {
#if USE_SHARED
  __shared__ float s[BLOCK];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
#ifdef REVERSE
  a[threadIdx.x] = s[BLOCK - 1 - threadIdx.x];
#else
  a[threadIdx.x] = s[(threadIdx.x + 1) % BLOCK];
#endif
#else
  a[threadIdx.x] = 0;
#endif
#if 0
  this is nothing
#endif
}
