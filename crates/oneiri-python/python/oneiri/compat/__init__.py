"""Functions with the names and parameters of other packages, for code that moves from them.

The documentation of each module lists the differences, with reasons. `tests/test_compat.py` compares `w3lib` with its
package, but `rfc3987` only with what is written there.
"""
