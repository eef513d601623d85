"""The address that is asked when none is given; importing it needs nothing of the network."""

#: where Ollama listens; other servers of this machine have another port
LOCAL = "http://127.0.0.1:11434/v1"
