"""What devices may ask, whatever carries it: over HTTP and sockets, or from a page to its own worker."""
