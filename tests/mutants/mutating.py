"""Mutants: a module with one small change, such as `<` for `<=`. For each of them a test should fail.

Texts, annotations, decorators and what errors say are left alone.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}
TRIMMING = ("strip", "rstrip", "removeprefix")
LEFT_OUT_FUNCTIONS = ("__repr__",)
LEFT_OUT_KEYWORDS = ("expected", "strict")
"""What an error says, and the checks of our own that never fail."""

Changes = Iterator[tuple[Any, str]]
"""Nodes, each with the text that takes its place."""


@dataclass(frozen=True)
class Mutant:
    """A module with one change."""

    module: str
    function: str
    """Where the change is; `-` outside of classes and functions."""
    line: int
    before: str
    after: str
    """The changed lines as one."""
    source: str
    """The whole module with the change."""
    number: int = 1
    """Among those that read the same."""

    def __str__(self) -> str:
        again = f" ({self.number})" if self.number > 1 else ""
        return f"{self.module} {self.function}: {self.before} -> {self.after}{again}"


def mutants(module: str, source: str) -> list[Mutant]:
    """Every mutant of a module, in the order of its lines."""
    changes = _changes_below(ast.parse(source), "-")
    by_source = {mutant.source: mutant for mutant in (_spliced(module, source, *change) for change in changes)}
    by_source.pop(source, None)
    numbers: Counter[str] = Counter()
    found: list[Mutant] = []
    for mutant in sorted(by_source.values(), key=lambda mutant: mutant.line):
        numbers[str(mutant)] += 1
        found.append(replace(mutant, number=numbers[str(mutant)]))
    return found


def _spliced(module: str, source: str, function: str, node: Any, new: str) -> Mutant:
    """The mutant in which a node has another text."""
    lines = source.encode().splitlines(keepends=True)
    first, last = node.lineno - 1, node.end_lineno - 1
    old = b"".join(lines[first : last + 1])
    end = len(old) - len(lines[last]) + node.end_col_offset
    changed = old[: node.col_offset] + new.encode() + old[end:]
    text = b"".join([*lines[:first], changed, *lines[last + 1 :]]).decode()
    return Mutant(module, function, node.lineno, _one_line(old), _one_line(changed), text)


def _one_line(text: bytes) -> str:
    return " ".join(text.decode().split())


def _changes_below(node: ast.AST, function: str) -> Iterator[tuple[str, Any, str]]:
    """The changes of a node and of those below it, with the function they are in."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        function = node.name if function == "-" else f"{function}.{node.name}"
    for kind, change in CHANGES:
        if isinstance(node, kind):
            yield from ((function, target, new) for target, new in change(node))
    for child in _children(node):
        yield from _changes_below(child, function)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node in which something may be changed."""
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns", "decorator_list"):
            parts = value if isinstance(value, list) else [value]
            yield from (part for part in parts if isinstance(part, ast.AST) and not _is_left_out(part))


def _is_left_out(node: ast.AST) -> bool:
    match node:
        case ast.JoinedStr() | ast.Assert() | ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Subscript(value=ast.Name(id="tuple")):  # a type
            return True
        case ast.FunctionDef(name=name):
            return name in LEFT_OUT_FUNCTIONS
        case ast.keyword(arg=name):
            return name in LEFT_OUT_KEYWORDS
    return False


# ------------------------------------------------------------------------------------------------ what can be changed


def _compare(node: ast.Compare) -> Changes:
    for place, operator in enumerate(node.ops):
        for other in COMPARISONS[type(operator)]:
            ops = [*node.ops[:place], other(), *node.ops[place + 1 :]]
            yield node, ast.unparse(ast.Compare(node.left, ops, node.comparators))


def _bool(node: ast.BoolOp) -> Changes:
    """The other operator, and one operand less."""
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield node, _text(ast.BoolOp(other, node.values))
    for place in range(len(node.values)):
        rest = [*node.values[:place], *node.values[place + 1 :]]
        yield node, _text(ast.BoolOp(node.op, rest) if len(rest) > 1 else rest[0])


def _unary(node: ast.UnaryOp) -> Changes:
    yield node, _text(node.operand)


def _binary(node: ast.BinOp) -> Changes:
    if not any(map(_is_text, ast.walk(node))):
        yield node, _text(ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right))


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _augmented(node: ast.AugAssign) -> Changes:
    yield node, "pass"
    yield node, ast.unparse(ast.AugAssign(node.target, OPERATORS[type(node.op)](), node.value))


def _constant(node: ast.Constant) -> Changes:
    if isinstance(node.value, bool):
        yield node, str(not node.value)
    elif isinstance(node.value, int):
        yield node, str(node.value + 1)
        yield node, str(node.value - 1)


def _choice(node: ast.IfExp) -> Changes:
    yield node, _text(node.body)
    yield node, _text(node.orelse)


def _if(node: ast.If) -> Changes:
    yield node.test, "True"
    yield node.test, "False"


def _while(node: ast.While) -> Changes:
    yield node.test, "False"


def _comprehension(node: ast.comprehension) -> Changes:
    for condition in node.ifs:
        yield condition, "True"


def _slice(node: ast.Slice) -> Changes:
    """No lower or no upper end."""
    for end in filter(None, (node.lower, node.upper)):
        yield end, ""


def _display(node: ast.Tuple | ast.List | ast.Set) -> Changes:
    """One element less."""
    if isinstance(node, ast.Set) or isinstance(node.ctx, ast.Load):
        for element in node.elts if len(node.elts) > 1 else ():
            yield element, "*()"


def _call(node: ast.Call) -> Changes:
    match node.func:
        case ast.Name(id=name) if name in FUNCTIONS:
            keywords = [] if name == "sorted" else node.keywords
            yield node, ast.unparse(ast.Call(ast.Name(FUNCTIONS[name]), node.args, keywords))
        case ast.Attribute(value=value, attr=name) if name in TRIMMING:
            yield node, _text(value)


def _statement(node: ast.Expr) -> Changes:
    if not isinstance(node.value, ast.Constant):  # a docstring
        yield node, "pass"


def _delete(node: ast.Delete) -> Changes:
    yield node, "pass"


def _break(node: ast.Break) -> Changes:
    yield node, "continue"


def _continue(node: ast.Continue) -> Changes:
    yield node, "break"


def _function(node: ast.FunctionDef) -> Changes:
    """Results that say yes, no or nothing, where the type allows that; values that are not assigned anew."""
    result = ast.unparse(node.returns) if node.returns else ""
    others = ["None"] if "None" in result else ["True", "False"] if result == "bool" else []
    known = {argument.arg for argument in node.args.args}
    for child in sorted(ast.walk(node), key=lambda child: getattr(child, "lineno", 0)):
        if isinstance(child, ast.Return) and child.value and not isinstance(child.value, ast.Constant | ast.JoinedStr):
            yield from ((child.value, other) for other in others)
        if isinstance(child, ast.Assign):
            names = {ast.unparse(name) for name in ast.walk(child.targets[0]) if isinstance(name, ast.Name)}
            if isinstance(child.targets[0], ast.Subscript | ast.Attribute) or names <= known:
                yield child, "pass"
            known |= names


CHANGES: tuple[tuple[Any, Callable[[Any], Changes]], ...] = (
    (ast.Compare, _compare),
    (ast.BoolOp, _bool),
    (ast.UnaryOp, _unary),
    (ast.BinOp, _binary),
    (ast.AugAssign, _augmented),
    (ast.Constant, _constant),
    (ast.IfExp, _choice),
    (ast.If, _if),
    (ast.While, _while),
    (ast.comprehension, _comprehension),
    (ast.Slice, _slice),
    (ast.Tuple | ast.List | ast.Set, _display),
    (ast.Call, _call),
    (ast.Expr, _statement),
    (ast.Delete, _delete),
    (ast.Break, _break),
    (ast.Continue, _continue),
    (ast.FunctionDef, _function),
)


def _text(node: ast.expr) -> str:
    """An expression that may stand in the place of any other."""
    text = ast.unparse(node)
    return f"({text})" if isinstance(node, ast.BoolOp | ast.BinOp | ast.IfExp | ast.Compare | ast.UnaryOp) else text
