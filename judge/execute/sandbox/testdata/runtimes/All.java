import java.util.*;

public class All {
    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[50];
        for (int i = 0; i < threads.length; i++) (threads[i] = new Thread(() -> Thread.yield())).start();
        for (Thread t : threads) t.join();
        int[] big = new int[5 << 20];
        Arrays.fill(big, 1);
        System.gc();
        java.nio.file.Files.write(java.nio.file.Path.of("own"), new byte[9]);
        System.out.println(2 * new Scanner(System.in).nextInt() * big[7]);
    }
}
