"""What a tree exported by this program says of its episodes beside the reference's fields."""
