const deep = n => (n === 0 ? 0 : n + deep(n - 1));

switch (process.argv[2]) {
    case "hello":
        console.log("hello");
        break;
    case "sum":
        console.log(require("fs").readFileSync(0, "utf8").split(/\s+/).reduce((sum, x) => sum + Number(x), 0));
        break;
    case "exit":
        process.exit(3);
    case "loop":
        for (;;);
    case "memory":
        for (const all = []; ; ) all.push(new Array(100000).fill(1.5));
    case "deep":
        console.log(deep(100000));
}
