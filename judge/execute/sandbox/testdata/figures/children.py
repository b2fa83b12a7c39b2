# 20 ms in each child: one is waited for, one never, one is killed.
import os, signal, time

read, write = os.pipe()

def child():
    pid = os.fork()
    if pid == 0:
        end = time.process_time() + 0.02
        while time.process_time() < end:
            pass
        os.write(write, b".")
        time.sleep(100)
    os.read(read, 1)
    return pid

child()
killed = child()
os.kill(killed, signal.SIGKILL)
os.waitpid(killed, 0)
if os.fork() == 0:
    os._exit(0)
os.wait()
print("done")
