"""Players inside compiled code. They read a guess made from a view, so they cannot peek."""
