"""The door: what is asked over HTTP and on sockets, from whom it is taken, and the pages for people."""
