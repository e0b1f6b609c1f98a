package org.ompt4j.apps.kernel;

import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.stream.IntStream;
import org.ompt4j.apps.Scenarios;

/**
 * Numerical code like that of applications: matrix products by parallel stream and by fork/join, a stencil with one
 * stream per sweep, a sort and a prefix sum.
 *
 * <p>Known by construction: {@link #productForks} forks, and {@link #sweeps} parallel regions of {@code stencil}.
 */
public final class MatrixKernelApp {

    private static final int BLOCK_ROWS = 16;

    private MatrixKernelApp() {}

    /** Rows and columns of the matrices; a power of two times the scale. */
    public static int size(int scale) {
        return 128 * scale;
    }

    /** {@code fork} calls of {@code product-by-tasks}. */
    public static int productForks(int scale) {
        return size(scale) / BLOCK_ROWS - 1;
    }

    /** Parallel streams of {@code stencil}. */
    public static int sweeps(int scale) {
        return 50 * scale;
    }

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("product-by-stream", MatrixKernelApp::productByStream)
                .add("product-by-tasks", MatrixKernelApp::productByTasks)
                .add("stencil", MatrixKernelApp::stencil)
                .add("sort", MatrixKernelApp::sort)
                .run(args);
    }

    private static String productByStream(int scale) {
        Product product = new Product(size(scale));
        IntStream.range(0, product.size).parallel().forEach(product::row);
        return "hash " + product.hash();
    }

    private static String productByTasks(int scale) {
        Product product = new Product(size(scale));
        ForkJoinPool.commonPool().invoke(new Rows(product, 0, product.size));
        return "hash " + product.hash() + " with " + productForks(scale) + " forks";
    }

    private static String stencil(int scale) {
        int size = size(scale);
        double[] from = new double[size * size];
        double[] to = new double[size * size];
        Arrays.setAll(from, i -> i % 17);
        for (int sweep = 0; sweep < sweeps(scale); sweep++) {
            double[] source = from;
            double[] target = to;
            IntStream.range(1, size - 1).parallel().forEach(row -> smooth(source, target, size, row));
            from = target;
            to = source;
        }
        return "hash " + Arrays.hashCode(from);
    }

    private static void smooth(double[] from, double[] to, int size, int row) {
        for (int at = row * size + 1; at < (row + 1) * size - 1; at++) {
            to[at] = (from[at - 1] + from[at + 1] + from[at - size] + from[at + size]) / 4;
        }
    }

    private static String sort(int scale) {
        int[] numbers = new int[100_000 * scale];
        Arrays.parallelSetAll(numbers, i -> (int) (i * 2_654_435_761L >>> 7));
        Arrays.parallelSort(numbers);
        Arrays.parallelPrefix(numbers, Math::max);
        return "hash " + Arrays.hashCode(numbers);
    }

    private static final class Product {

        private final int size;
        private final double[] left;
        private final double[] right;
        private final double[] result;

        Product(int size) {
            this.size = size;
            left = new double[size * size];
            right = new double[size * size];
            result = new double[size * size];
            Arrays.setAll(left, i -> i % 7);
            Arrays.setAll(right, i -> i % 11);
        }

        void row(int row) {
            for (int inner = 0; inner < size; inner++) {
                double factor = left[row * size + inner];
                for (int column = 0; column < size; column++) {
                    result[row * size + column] += factor * right[inner * size + column];
                }
            }
        }

        int hash() {
            return Arrays.hashCode(result);
        }
    }

    private static final class Rows extends RecursiveAction {

        private final transient Product product;
        private final int from;
        private final int to;

        Rows(Product product, int from, int to) {
            this.product = product;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from <= BLOCK_ROWS) {
                for (int row = from; row < to; row++) {
                    product.row(row);
                }
                return;
            }
            // Splits at a boundary of blocks, so that the number of forks is that of the blocks minus 1 at every scale.
            int middle = from + (to - from) / BLOCK_ROWS / 2 * BLOCK_ROWS;
            Rows upper = new Rows(product, middle, to);
            upper.fork();
            new Rows(product, from, middle).compute();
            upper.join();
        }
    }
}
