import multiprocessing, sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import shared_memory

def double(x): return 2 * x

def add(queue, value, lock, x):
    with lock: value.value += x
    queue.put(x)

if __name__ == "__main__":
    n = int(sys.stdin.readline())
    with multiprocessing.Pool(2) as pool: doubled = pool.map(double, range(n))
    with ProcessPoolExecutor(2) as pool: assert list(pool.map(double, range(n))) == doubled
    queue, value, lock = multiprocessing.Queue(), multiprocessing.Value("i", 0), multiprocessing.Lock()
    workers = [multiprocessing.Process(target=add, args=(queue, value, lock, x)) for x in range(3)]
    for worker in workers: worker.start()
    got = sorted(queue.get() for _ in workers)
    for worker in workers: worker.join()
    block = shared_memory.SharedMemory(create=True, size=1 << 20)
    block.buf[7] = 3
    assert got == [0, 1, 2] and value.value == block.buf[7]
    block.close()
    block.unlink()
    print(sum(doubled))
