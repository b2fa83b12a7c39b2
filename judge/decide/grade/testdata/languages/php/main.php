<?php
function deep($n) { return $n == 0 ? 0 : $n + deep($n - 1); }

switch ($argv[1]) {
    case "hello":
        echo "hello\n";
        break;
    case "sum":
        echo array_sum(preg_split('/\s+/', trim(stream_get_contents(STDIN)))), "\n";
        break;
    case "exit":
        exit(3);
    case "loop":
        while (true);
    case "memory":
        for ($all = []; ; ) $all[] = str_repeat("x", 1 << 20);
    case "deep":
        echo deep(100000), "\n";
}
