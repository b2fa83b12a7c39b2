def deep(n)
  n == 0 ? 0 : n + deep(n - 1)
end

case ARGV[0]
when "hello" then puts "hello"
when "sum" then puts $stdin.read.split.sum(&:to_i)
when "exit" then exit 3
when "loop" then loop {}
when "memory"
  all = []
  loop { all << "x" * (1 << 20) }
when "deep" then puts deep(100000)
end
