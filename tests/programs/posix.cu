// POSIX in host code: threads, options, memory, the environment.
#include <errno.h>
#include <getopt.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

__global__ void add(int* sum, int value) { atomicAdd(sum, value); }

struct Part { int first, last, sum; };
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int total = 0;

void* work(void* argument) {
  Part* part = (Part*)argument;
  for (int i = part->first; i < part->last; ++i) part->sum += i;
  pthread_mutex_lock(&mutex);
  total += part->sum;
  pthread_mutex_unlock(&mutex);
  if (part->first == 0) pthread_exit(&part->last);
  return argument;
}

int main() {
  pthread_t threads[4];
  Part parts[4];
  for (int i = 0; i < 4; ++i) {
    parts[i] = {i * 10, i * 10 + 10, 0};
    if (pthread_create(&threads[i], NULL, work, &parts[i]) != 0) return 1;
  }
  for (int i = 0; i < 4; ++i) {
    void* result = NULL;
    pthread_join(threads[i], &result);
    printf("thread %d: %d %d\n", i, parts[i].sum, result == (i == 0 ? (void*)&parts[0].last : (void*)&parts[i]));
  }
  printf("total %d, this thread %d\n", total, pthread_equal(pthread_self(), pthread_self()) != 0);

  char words[][16] = {"prog", "input", "-n", "12", "--size=7", "-vx3", "rest", "--verbose", "--", "-n"};
  char* argv[11];
  for (int i = 0; i < 10; ++i) argv[i] = words[i];
  argv[10] = NULL;
  const struct option known[] = {{"size", required_argument, NULL, 's'}, {"verbose", no_argument, NULL, 'v'}, {0, 0, 0, 0}};
  int c;
  while ((c = getopt_long(10, argv, "n:vx::", known, NULL)) != -1)
    printf("option %c %s\n", c, optarg == NULL ? "-" : optarg);
  for (int i = optind; i < 10; ++i) printf("argument %s\n", argv[i]);

  int* mapped = (int*)mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mapped[5] = 5;
  printf("mapped %d %d %d\n", mapped != MAP_FAILED, mapped[4], mapped[5]);
  munmap(mapped, 4096);
  setenv("WL_SETTING", "first", 1);
  setenv("WL_SETTING", "second", 0);
  printf("setting %s\n", getenv("WL_SETTING"));
  unsetenv("WL_SETTING");
  printf("setting %d\n", getenv("WL_SETTING") == NULL);
  printf("file %d %d: %s\n", fopen("no such file", "r") == NULL, errno, strerror(errno));
  struct utsname system;
  struct rusage usage;
  printf("system %d %s, usage %d\n", uname(&system), system.sysname, getrusage(RUSAGE_SELF, &usage));

  int counter = 3;
  const int old = __sync_fetch_and_add(&counter, 4);
  const bool is_changed = __sync_bool_compare_and_swap(&counter, 7, 9);
  printf("counter %d %d %d %d\n", old, is_changed, counter, __sync_lock_test_and_set(&counter, 1));

  int* sum;
  cudaMallocManaged(&sum, sizeof(int));
  memset(sum, 0, sizeof(int));
  add<<<2, 64>>>(sum, 2);
  cudaDeviceSynchronize();
  char* text;
  cudaMallocManaged(&text, 32);
  snprintf(text, 32, "sum %d", *sum);
  printf("%s, %d characters, %s\n", text, (int)strlen(text), memcmp(text, "sum", 3) == 0 ? "same" : "other");
}
