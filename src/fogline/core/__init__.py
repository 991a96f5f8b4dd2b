"""What any such game is. Standard library only; knows no rule and no board."""
