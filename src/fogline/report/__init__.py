"""What reports have in common: estimates with their intervals, numbers as text, HTML and charts.

The lab, the ladder and reviews are written with these modules.
"""
