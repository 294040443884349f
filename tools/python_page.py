"""docs/python.md: every public name of the package with how it is called and what its docstring says.

Read off the sources, so that it is the same whether the package runs compiled or not.
"""

from __future__ import annotations

import ast
from pathlib import Path

import tailback

SOURCES = Path(__file__).resolve().parent.parent / "src"
PAGE = SOURCES.parent / "docs" / "python.md"
# What stands above this line is written by hand.
MARK = "<!-- Below: written by make docs. -->\n"


def tree_of(module: str) -> ast.Module:
    path = SOURCES.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(file.read_text(encoding="utf-8"))


def called(node: ast.FunctionDef) -> str:
    """How a function is called, with its types as a reader knows them."""
    arguments = ast.unparse(node.args).removeprefix("self, ").removeprefix("self")
    answer = ast.unparse(node.returns) if node.returns else "None"
    if any(isinstance(mark, ast.Name) and mark.id == "property" for mark in node.decorator_list):
        return f"{node.name}: {answer}"
    return f"{node.name}({arguments}) -> {answer}".replace("i64", "int")


def entry(title: str, node: ast.AST, level: str) -> list[str]:
    assert isinstance(node, (ast.FunctionDef, ast.ClassDef))
    text, prompt, example = (ast.get_docstring(node) or "").partition(">>>")
    parts = [text.strip(), f"```python\n>>>{example}\n```" if prompt else ""]
    return [f"{level} `{title}`", "", "\n\n".join(filter(None, parts)), ""]


def is_public(node: ast.stmt) -> bool:
    return isinstance(node, ast.FunctionDef) and not node.name.startswith("_")


def functions(nodes: list[ast.stmt], owner: str) -> list[str]:
    lines: list[str] = []
    for node in nodes:
        if isinstance(node, ast.FunctionDef) and is_public(node):
            lines += entry(f"{owner}{called(node)}", node, "###")
    return lines


def of_name(name: str) -> list[str]:
    tree = tree_of(tailback.ROOMS[name])
    if name == "games":
        return ["## `games`", "", ast.get_docstring(tree) or "", "", *functions(tree.body, "games.")]
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name == name:
            return [*entry(name, node, "##"), *functions(node.body, "")]
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return entry(called(node), node, "##")
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name) and target.id == name and node.value is not None:
                return [f"## `{name} = {ast.unparse(node.value)}`", ""]
    raise AssertionError(f"{name} is not in {tailback.ROOMS[name]}")


def page() -> str:
    lines: list[str] = []
    for name in sorted(tailback.__all__, key=lambda name: (name != "games", name.lower())):
        lines += of_name(name)
    head, mark, _ = PAGE.read_text(encoding="utf-8").partition(MARK)
    return head + mark + "\n" + "\n".join(lines).rstrip() + "\n"
