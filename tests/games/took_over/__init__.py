# The worked examples of the rules, each of which is a test. The gaps in the numbers are in the source.
SCENARIOS = {f"TO-S{n:02}" for n in (1, 2, 3, 4, 6, 7, 8, 10, 11, 12, 14, 15, 17, 18, 19, 21, 22, 24)}
