"""The home page: what Tailback is, and everything in `docs/` as pages in three languages.

`python -m homepage FOLDER` writes it.
"""
