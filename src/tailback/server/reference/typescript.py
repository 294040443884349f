"""TypeScript types from the JSON Schema of the messages: strict, and readable as they are."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence
from typing import Any

Schema = dict[str, Any]

HEAD = "// The messages between a Tailback server and its clients. Written by `make docs`; do not edit.\n"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
WIDTH = 116


def types(schema: Schema, versions: Sequence[int]) -> str:
    """One module: an interface per message and the two unions, told apart by `type`."""
    parts = [HEAD, f"/** The versions of the protocol that this file describes. */\n{versions_line(versions)}\n"]
    for name, definition in schema["$defs"].items():
        made = interface(name, definition) if "properties" in definition else union(name, definition)
        parts.append(comment(definition.get("description", ""), "") + made)
    return "\n".join(parts)


def versions_line(versions: Sequence[int]) -> str:
    return f"export const VERSIONS = [{', '.join(str(version) for version in versions)}] as const;"


def interface(name: str, definition: Schema) -> str:
    needed = definition.get("required", [])
    lines = [f"export interface {name} {{"]
    for field, schema in definition["properties"].items():
        lines.append(comment(told(schema), "  ") + f"  {field}{'' if field in needed else '?'}: {written(schema)};")
    return "\n".join([*lines, "}", ""])


def union(name: str, definition: Schema) -> str:
    return "\n".join([f"export type {name} =", *[f"  | {written(kind)}" for kind in definition["oneOf"]]]) + ";\n"


def written(schema: Schema) -> str:
    """A schema as a type.

    >>> written({"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}})
    '(number | null)[]'
    """
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(written(kind) for kind in schema["anyOf"])
    kind = schema.get("type")
    if kind == "array":
        return array(schema)
    if kind == "object":
        return mapping(schema)
    return PLAIN[kind] if kind else "unknown"


def array(schema: Schema) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(written(item) for item in schema['prefixItems'])}]"
    item = written(schema.get("items", {}))
    return f"({item})[]" if " | " in item else f"{item}[]"


def mapping(schema: Schema) -> str:
    """Fields that are known, and the rest as unknown as it is."""
    if "properties" in schema:
        known = "; ".join(f"{name}: {written(field)}" for name, field in schema["properties"].items())
        return f"{{ {known}; [more: string]: unknown }}"
    values = schema.get("additionalProperties")
    return f"Record<string, {written(values) if isinstance(values, dict) else 'unknown'}>"


def told(schema: Schema) -> str:
    """What is to be known about a field besides its type: its meaning, its bounds, its usual value."""
    usual = schema.get("default")
    parts = [meaning(schema), bounds(schema)]
    if "default" in schema and usual not in (None, "", [], {}):
        parts.append(f"Usually {json.dumps(usual)}.")
    return " ".join(part for part in parts if part)


def meaning(schema: Schema) -> str:
    """The description of a field, or of what it holds."""
    for found in (schema, *schema.get("anyOf", []), schema.get("items", {})):
        if isinstance(found, dict) and "description" in found:
            return str(found["description"])
    return ""


def bounds(schema: Schema) -> str:
    """
    >>> bounds({"type": "integer", "minimum": 0, "exclusiveMaximum": 8})
    'From 0 to 7.'
    >>> bounds({"type": "string", "maxLength": 40})
    'Up to 40 characters.'
    """
    for kind in (schema, *schema.get("anyOf", [])):
        most = kind.get("maximum", kind["exclusiveMaximum"] - 1 if "exclusiveMaximum" in kind else None)
        if "minimum" in kind and most is not None:
            return f"From {kind['minimum']} to {most}."
        for key, what in (("maxLength", "characters"), ("maxItems", "of them")):
            if key in kind:
                return f"Up to {kind[key]} {what}."
    return ""


def comment(text: str, indent: str) -> str:
    if not text:
        return ""
    lines = [line for part in text.split("\n\n") for line in textwrap.wrap(part, WIDTH - len(indent) - 3)]
    if len(lines) == 1 and len(lines[0]) + len(indent) + 7 <= WIDTH:
        return f"{indent}/** {lines[0]} */\n"
    return "\n".join([f"{indent}/**", *[f"{indent} * {line}" for line in lines], f"{indent} */", ""])
