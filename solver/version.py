"""The version of the package, for people and for the build: to ask what is installed takes as long as many a search."""

VERSION = "0.1.0"
