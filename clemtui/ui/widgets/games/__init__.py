"""The games at home: cards with small pictures of their boards, or a list on small terminals."""
