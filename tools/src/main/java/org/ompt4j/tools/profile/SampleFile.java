package org.ompt4j.tools.profile;

import java.io.IOException;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.read.PrivateFile;

/**
 * Stores four numbers for each sample. The number of samples grows with the length of the run: beyond a size they are in a private file, and only
 * the parts in use take memory. The file disappears when the process ends or when this object is no longer used.
 *
 * <p>Thread safety: none.
 */
final class SampleFile {
    /** The indices of a sample's numbers; {@link #sort} orders by the first two. */
    static final int FIRST_KEY = 0;

    static final int SECOND_KEY = 1;
    static final int STACK = 2;
    static final int WEIGHT = 3;

    private static final int NUMBERS = 4;
    private static final int SEGMENT_BITS = 17;
    private static final int SEGMENT = 1 << SEGMENT_BITS;
    private static final int SEGMENTS_IN_MEMORY = 8;
    private static final int FEW = 16;

    private final SplittableRandom random = new SplittableRandom(1); // The same order each time.
    private final List<LongBuffer> segments = new ArrayList<>();
    private final int segmentsInMemory;
    private @Nullable PrivateFile file;
    private int size;

    SampleFile() {
        this(SEGMENTS_IN_MEMORY);
    }

    /** @param segmentsInMemory how many segments of 4 MB are kept in memory instead of in the file */
    SampleFile(int segmentsInMemory) {
        this.segmentsInMemory = segmentsInMemory;
    }

    int size() {
        return size;
    }

    /** @throws IOException if there is no room on the disk */
    void add(long firstKey, long secondKey, long stack, long weight) throws IOException {
        if (size >>> SEGMENT_BITS == segments.size()) {
            segments.add(segments.size() < segmentsInMemory ? LongBuffer.allocate(SEGMENT * NUMBERS) : inFile());
        }
        int at = Math.addExact(size, 1) - 1;
        size++;
        set(at, FIRST_KEY, firstKey);
        set(at, SECOND_KEY, secondKey);
        set(at, STACK, stack);
        set(at, WEIGHT, weight);
    }

    private LongBuffer inFile() throws IOException {
        if (file == null) {
            file = new PrivateFile("ompt4j-samples");
        }
        return file.addMapped((long) SEGMENT * NUMBERS * Long.BYTES);
    }

    long get(int at, int number) {
        return segments.get(at >>> SEGMENT_BITS).get((at & SEGMENT - 1) * NUMBERS + number);
    }

    void set(int at, int number, long value) {
        segments.get(at >>> SEGMENT_BITS).put((at & SEGMENT - 1) * NUMBERS + number, value);
    }

    /** The index of the first sample with these keys or higher ones. Samples have to be sorted. */
    int find(long firstKey, long secondKey) {
        int from = 0;
        int to = size;
        while (from < to) {
            int middle = from + to >>> 1;
            if (isBefore(middle, firstKey, secondKey)) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    private boolean isBefore(int at, long firstKey, long secondKey) {
        long first = get(at, FIRST_KEY);
        return first < firstKey || first == firstKey && get(at, SECOND_KEY) < secondKey;
    }

    private boolean isAfter(int at, long firstKey, long secondKey) {
        long first = get(at, FIRST_KEY);
        return first > firstKey || first == firstKey && get(at, SECOND_KEY) > secondKey;
    }

    /** Sorts by the first key, then by the second. */
    void sort() {
        sort(0, size - 1);
    }

    /* Quicksort in place, from both ends towards the middle: so a file is read and written in large pieces. */
    private void sort(int from, int to) {
        int low = from;
        int high = to;
        while (high - low >= FEW) {
            int pivot = random.nextInt(low, high + 1);
            long firstKey = get(pivot, FIRST_KEY);
            long secondKey = get(pivot, SECOND_KEY);
            int left = low;
            int right = high;
            while (left <= right) {
                while (isBefore(left, firstKey, secondKey)) {
                    left++;
                }
                while (isAfter(right, firstKey, secondKey)) {
                    right--;
                }
                if (left <= right) {
                    swap(left++, right--);
                }
            }
            // The smaller part first, so that at most 31 calls are nested.
            if (right - low < high - left) {
                sort(low, right);
                low = left;
            } else {
                sort(left, high);
                high = right;
            }
        }
        sortFew(low, high);
    }

    private void sortFew(int from, int to) {
        for (int i = from + 1; i <= to; i++) {
            for (int j = i; j > from && isAfter(j - 1, get(j, FIRST_KEY), get(j, SECOND_KEY)); j--) {
                swap(j - 1, j);
            }
        }
    }

    private void swap(int one, int other) {
        for (int number = 0; number < NUMBERS; number++) {
            long value = get(one, number);
            set(one, number, get(other, number));
            set(other, number, value);
        }
    }
}
