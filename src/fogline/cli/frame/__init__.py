"""What every command uses: arguments, help, output, progress and errors in one line."""
