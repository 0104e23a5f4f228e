"""What a folder of CUDA files holds, found without a compiler: kernels, and the text that each of them reaches.

The search works on text without comments, strings and `#if 0`. A file is cut into items at brace depth 0 (a namespace
or `extern "C"` does not count as depth), and what a kernel reaches is the closure over the names of items: functions,
records, aliases, variables and macros of the file and of the files that it includes by "name".
"""
import dataclasses
import pathlib
import re

KERNEL_FILES = (".cu", ".cuh", ".h")
TOKEN = re.compile(
    r"""//(?:\\\n|[^\n])*|/\*.*?(?:\*/|\Z)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])'""", re.S)


@dataclasses.dataclass
class Kernel:
    name: str
    template: str  # what is between < and > of its template head; "" for a plain kernel
    text: str      # head and body


def without_comments(text):
    """Comments and strings blanked out; line ends stay."""
    def blank(match):
        found = match.group(0)
        lines = "\n" * found.count("\n")
        return lines + " " if found.startswith("/") else '""' + lines
    return TOKEN.sub(blank, text)


def without_dead_lines(text):
    """Without what `#if 0` leaves out."""
    kept, stack = [], []  # of each open conditional: is it `#if 0`, and is its present branch dead
    for line in text.split("\n"):
        directive = re.match(r"\s*#\s*(if|ifdef|ifndef|elif|else|endif)\b\s*(.*)", line)
        word = directive.group(1) if directive else ""
        if word.startswith("if"):
            is_zero = word == "if" and directive.group(2).strip() == "0"
            stack.append([is_zero, is_zero])
        elif word in ("else", "elif") and stack:
            stack[-1][1] = False
        elif word == "endif" and stack:
            stack.pop()
        kept.append("" if any(dead for _, dead in stack) else line)
    return "\n".join(kept)


def matching(text, at, opening, closing):
    """The index behind the bracket that closes the one at `at`; the text's end if none does."""
    depth = 0
    for match in re.compile("[" + re.escape(opening + closing) + "]").finditer(text, at):
        depth += 1 if match.group(0) == opening else -1
        if depth == 0:
            return match.end()
    return len(text)


def clean(path):
    raw = path.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n")
    return without_dead_lines(without_comments(raw))


def template_head(text, at):
    """What is between < and > of the template head that ends directly before `at`."""
    before = text[:at]
    match = re.search(r"(?:\b(?:static|inline|extern|__forceinline__)\s*|\"\"\s*)*\Z", before)
    before = before[:match.start()].rstrip()
    if not before.endswith(">"):
        return ""
    for head in reversed(list(re.finditer(r"\btemplate\s*<", before))):
        if re.search(r"[;{}]", before[head.end():]) is None:
            return before[head.end():-1].strip()
    return ""


def kernels(text):
    """The definitions of kernels in a cleaned text, one of each name."""
    found = {}
    directives = re.sub(r"^[ \t]*#(?:\\\n|[^\n])*", lambda m: re.sub(r"[^\n]", " ", m.group(0)), text, flags=re.M)
    for word in re.finditer(r"\b__global__\b", directives):
        head = re.compile(r"\(").search(directives, word.end())
        while head:
            name = re.search(r"(\w+)\s*\Z", directives[word.end():head.start()])
            end = matching(directives, head.start(), "(", ")")
            if not name or name.group(1) not in ("__launch_bounds__", "__attribute__", "__align__"):
                break
            head = re.compile(r"\(").search(directives, end)
        if not head or not name:
            continue
        body = re.compile(r"\s*(?:__launch_bounds__\s*\([^)]*\)\s*)?\{").match(directives, end)
        if not body or name.group(1) in found:
            continue
        last = matching(directives, body.end() - 1, "{", "}")
        found[name.group(1)] = Kernel(name.group(1), template_head(directives, word.start()),
                                      directives[word.start():last])
    return list(found.values())


def split_parameters(text):
    parts, depth = [""], 0
    for c in text:
        depth += (c in "<({") - (c in ">)}")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [part.strip() for part in parts if part.strip()]


def instance_guesses(template):
    """Arguments to try for a template head: "typename T, int N" gives "float, 16", "int, 16"..."""
    lists = []
    for kind, number in (("float", "16"), ("int", "16"), ("float", "128"), ("float", "32"), ("float", "4"),
                         ("float", "1")):
        arguments = []
        for parameter in split_parameters(template):
            if re.match(r"(typename|class)\b", parameter):
                arguments.append(kind)
            elif re.match(r"(const\s+)?bool\b", parameter):
                arguments.append("true")
            else:
                arguments.append(number)
        if arguments not in lists:
            lists.append(arguments)
    return [", ".join(arguments) for arguments in lists]


class Folder:
    """Cleaned texts of a repository's files, and what a name in one of them may mean."""

    def __init__(self, root):
        self.root = pathlib.Path(root)
        self.texts, self.items = {}, {}

    def kernel_files(self):
        return sorted(path for path in self.root.rglob("*") if path.suffix in KERNEL_FILES and path.is_file())

    def text(self, path):
        if path not in self.texts:
            self.texts[path] = clean(path)
        return self.texts[path]

    def included(self, path, seen):
        """Files that `path` includes by "name", from its own folder or one of common, inc, include near it."""
        seen.append(path)
        raw = path.read_text(encoding="utf-8", errors="replace")
        for name in re.findall(r'^\s*#\s*include\s*["<]([^">\n]+)[">]', raw, re.M):
            folders = [path.parent]
            for up in (path.parent, path.parent.parent, path.parent.parent.parent):
                folders += [up / near for near in ("common", "Common", "inc", "include")]
            for folder in folders:
                other = folder / name
                if other.is_file():
                    if other.resolve() not in [one.resolve() for one in seen]:
                        self.included(other, seen)
                    break
        return seen

    def named_items(self, path):
        """Name -> texts of the file's items and macros of that name."""
        if path in self.items:
            return self.items[path]
        text = self.text(path)
        items = {}
        for macro in re.finditer(r"^[ \t]*#[ \t]*define[ \t]+(\w+)((?:\\\n|[^\n])*)", text, re.M):
            items.setdefault(macro.group(1), []).append(macro.group(2))
        text = re.sub(r"^[ \t]*#(?:\\\n|[^\n])*", "", text, flags=re.M)
        at = 0
        while at < len(text):
            end = re.compile(r"[;{}]").search(text, at)
            if not end:
                break
            head = text[at:end.start()]
            if end.group(0) == "{" and not re.search(r"\bnamespace\b[\w\s:]*\Z|\bextern\s*\"\"\s*\Z", head):
                last = matching(text, end.start(), "{", "}")
                if "(" not in head:  # a record or an initialiser goes on to its `;`
                    rest = re.compile(r"[^;]*;").match(text, last)
                    last = rest.end() if rest else last
            else:
                last = end.end()
            item = text[at:last]
            for name in re.findall(r"(\w+)\s*\(", head)[:3] + re.findall(
                    r"\b(?:struct|class|union|enum|using)\s+(?:__\w+__\s*(?:\([^)]*\)\s*)?)?(\w+)", head) + re.findall(
                    r"(\w+)\s*(?:\[[^\]]*\]\s*)*(?:=|;|\Z)", head) + re.findall(r"(\w+)\s*;\Z", item):
                items.setdefault(name, []).append(item)
            at = last
        self.items[path] = items
        return items

    def reached(self, path, kernel):
        """The text of a kernel and of all that it names, directly or not."""
        tables = [self.named_items(one) for one in self.included(path, [])]
        texts, todo, seen = [], [kernel.text], {kernel.name}
        while todo:
            text = todo.pop()
            texts.append(text)
            for name in set(re.findall(r"\b[A-Za-z_]\w*", text)) - seen:
                seen.add(name)
                for table in tables:
                    todo += [item for item in table.get(name, []) if "__global__" not in item]
        return "\n".join(texts)
