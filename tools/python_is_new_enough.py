"""Stops the set-up early, with words, on a Python that is too old."""

import sys

if sys.version_info < (3, 11):
    sys.exit(
        "Tailback needs Python 3.11 or newer; this is %s. Try: make PYTHON=python3.11 ..." % sys.version.split()[0]
    )
