import os, subprocess, sys, tempfile, threading, time

threads = [threading.Thread(target=time.sleep, args=(0.001,)) for _ in range(8)]
for t in threads: t.start()
for t in threads: t.join()
big = bytearray(b"1") * (20 << 20)
sys.setrecursionlimit(10000)
with tempfile.TemporaryFile() as file: file.write(big[:9])
assert subprocess.run(["/bin/echo", "hello"], capture_output=True).stdout == b"hello\n"
pid = os.fork()
if pid == 0: os._exit(7)
assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 7
print(2 * int(sys.stdin.readline()))
