using System;
using System.Collections.Generic;

class Program
{
    static long Deep(int n) { return n == 0 ? 0 : n + Deep(n - 1); }

    static int Main(string[] args)
    {
        switch (args[0])
        {
            case "hello":
                Console.WriteLine("hello");
                break;
            case "sum":
                long sum = 0;
                for (string line = Console.ReadLine(); line != null; line = Console.ReadLine())
                    foreach (string word in line.Split(' '))
                        sum += long.Parse(word);
                Console.WriteLine(sum);
                break;
            case "exit":
                return 3;
            case "loop":
                for (;;) { }
            case "memory":
                for (var all = new List<byte[]>(); ;)
                {
                    var block = new byte[1 << 20];
                    for (int i = 0; i < block.Length; i++)
                        block[i] = 1;
                    all.Add(block);
                }
            case "deep":
                Console.WriteLine(Deep(100000));
                break;
        }
        return 0;
    }
}
