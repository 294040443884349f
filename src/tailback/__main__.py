"""`python -m tailback` is the `tailback` command."""

import sys

from tailback.cli import main

sys.exit(main())
