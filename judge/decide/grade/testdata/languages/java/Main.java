import java.io.*;
import java.util.*;

public class Main {
    static long deep(int n) {
        return n == 0 ? 0 : n + deep(n - 1);
    }

    public static void main(String[] args) throws IOException {
        switch (args[0]) {
            case "hello":
                System.out.println("hello");
                break;
            case "sum": {
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
                long sum = 0;
                for (String line = in.readLine(); line != null; line = in.readLine())
                    for (StringTokenizer words = new StringTokenizer(line); words.hasMoreTokens();)
                        sum += Long.parseLong(words.nextToken());
                System.out.println(sum);
                break;
            }
            case "exit":
                System.exit(3);
            case "loop":
                for (;;)
                    ;
            case "memory": {
                List<byte[]> all = new ArrayList<>();
                for (;;) {
                    byte[] block = new byte[1 << 20];
                    Arrays.fill(block, (byte) 1);
                    all.add(block);
                }
            }
            case "deep":
                System.out.println(deep(100000));
        }
    }
}
