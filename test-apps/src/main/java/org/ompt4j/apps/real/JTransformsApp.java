package org.ompt4j.apps.real;

import java.util.Arrays;
import java.util.Random;
import org.jtransforms.dct.DoubleDCT_2D;
import org.jtransforms.fft.DoubleFFT_1D;
import org.jtransforms.fft.DoubleFFT_2D;
import org.jtransforms.fft.DoubleFFT_3D;
import org.jtransforms.utils.CommonUtils;
import org.ompt4j.apps.Scenarios;
import org.visnow.jlargearrays.ConcurrencyUtils;

/** JTransforms: Fourier and cosine transforms, each forward and back, by tasks in JTransforms' own thread pool. */
public final class JTransformsApp {

    private static final int THREADS = 4;
    private static final int ROUNDS = 10;

    private JTransformsApp() {}

    public static void main(String[] args) throws Exception {
        transform(args);
        endPool();
    }

    /** Runs the scenarios. Can be called several times, until {@link #endPool} is called. */
    public static void transform(String[] args) throws Exception {
        ConcurrencyUtils.setNumberOfThreads(THREADS);
        // By default one thread would transform data of this size.
        CommonUtils.setThreadsBeginN_1D_FFT_2Threads(1024);
        CommonUtils.setThreadsBeginN_1D_FFT_4Threads(1024);
        CommonUtils.setThreadsBeginN_2D(1024);
        CommonUtils.setThreadsBeginN_3D(1024);
        new Scenarios()
                .add("fft-1d", JTransformsApp::fft1d)
                .add("fft-2d", JTransformsApp::fft2d)
                .add("fft-3d", JTransformsApp::fft3d)
                .add("dct-2d", JTransformsApp::dct2d)
                .run(args);
    }

    /** Ends JTransforms' pool for good. */
    public static void endPool() {
        ConcurrencyUtils.shutdownThreadPoolAndAwaitTermination();
    }

    private static String fft1d(int scale) {
        int length = (1 << 15) * scale;
        double[] data = random(2 * length);
        DoubleFFT_1D fft = new DoubleFFT_1D(length);
        for (int round = 0; round < ROUNDS; round++) {
            fft.complexForward(data);
            fft.complexInverse(data, true);
        }
        return sum(data);
    }

    private static String fft2d(int scale) {
        int side = 128 * scale;
        double[] data = random(2 * side * side);
        DoubleFFT_2D fft = new DoubleFFT_2D(side, side);
        for (int round = 0; round < ROUNDS; round++) {
            fft.complexForward(data);
            fft.complexInverse(data, true);
        }
        return sum(data);
    }

    private static String fft3d(int scale) {
        int side = 32 * scale;
        double[] data = random(2 * side * side * side);
        DoubleFFT_3D fft = new DoubleFFT_3D(side, side, side);
        for (int round = 0; round < ROUNDS; round++) {
            fft.complexForward(data);
            fft.complexInverse(data, true);
        }
        return sum(data);
    }

    private static String dct2d(int scale) {
        int side = 128 * scale;
        double[] data = random(side * side);
        DoubleDCT_2D dct = new DoubleDCT_2D(side, side);
        for (int round = 0; round < ROUNDS; round++) {
            dct.forward(data, true);
            dct.inverse(data, true);
        }
        return sum(data);
    }

    private static double[] random(int length) {
        return new Random(length).doubles(length).toArray();
    }

    private static String sum(double[] data) {
        return "hash " + Arrays.hashCode(data);
    }
}
