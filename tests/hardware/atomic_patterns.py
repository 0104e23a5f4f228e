#!/usr/bin/env python3
"""Writes the patterns of tests/data/h200_atomics.csv, still without counts.

    tests/hardware/atomic_patterns.py > patterns.csv
    warplens check-hardware patterns.csv --measure --method counters --write tests/data/h200_atomics.csv

Each atomic of CUDA's (and of half precision, PTX's) meets the same patterns on shared and on global memory: lanes on
one word, several lanes a word in runs and in turns, distinct words on one bank, strides, partial masks, random words.
"red." in front of a name: the text does not use the old value. `found` and `operand` are what the counting kernel has
in memory and brings along (kernels/measure/replay/counting_text.cpp). Atomics of 16 bits are left out: Warplens's
language has none.
"""
import random

FULL = 0xFFFFFFFF
WIDTHS = {
    "add.u32": 4, "red.add.u32": 4, "add.s32": 4, "add.f32": 4, "red.add.f32": 4, "add.noftz.f16x2": 4,
    "min.u32": 4, "min.s32": 4, "red.min.s32": 4, "max.u32": 4, "max.s32": 4, "and.b32": 4, "or.b32": 4, "xor.b32": 4,
    "exch.b32": 4, "inc.u32": 4, "dec.u32": 4, "cas.b32": 4,
    "add.u64": 8, "red.add.u64": 8, "add.f64": 8, "red.add.f64": 8, "min.u64": 8, "min.s64": 8, "max.u64": 8,
    "red.max.u64": 8, "max.s64": 8, "and.b64": 8, "or.b64": 8, "red.or.b64": 8, "xor.b64": 8, "exch.b64": 8,
    "cas.b64": 8,
}
ONES = {"f32": 0x3F800000, "f64": 0x3FF0000000000000, "f16x2": 0x3C003C00}  # 1.0


def patterns(draw):
    """(name, mask, the lanes' elements)"""
    yield "one_word", FULL, [0] * 32
    for lanes in (1, 2, 4, 8, 16):
        yield f"runs_of_{lanes}", FULL, [lane // lanes for lane in range(32)]
    for words in (2, 4, 8, 16):
        yield f"turns_of_{words}", FULL, [lane % words for lane in range(32)]
    for stride in (2, 3, 4, 8, 16, 32):
        yield f"stride_{stride}", FULL, [lane * stride for lane in range(32)]
    for words in (2, 4, 8):
        yield f"one_bank_turns_of_{words}", FULL, [lane % words * 32 for lane in range(32)]
        yield f"one_bank_runs_of_{words}", FULL, [lane // words * 32 for lane in range(32)]
    for mask in (0x1, 0x80000000, 0xFFFF, 0xFFFF0000, 0x55555555, 0xFF, 0xFF00FF00):
        yield "row_in_part", mask, list(range(32))
        yield "turns_of_4_in_part", mask, [lane % 4 for lane in range(32)]
    for count in range(3):
        for extent in (8, 32, 64, 256, 1024):
            mask = FULL if count == 0 else draw.getrandbits(32) | 1
            yield f"random_of_{extent}", mask, [draw.randrange(extent) for _ in range(32)]


def main():
    lanes = ",".join(f"lane{lane}" for lane in range(32))
    print(f"id,pattern,space,op,atomic,found,operand,bytes_per_lane,active_mask,{lanes}")
    number = 0
    for space in ("shared", "global"):
        for atomic, width in WIDTHS.items():
            values = f"{2 if 'min.' in atomic else 0},{ONES.get(atomic.split('.')[-1], 1)}"
            for name, mask, elements in patterns(random.Random(len(atomic) * 100 + width)):
                addresses = ",".join(str(element * width) for element in elements)
                print(f"{number},{name},{space},atom,{atomic},{values},{width},{mask:#010x},{addresses}")
                number += 1


main()
