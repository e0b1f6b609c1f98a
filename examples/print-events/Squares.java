import java.util.stream.IntStream;

/** A program with one parallel region. */
class Squares {
    public static void main(String[] args) {
        System.out.println(IntStream.range(0, 1_000).parallel().map(n -> n * n).sum());
    }
}
