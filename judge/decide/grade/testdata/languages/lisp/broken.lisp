(format t "hello"
