# The worked examples of the rules, each of which is a test. The gaps in the numbers are in the source.
SCENARIOS = {f"CT-{n:02}" for n in (*range(1, 9), 11, 12, 14, 15, 16, 17, 18, 20, 21, 22, 25, 26, 28, 29, 30)}
