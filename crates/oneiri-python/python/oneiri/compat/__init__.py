"""Functions with the names and parameters of other packages, for code that moves from them.

The documentation of each module lists the differences, with reasons.
"""
