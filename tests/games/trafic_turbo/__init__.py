# The worked examples of the rules, each of which is a test. The gaps in the numbers are in the source.
SCENARIOS = {
    f"T{n:02}"
    for n in (
        *(1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 14, 15, 17, 18, 20, 21, 22, 23, 24, 26, 27, 28, 30, 32, 33, 34, 35),
        *(37, 38, 40, 41, 42, 43, 46, 47, 50),
    )
}
