"""The table server: seats, clocks, two stores, nothing lost, nothing leaked."""
