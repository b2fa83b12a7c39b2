// Prints a line.
public class Line {
    public static void main(String[] arguments) {
        System.out.println("done");
    }
}
