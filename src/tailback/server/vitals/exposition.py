"""Figures in the text format of Prometheus (version 0.0.4), which every collector reads."""

from __future__ import annotations

from collections.abc import Mapping

from tailback.server.vitals.figures import Histogram

MEDIA = "text/plain; version=0.0.4; charset=utf-8"


def labelled(name: str, labels: Mapping[str, str]) -> str:
    r"""A name with its labels.

    >>> labelled("a", {}), labelled("a", {"key": 'x"\\'})
    ('a', 'a{key="x\\"\\\\"}')
    """
    if not labels:
        return name
    quoted = (value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n") for value in labels.values())
    inside = ",".join(f'{key}="{value}"' for key, value in zip(labels, quoted, strict=True))
    return f"{name}{{{inside}}}"


class Page:
    """What a collector is given. `common` labels stand at every figure.

    >>> page = Page({})
    >>> page.put("tables", "gauge", "Tables awake.", 3)
    >>> print(page.text(), end="")
    # HELP tables Tables awake.
    # TYPE tables gauge
    tables 3
    """

    def __init__(self, common: Mapping[str, str]) -> None:
        self.common = dict(common)
        self.lines: list[str] = []

    def head(self, name: str, kind: str, what: str) -> None:
        self.lines += [f"# HELP {name} {what}", f"# TYPE {name} {kind}"]

    def sample(self, name: str, value: float, **labels: str) -> None:
        self.lines.append(f"{labelled(name, {**self.common, **labels})} {value:.15g}")

    def put(self, name: str, kind: str, what: str, value: float, **labels: str) -> None:
        self.head(name, kind, what)
        self.sample(name, value, **labels)

    def put_each(self, name: str, kind: str, what: str, label: str, values: Mapping[str, float]) -> None:
        self.head(name, kind, what)
        for key in sorted(values):
            self.sample(name, values[key], **{label: key})

    def put_spread(self, name: str, what: str, values: Mapping[str, Histogram], label: str = "") -> None:
        self.head(name, "histogram", what)
        for key, found in values.items():
            own = {label: key} if label else {}
            total = 0
            for bound, count in zip((*found.bounds, None), found.counts, strict=True):
                total += count
                self.sample(f"{name}_bucket", total, **own, le="+Inf" if bound is None else f"{bound:g}")
            self.sample(f"{name}_sum", found.sum, **own)
            self.sample(f"{name}_count", total, **own)

    def text(self) -> str:
        return "\n".join([*self.lines, ""])
