// Ranges without one of their bounds: printed, nested, asked.
print(2..., ..<5, [2...], (...3).contains(4))
