# The worked examples of the rules, each of which is a test. The gaps in the numbers are in the source.
SCENARIOS = {f"TM-S{n:02}" for n in (1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 14, 15, 16, 17, 19, 21, 23, 24, 25)}
