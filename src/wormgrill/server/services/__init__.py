"""What people and bots do at the tables."""
