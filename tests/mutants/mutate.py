#!/usr/bin/env python3
"""Makes mutants of correct kernels: copies with one mistake each, whose lines keep their numbers.

    tests/mutants/mutate.py tests/kernels/textbook/dot_product.cu    # lists the mutants of a kernel

Only bodies of device functions are edited, found by regular expressions in the text without its comments. A mutant that
is no program any more is refused by Warplens, and counted as such by run.py.
"""
import dataclasses
import pathlib
import random
import re
import sys

TEXTBOOK = pathlib.Path(__file__).resolve().parents[1] / "kernels" / "textbook"
EXPECTED_FINDINGS = TEXTBOOK.parent / "expected_findings.txt"

BARRIER = re.compile(r"(?:__syncthreads\(\)|\bblock\.sync\(\));")
WARP_BARRIER_OR_FENCE = re.compile(r"(?:__syncwarp\(\w*\)|__threadfence\w*\(\)|\btile\.sync\(\));")
ATOMIC = re.compile(r"\batomic(Add|Sub|Min|Max|And|Or|Xor|Exch)\(")
SYNC_WITH_MASK = re.compile(r"__(?:shfl|ballot|any|all|match|reduce)\w*_sync\(")
CONDITION = re.compile(r"\b(if|while|for) ?\(")
DECLARED_ARRAY = re.compile(r"(?:\b(?:int|unsigned|float|double|char|short|long|bool|T|\w+_t|\w+\d)|\*)\s+\w+$")
OPERATORS = {"Add": "+", "Sub": "-", "And": "&", "Or": "|", "Xor": "^"}


@dataclasses.dataclass(frozen=True)
class Edit:
    start: int
    end: int
    text: str


@dataclasses.dataclass(frozen=True)
class Mutant:
    kind: str
    kernel: str  # the file's name without .cu
    lines: tuple[int, ...]  # those that differ
    before: str  # the first of them, and what has become of it
    after: str
    text: str

    @property
    def name(self):
        return f"{self.kernel}:{self.lines[0]}"


def blank(text):
    return re.sub(r"[^\n]", " ", text)


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", lambda comment: blank(comment[0]), text, flags=re.DOTALL)


def closing(text, opening):
    """The index of the bracket that closes the one at `opening`."""
    depth = 0
    for index in range(opening, len(text)):
        if text[index] in "([{":
            depth += 1
        elif text[index] in ")]}":
            depth -= 1
            if depth == 0:
                return index
    raise ValueError(f"the bracket at {opening} is not closed")


def device_code(text):
    """The text with everything blank but the bodies of device functions."""
    code = without_comments(text)
    kept = list(blank(code))
    for head in re.finditer(r"__(?:global|device)__[^;{}=]*\{", code):
        opening = head.end() - 1
        end = closing(code, opening) + 1
        kept[opening:end] = code[opening:end]
    return "".join(kept)


def statement_end(code, start):
    """The index behind the statement that begins at `start`, blanks skipped; None if there is none."""
    start += len(code[start:]) - len(code[start:].lstrip())
    if code[start] == "}":
        return None
    if code[start] == "{":
        return closing(code, start) + 1
    head = re.match(r"(?:if|for|while) ?(?=\()", code[start:])
    if head:
        end = statement_end(code, closing(code, start + head.end()) + 1)
        otherwise = re.match(r"\s*else\b", code[end:]) if end else None
        return statement_end(code, end + otherwise.end()) if otherwise else end
    index = start
    while code[index] != ";":
        index = closing(code, index) + 1 if code[index] in "([{" else index + 1
    return index + 1


def arguments(code, opening):
    """The spans of the arguments of the call whose bracket is at `opening`."""
    end = closing(code, opening)
    spans, start, index = [], opening + 1, opening + 1
    while index < end:
        if code[index] == ",":
            spans.append((start, index))
            start = index + 1
        index = closing(code, index) + 1 if code[index] in "([{" else index + 1
    return spans + [(start, end)]


def barrier_removed(code):
    for barrier in BARRIER.finditer(code):
        yield Edit(*barrier.span(), ";".ljust(len(barrier[0])))


def warp_barrier_or_fence_removed(code):
    for found in WARP_BARRIER_OR_FENCE.finditer(code):
        yield Edit(*found.span(), ";".ljust(len(found[0])))


def guard_removed(code):
    """What is guarded always happens; an early exit never does."""
    for head in CONDITION.finditer(code):
        if head[1] == "if":
            end = closing(code, head.end() - 1)
            is_exit = re.match(r"\s*(?:return|continue|break)\b", code[end + 1:])
            yield Edit(head.end(), end, ("0" if is_exit else "1") + blank(code[head.end():end])[1:])


def shared_initialisation_removed(code):
    """The first plain assignment to every shared variable."""
    for declared in re.finditer(r"__shared__[^;]*?\b(\w+)\s*(?:\[[^;]*)?;", code):
        target = re.compile(rf"(?<=[;{{}})\n ]){declared[1]}\s*(?:\.\w+|\[[^;=]*\])*\s*=(?!=)[^;]*;")
        store = target.search(code, declared.end())
        if store:
            yield Edit(*store.span(), ";" + blank(store[0])[1:])


def atomic_replaced(code):
    for call in ATOMIC.finditer(code):
        spans = arguments(code, call.end() - 1)
        place, value = (code[start:end].strip() for start, end in spans[:2])
        operation = call[1]
        place = f"(*({place}))"
        if operation in OPERATORS:
            new_value = f"{place} {OPERATORS[operation]} ({value})"
        elif operation == "Exch":
            new_value = value
        else:
            new_value = f"{operation.lower()}({place}, {value})"
        end = closing(code, call.end() - 1) + 1
        is_statement = re.search(r"[;{})]\s*$", code[:call.start()]) and code[end] == ";"
        if is_statement:
            yield Edit(call.start(), end, f"{place} = {new_value}")
        elif operation == "Add":
            yield Edit(call.start(), end, f"(({place} += {value}) - {value})")


def less_becomes_less_or_equal(code):
    for head in CONDITION.finditer(code):
        for less in re.finditer(" < ", code[head.end():closing(code, head.end() - 1)]):
            start = head.end() + less.start()
            yield Edit(start, start + 3, " <=")


def index_off_by_one(code):
    for bracket in re.finditer(r"\w\[", code):
        opening = bracket.end() - 1
        line_start = code.rfind("\n", 0, opening) + 1
        is_declaration = "__shared__" in code[line_start:opening] or DECLARED_ARRAY.search(code[line_start:opening])
        end = closing(code, opening)
        if not is_declaration and end > opening + 1:
            yield Edit(opening + 1, end, f"{code[opening + 1:end]} + 1")


def barrier_behind_next_statement(code):
    for barrier in BARRIER.finditer(code):
        end = statement_end(code, barrier.end())
        if end:
            yield Edit(barrier.start(), end, blank(barrier[0]) + code[barrier.end():end] + " " + barrier[0])


def barrier_in_guard(code):
    for barrier in BARRIER.finditer(code):
        yield Edit(*barrier.span(), "if (threadIdx.x < 32) " + barrier[0])


def mask_too_small(code):
    for call in SYNC_WITH_MASK.finditer(code):
        start, end = arguments(code, call.end() - 1)[0]
        yield Edit(start, end, f"({code[start:end]}) & 0xffffu")


# Every kind with the most mutants that one kernel gives.
KINDS = {
    "barrier removed": (barrier_removed, 4),
    "`__syncwarp` or fence removed": (warp_barrier_or_fence_removed, 4),
    "barrier behind the next statement": (barrier_behind_next_statement, 2),
    "barrier in `if (threadIdx.x < 32)`": (barrier_in_guard, 2),
    "guard removed": (guard_removed, 2),
    "shared initialisation removed": (shared_initialisation_removed, 2),
    "atomic replaced by a plain update": (atomic_replaced, 3),
    "`<` becomes `<=`": (less_becomes_less_or_equal, 2),
    "index off by one": (index_off_by_one, 2),
    "mask too small": (mask_too_small, 2),
}


def mutants(path):
    text = path.read_text()
    code = device_code(text)
    result = []
    for kind, (edits_of, most) in KINDS.items():
        edits = list(edits_of(code))
        # Seeded by names, so that a kernel's mutants do not depend on other kernels.
        chosen = random.Random(path.stem + kind).sample(edits, min(most, len(edits)))
        for edit in sorted(chosen, key=lambda edit: edit.start):
            mutated = text[:edit.start] + edit.text + text[edit.end:]
            old_lines, new_lines = text.split("\n"), mutated.split("\n")
            changed = [index for index, line in enumerate(old_lines) if line != new_lines[index]]
            result.append(Mutant(kind, path.stem, tuple(index + 1 for index in changed), old_lines[changed[0]].strip(),
                                 new_lines[changed[0]].strip(), mutated))
    return result


def kernels():
    """The textbook kernels without a known error."""
    wrong = set(re.findall(r"textbook/(\w+\.cu):\d+: error", EXPECTED_FINDINGS.read_text()))
    return [path for path in sorted(TEXTBOOK.glob("*.cu")) if path.name not in wrong]


if __name__ == "__main__":
    for mutant in mutants(pathlib.Path(sys.argv[1])):
        print(f"{mutant.lines[0]}: {mutant.kind}: {mutant.before} -> {mutant.after}")
