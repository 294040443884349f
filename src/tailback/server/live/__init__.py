"""What is live: tables that somebody sits at, their clocks and bots, the house they stand in. No line is known here."""
