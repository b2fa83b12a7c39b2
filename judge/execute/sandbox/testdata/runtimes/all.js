const { Worker, isMainThread } = require('worker_threads');
const fs = require('fs');
if (isMainThread) {
    const big = Buffer.alloc(20 << 20, 1);
    fs.writeFileSync('own', big.subarray(0, 9));
    const n = Number(fs.readFileSync(0, 'utf8'));
    new Worker(__filename).on('exit', () => setTimeout(() => console.log(2 * n), 1));
}
