cat("hello\n"
