"""The line-oriented client: made for keyboards, pipes and screen readers."""
