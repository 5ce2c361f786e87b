"""The contents of the records as frozen data, which every part of the program may import."""
