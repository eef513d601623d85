"""How alarms come about: words that become frequent, stories that they belong to, topics."""
