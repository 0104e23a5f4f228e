#!/bin/sh
# Gradescope runs this once, when the autograder's image is built. In the archive, beside it and
# `run_autograder`: `warplens`, built for the image's Ubuntu. The last line fails where it can't run.
set -e
install -m 755 /autograder/source/warplens /usr/local/bin/warplens
warplens --version
