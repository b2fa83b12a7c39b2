// A pool of threads that compute, and 20 threads that do nothing.
import java.util.concurrent.Executors;

public class Pool {
    public static void main(String[] arguments) throws Exception {
        var pool = Executors.newFixedThreadPool(4);
        for (int i = 0; i < 8; i++) {
            pool.submit(() -> {
                double sum = 0;
                for (int j = 1; j < 1_000_000; j++) sum += Math.sqrt(j);
                return sum;
            });
        }
        pool.shutdown();
        for (int i = 0; i < 20; i++) {
            var thread = new Thread(() -> {});
            thread.start();
            thread.join();
        }
        System.out.println("done");
    }
}
