#!/usr/bin/env python3
"""Turns translations into a part of the program: .po files in, one C++ file out.

  compile.py OUTPUT HEADER NAMESPACE FUNCTION FILE.po...
      FUNCTION, declared in HEADER, returns a Catalogue (catalogue.hpp) for each file.
  compile.py OUTPUT HEADER NAMESPACE FUNCTION --bracketed FILE.pot
      One "language" for tests: each text of the template in brackets.

msgfmt checks each file and reads it; that every placeholder of a translation has its value in the
English text is checked here. What is wrong is reported as `FILE.po: "TEXT": problem`.
"""

import gettext
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

# {{ and }}, {name} and {name:format}, and braces that are none of these.
BRACES = re.compile(r"\{\{|\}\}|\{(?P<name>[a-z_]\w*)(?P<format>:(?:[^{}]|\{\w*\})*)?\}|(?P<bad>[{}])")


class Mistake(Exception):
    pass


def read_mo(data):
    """[(English forms, translated forms)] of msgfmt's output (gettext's manual, "MO Files")."""
    _, _, count, originals, translations = struct.unpack("<5I", data[:20])

    def string(table, i):
        size, start = struct.unpack_from("<2I", data, table + 8 * i)
        return data[start:start + size].decode("utf-8").split("\0")

    return [(string(originals, i), string(translations, i)) for i in range(count)]


def run(*command):
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise Mistake(done.stderr.strip())


def placeholders(text):
    """The placeholders with their formats, or None where a brace is out of place."""
    found = list(BRACES.finditer(text))
    if any(match["bad"] for match in found):
        return None
    return {match.group() for match in found if match["name"]}


def check_placeholders(path, english, translated):
    known = [placeholders(form) for form in english]
    if None in known:
        return  # a label, which no value is filled into
    known = set().union(*known)
    for form in translated:
        used = placeholders(form)
        if used is None:
            raise Mistake(f'{path}: "{english[0]}": a brace is no placeholder; double it: {{{{ or }}}}')
        if used - known:
            raise Mistake(f'{path}: "{english[0]}": {min(used - known)} is not in the English text')


def plural_of(path, header):
    """(number of forms, C expression of n), as the header's Plural-Forms says."""
    found = re.search(r"^Plural-Forms:\s*nplurals\s*=\s*(\d+)\s*;\s*plural\s*=([^;]+);?\s*$", header,
                      re.MULTILINE)
    if not found:
        return 2, "n != 1"
    forms, expression = int(found[1]), found[2].strip()
    try:
        chosen = {gettext.c2py(expression)(n) for n in range(1000)}
    except ValueError as error:
        raise Mistake(f"{path}: Plural-Forms: {error}") from error
    if max(chosen) >= forms:
        raise Mistake(f"{path}: Plural-Forms: form {max(chosen)} of {forms}, counted from 0")
    return forms, expression


def read_po(path):
    """(code, plural expression, texts) of a translation."""
    with tempfile.TemporaryDirectory() as folder:
        mo = pathlib.Path(folder) / "messages.mo"
        run("msgfmt", "--check-format", "--check-header", "--endianness=little", "-o", str(mo), path)
        texts = read_mo(mo.read_bytes())
    header = next((translated[0] for english, translated in texts if english == [""]), "")
    forms, expression = plural_of(path, header)
    texts = [(english, translated) for english, translated in texts if english != [""]]
    for english, translated in texts:
        if "\4" in english[0]:
            raise Mistake(f'{path}: "{english[0]}": texts have no context (msgctxt) here')
        if len(english) == 2 and len(translated) != forms:
            raise Mistake(f'{path}: "{english[0]}": {len(translated)} forms of {forms}')
        check_placeholders(path, english, translated)
    return pathlib.Path(path).stem, expression, texts


def read_bracketed(path):
    with tempfile.TemporaryDirectory() as folder:
        po, mo = pathlib.Path(folder) / "english.po", pathlib.Path(folder) / "english.mo"
        run("msgen", "--lang=en", "-o", str(po), path)
        run("msgfmt", "--endianness=little", "-o", str(mo), str(po))
        texts = read_mo(mo.read_bytes())
    return "brackets", "n != 1", [(english, [f"⟦{form}⟧" for form in english])
                                  for english, _ in texts if english != [""]]


def literal(text):
    out = ""
    for byte in text.encode("utf-8"):
        char = chr(byte)
        if char in '"\\':
            out += "\\" + char
        else:
            out += char if 32 <= byte < 127 else f"\\{byte:03o}"
    return f'"{out}"'


def language_code(index, expression, texts):
    forms, rows = [], []
    for english, translated in sorted(texts, key=lambda text: text[0][0].encode("utf-8")):
        rows.append(f"    {{{literal(english[0])}, {len(forms)}, {len(translated)}}},\n")
        forms += translated
    # An array cannot be empty.
    forms, rows = forms or [""], rows or ['    {"", 0, 1},\n']
    return "".join([
        f"constexpr Text kTexts{index}[] = {{\n", *rows, "};\n",
        f"constexpr std::string_view kForms{index}[] = {{\n",
        *(f"    {literal(form)},\n" for form in forms), "};\n",
        f"uint64_t form{index}(uint64_t n) {{\n  return {expression};\n}}\n\n"])


def main():
    output, header, namespace, function, *files = sys.argv[1:]
    if files[0] == "--bracketed":
        languages = [read_bracketed(files[1])]
    else:
        languages = [read_po(path) for path in files]
    code = "".join(language_code(i, expression, texts)
                   for i, (_, expression, texts) in enumerate(languages))
    rows = "".join(f"    {{{literal(name)}, kTexts{i}, kForms{i}, form{i}}},\n"
                   for i, (name, _, _) in enumerate(languages))
    pathlib.Path(output).write_text(f"""\
// Generated by app/languages/compile.py.
#include "{header}"

namespace {namespace} {{
namespace {{

using warplens::languages::Catalogue;
using warplens::languages::Text;

{code}const Catalogue kLanguages[] = {{
{rows}}};

}}  // namespace

std::span<const Catalogue> {function}() {{
  return kLanguages;
}}

}}  // namespace {namespace}
""", encoding="utf-8")


try:
    main()
except Mistake as mistake:
    sys.exit(str(mistake))
