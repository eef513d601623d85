"""The commands, one file each.

What a command needs is imported when it runs, so that `--help` and completion are quick.
"""
