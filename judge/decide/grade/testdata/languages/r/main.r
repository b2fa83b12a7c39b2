mode <- commandArgs(trailingOnly = TRUE)[1]
if (mode == "hello") {
    cat("hello\n")
} else if (mode == "sum") {
    cat(sum(scan(file("stdin"), quiet = TRUE)), "\n", sep = "")
} else if (mode == "exit") {
    quit(status = 3)
} else if (mode == "loop") {
    while (TRUE) {}
} else if (mode == "memory") {
    blocks <- list()
    while (TRUE) blocks[[length(blocks) + 1]] <- rep(1, 2^17)
} else if (mode == "deep") {
    # R nests some thousand calls at most, whatever the stack allows
    cat(format(sum(as.numeric(1:100000)), scientific = FALSE), "\n", sep = "")
}
