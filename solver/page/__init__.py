"""Tables drawn: in the terminal, as a picture, and as a page that plays a game through."""
