declare const require: any;

const n: number = Number(require("fs").readFileSync(0, "utf8"));
const sums = new Map<number, number>();
for (let x = 0; x < n; x++) sums.set(x % 4, (sums.get(x % 4) ?? 0) + 2 * x);
Promise.all([...sums.values()].map(async (sum) => sum)).then((all) => console.log(all.reduce((a, b) => a + b)));
