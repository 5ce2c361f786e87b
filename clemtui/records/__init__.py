"""What the records hold, as frozen data that every part of the program may name."""
