# The worked examples of the rules, each of which is a test. The gaps in the numbers are in the source.
SCENARIOS = {f"RH-S{n:02}" for n in (*range(1, 6), 7, 8, 9, 11, 12, 13, 15, 16, 17, 18, 21, 22, 24, 25)}
