"""Walls round the processes that read foreign bytes: resource limits, Landlock and seccomp.

Both are made of the kernel's own calls. The bindings that exist need the C library libseccomp at
run time and were last released in 2021 (pyseccomp), or are alpha releases (landlock), and what is
needed of them is a table of numbers, a filter of some 200 instructions and four calls. Where the
kernel has no such walls the processes run without, and `multis doctor` says so.
"""
