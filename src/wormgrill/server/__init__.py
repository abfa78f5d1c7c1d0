"""The web table: seats people and bots, keeps every game safe, and streams it live."""
