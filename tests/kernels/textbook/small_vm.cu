// warplens: --grid 2 --block 64 --arg program=int[16]:values=1,0,6,7,3,1,1,0,5,0,2,5,4,0,0,0 --arg in=int[128]:mod=50 --arg out=int[128]:none --arg steps=100
//
// A little stack machine: every lane interprets the same program on its own input. A conditional jump
// lets lanes run apart, and the switch then takes several turns for one warp.

enum Opcode { HALT, INPUT, PUSH, JUMP_IF_LARGE, ADD, MULTIPLY, SUBTRACT };

struct Machine {
  int stack[8];
  int top;
  int counter;
};

__device__ void push(Machine& m, int value) { m.stack[m.top++] = value; }
__device__ int pop(Machine& m) { return m.stack[--m.top]; }

__global__ void small_vm(const int* program, const int* in, int* out, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Machine m;
  m.top = 0;
  m.counter = 0;
  bool running = true;
  while (running && steps-- > 0) {
    int opcode = program[2 * m.counter];
    int operand = program[2 * m.counter + 1];
    m.counter++;
    switch (opcode) {
      case INPUT:
        push(m, in[i]);
        break;
      case PUSH:
        push(m, operand);
        break;
      case ADD:
      case MULTIPLY: {
        int b = pop(m), a = pop(m);
        push(m, opcode == ADD ? a + b : a * b);
        break;
      }
      case SUBTRACT: {
        int value = pop(m);
        push(m, value - operand);
        break;
      }
      case JUMP_IF_LARGE:
        if (m.stack[m.top - 1] >= 20) m.counter = operand;
        break;
      case HALT:
      default:
        running = false;
    }
  }
  out[i] = m.stack[m.top - 1];
}
