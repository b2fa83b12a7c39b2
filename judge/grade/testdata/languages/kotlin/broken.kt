fun main() { missing() }
