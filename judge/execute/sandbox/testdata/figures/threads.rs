// Work in main, 20 empty threads, and the same work in four threads at once.
use std::thread;

fn compute() -> u64 {
    let mut x: u64 = 1;
    for i in 0..std::hint::black_box(20_000_000u64) {
        x = std::hint::black_box(x.wrapping_mul(6364136223846793005).wrapping_add(i));
    }
    x
}

fn main() {
    let mut sum = compute();
    for _ in 0..20 {
        thread::spawn(|| {}).join().unwrap();
    }
    let threads: Vec<_> = (0..4).map(|_| thread::spawn(compute)).collect();
    for each in threads {
        sum = sum.wrapping_add(each.join().unwrap());
    }
    println!("{}", if sum == 7 { "7" } else { "done" });
}
