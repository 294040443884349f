"""Speed and size of the rule core beside its peers, in one run. See docs/bench.md."""
