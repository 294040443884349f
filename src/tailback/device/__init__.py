"""The table server inside a browser: one page of a device, its own storage, a second worker for the robots."""
