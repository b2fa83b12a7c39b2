use std::io::Read;

fn deep(n: u64) -> u64 {
    if n == 0 { 0 } else { n + std::hint::black_box(deep(n - 1)) }
}

fn main() {
    match std::env::args().nth(1).unwrap().as_str() {
        "hello" => println!("hello"),
        "sum" => {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text).unwrap();
            println!("{}", text.split_whitespace().map(|x| x.parse::<i64>().unwrap()).sum::<i64>());
        }
        "exit" => std::process::exit(3),
        "loop" => loop {
            std::hint::black_box(0);
        },
        "memory" => {
            let mut all = Vec::new();
            loop {
                all.push(std::hint::black_box(vec![1u8; 1 << 20]));
            }
        }
        _ => println!("{}", deep(100000)),
    }
}
