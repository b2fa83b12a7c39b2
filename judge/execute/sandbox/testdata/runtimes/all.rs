use std::{io, thread, time::Duration};

fn main() {
    let threads: Vec<_> = (0..8).map(|_| thread::spawn(|| thread::sleep(Duration::from_millis(1)))).collect();
    for t in threads { t.join().unwrap(); }
    let big = vec![1u8; 20 << 20];
    std::fs::write("own", &big[..9]).unwrap();
    let said = std::process::Command::new("/bin/echo").arg("hello").output().unwrap();
    assert_eq!(said.stdout, b"hello\n");
    let mut line = String::new();
    io::stdin().read_line(&mut line).unwrap();
    println!("{}", 2 * line.trim().parse::<i64>().unwrap());
}
