package org.ompt4j.tools.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ompt4j.tools.read.IdMap;

/**
 * Numbers stacks: a tree of frames in which stacks share their common outermost frames.
 *
 * <p>Memory is bounded: stacks for which there is no room have the number {@link #OF_TOO_MANY}. Thread safety: none.
 */
final class StackTable {
    /** The number of the stack without a frame. */
    static final int EMPTY = 0;

    /** The number of all stacks for which there was no room. */
    static final int OF_TOO_MANY = 1;

    /** The frames of such a stack. */
    static final List<String> TOO_MANY = List.of(PseudoFrames.OTHER);

    /** The most frames, at some 50 bytes each. */
    private static final int MOST = 1_000_000;

    private static final int MOST_LISTS = 10_000;

    private final int most;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    /** Numbers of stacks, by the number of the caller's stack and that of the innermost frame. */
    private final IdMap called = new IdMap();
    /** For each stack: the stack without its innermost frame, and that frame. */
    private int[] callers = new int[64];

    private int[] frames = new int[64];
    private int size = 2;

    /** A cache for {@link #frames}. */
    private final Map<Integer, List<String>> lists = new HashMap<>();

    StackTable() {
        this(MOST);
    }

    /** @param most how many frames there is room for */
    StackTable(int most) {
        this.most = most;
    }

    /** @param stack the innermost frame first */
    int of(List<String> stack) {
        int number = EMPTY;
        for (int i = stack.size() - 1; i >= 0 && number != OF_TOO_MANY; i--) {
            number = call(number, stack.get(i));
        }
        return number;
    }

    /** The stack with this innermost frame, and with the caller's stack below it. */
    int call(int caller, String frame) {
        Integer known = numbers.get(frame);
        long key = known == null ? 0 : (long) caller << 32 | known;
        long stack = known == null ? -1 : called.get(key);
        if (stack >= 0) {
            return (int) stack;
        }
        if (size >= most) {
            return OF_TOO_MANY;
        }
        if (size == callers.length) {
            callers = Arrays.copyOf(callers, 2 * size);
            frames = Arrays.copyOf(frames, 2 * size);
        }
        callers[size] = caller;
        frames[size] = known == null ? numberOf(frame) : known;
        called.put((long) caller << 32 | frames[size], size);
        return size++;
    }

    private int numberOf(String frame) {
        names.add(frame);
        numbers.put(frame, names.size()); // From 1 on, so that no key is 0.
        return names.size();
    }

    /** The stack of the outermost frames that both stacks have in common. */
    int common(int one, int other) {
        int left = one;
        int right = other;
        // A stack has a higher number than the stack without its innermost frame.
        while (left != right) {
            if (left > right) {
                left = callers[left];
            } else {
                right = callers[right];
            }
        }
        return left;
    }

    /** The outermost frame of a stack that is not empty, as a number for {@link #name}. */
    int outermost(int stack) {
        int each = stack;
        while (callers[each] != EMPTY) {
            each = callers[each];
        }
        return frames[each];
    }

    /** The frames of a stack, the outermost first, as numbers for {@link #name}. */
    int[] outermostFirst(int stack) {
        int depth = 0;
        for (int each = stack; each != EMPTY; each = callers[each]) {
            depth++;
        }
        int[] found = new int[depth];
        for (int each = stack; each != EMPTY; each = callers[each]) {
            found[--depth] = frames[each];
        }
        return found;
    }

    /** The name of a frame. */
    String name(int frame) {
        return names.get(frame - 1);
    }

    /** The frames of a stack, the innermost first. */
    List<String> frames(int stack) {
        if (stack == OF_TOO_MANY) {
            return TOO_MANY;
        }
        if (lists.size() >= MOST_LISTS) {
            lists.clear();
        }
        return lists.computeIfAbsent(stack, this::list);
    }

    private List<String> list(int stack) {
        List<String> found = new ArrayList<>();
        for (int each = stack; each != EMPTY; each = callers[each]) {
            found.add(name(frames[each]));
        }
        return List.copyOf(found);
    }
}
