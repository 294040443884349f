"""The lab of whoever runs the server: studies of many matches between robots, asked for and watched in the browser."""
