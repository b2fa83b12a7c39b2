sub (
