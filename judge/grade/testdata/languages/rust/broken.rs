fn main() { missing() }
