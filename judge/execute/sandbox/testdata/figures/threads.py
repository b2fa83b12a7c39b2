# 40 ms, and eight threads, each of which computes for a moment.
import threading, time

def compute(seconds):
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass

compute(0.04)
threads = [threading.Thread(target=compute, args=(0.005,)) for _ in range(8)]
for each in threads:
    each.start()
for each in threads:
    each.join()
print("done")
