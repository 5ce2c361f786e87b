"""The results of a study as pictures: in the terminal, as SVG, and in one HTML file."""
