"""Between pages that have a table of their own and devices in other networks: a relay passes on, and keeps nothing."""
