"""The reference of the protocol, compiled from the messages and routes themselves."""
