"""Functions in the shape of other packages, for those who come from there.

Each says where it differs, and why.
"""
