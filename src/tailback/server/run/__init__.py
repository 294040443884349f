"""How the server is run: its application, its processes, and what the owner of the data does with it."""
