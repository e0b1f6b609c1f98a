package org.ompt4j.apps.real;

import org.ejml.concurrency.EjmlConcurrency;
import org.ejml.data.DMatrixRBlock;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.block.MatrixOps_DDRB;
import org.ejml.dense.block.MatrixOps_MT_DDRB;
import org.ejml.dense.row.CommonOps_MT_DDRM;
import org.ejml.dense.row.NormOps_DDRM;
import org.ejml.dense.row.RandomMatrices_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_MT_DDRM;
import org.ejml.interfaces.decomposition.CholeskyDecomposition_F64;
import org.ejml.interfaces.decomposition.QRDecomposition;
import org.ompt4j.apps.Scenarios;

/**
 * EJML, Efficient Java Matrix Library: its multi-threaded products and decompositions of dense matrices. EJML runs parallel
 * streams and fork/join tasks in a pool of its own.
 */
public final class EjmlApp {

    private static final int THREADS = 4;
    private static final int BASE_SIZE = 320;

    private EjmlApp() {}

    public static void main(String[] args) throws Exception {
        EjmlConcurrency.setMaxThreads(THREADS);
        new Scenarios()
                .add("product", EjmlApp::product)
                .add("block-product", EjmlApp::blockProduct)
                .add("transpose", EjmlApp::transpose)
                .add("cholesky", EjmlApp::cholesky)
                .add("qr", EjmlApp::qr)
                .run(args);
    }

    private static String product(int scale) {
        DMatrixRMaj left = random(scale, 1);
        DMatrixRMaj right = random(scale, 2);
        DMatrixRMaj result = new DMatrixRMaj(left.numRows, right.numCols);
        for (int round = 0; round < 10; round++) {
            CommonOps_MT_DDRM.mult(left, right, result);
            CommonOps_MT_DDRM.multTransA(left, right, result);
            CommonOps_MT_DDRM.multAddTransB(0.5, left, right, result);
        }
        return norm(result);
    }

    private static String blockProduct(int scale) {
        DMatrixRBlock left = MatrixOps_DDRB.convert(random(scale, 3), 32);
        DMatrixRBlock right = MatrixOps_DDRB.convert(random(scale, 4), 32);
        DMatrixRBlock result = new DMatrixRBlock(left.numRows, right.numCols, 32);
        for (int round = 0; round < 10; round++) {
            MatrixOps_MT_DDRB.mult(left, right, result);
        }
        return norm(MatrixOps_DDRB.convert(result, new DMatrixRMaj(left.numRows, right.numCols)));
    }

    private static String transpose(int scale) {
        DMatrixRMaj matrix = random(scale, 5);
        DMatrixRMaj result = new DMatrixRMaj(matrix.numCols, matrix.numRows);
        for (int round = 0; round < 10; round++) {
            CommonOps_MT_DDRM.transpose(matrix, result);
        }
        return norm(result);
    }

    private static String cholesky(int scale) {
        DMatrixRMaj matrix = random(scale, 6);
        DMatrixRMaj symmetric = new DMatrixRMaj(matrix.numRows, matrix.numRows);
        CommonOps_MT_DDRM.multTransB(matrix, matrix, symmetric);
        for (int i = 0; i < symmetric.numRows; i++) {
            symmetric.add(i, i, symmetric.numRows);
        }
        CholeskyDecomposition_F64<DMatrixRMaj> cholesky = DecompositionFactory_MT_DDRM.chol(symmetric.numRows, true);
        boolean positive = cholesky.decompose(symmetric.copy());
        return positive + " " + norm(cholesky.getT(null));
    }

    private static String qr(int scale) {
        DMatrixRMaj matrix = random(scale, 7);
        QRDecomposition<DMatrixRMaj> qr = DecompositionFactory_MT_DDRM.qr(matrix.numRows, matrix.numCols);
        boolean decomposed = qr.decompose(matrix);
        return decomposed + " " + norm(qr.getR(null, true));
    }

    private static DMatrixRMaj random(int scale, long seed) {
        int size = BASE_SIZE * scale;
        return RandomMatrices_DDRM.rectangle(size, size, -1, 1, new java.util.Random(seed));
    }

    private static String norm(DMatrixRMaj matrix) {
        return "norm " + NormOps_DDRM.fastNormF(matrix);
    }
}
