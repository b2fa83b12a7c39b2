# Threads that compute, and two children, one of which is killed.
def compute
  stop = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) + 0.02
  nil while Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) < stop
end

4.times.map { Thread.new { compute } }.each(&:join)
read, write = IO.pipe
children = 2.times.map do
  fork do
    compute
    write.syswrite('.')
    sleep 100
  end
end
2.times { read.sysread(1) }
Process.kill(:KILL, children[0])
Process.wait(children[0])
puts 'done'
