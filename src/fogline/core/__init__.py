"""What all route-building games have in common. Standard library only; no rule, no board."""
