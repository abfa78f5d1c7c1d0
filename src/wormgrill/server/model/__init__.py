"""Tables, people and refusals as values, and pure functions from one value to the next."""
