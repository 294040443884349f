# The worked examples of the rules, each of which is a test. The gaps in the numbers are in the source.
SCENARIOS = {f"MT-{n:02}" for n in (1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 27, 30)}
