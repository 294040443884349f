"""The flat array type of hot state fields.

`librt` ships it as a C extension that compiled modules use directly. Where no
wheel of it exists (Pyodide, exotic machines) a list stands in: slower, same games.
"""

try:
    from librt.vecs import vec as vec
except ImportError:  # pragma: no cover - only on platforms without librt

    class vec(list):  # type: ignore[type-arg,no-redef]
        def __getitem__(self, i):  # type: ignore[no-untyped-def]
            got = list.__getitem__(self, i)
            return vec(got) if isinstance(i, slice) else got
