package org.ompt4j.tools.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Amounts, such as times, by paths of frames. The number of nodes is bounded: beyond a limit, the nodes of least weight are merged into a frame
 * {@code <other>} under their caller. The sum of all amounts is always kept.
 *
 * <p>Thread safety: none.
 */
public final class FrameTree {
    private final FrameNames names;
    private final int most;
    private final Node root = new Node(FrameNames.NONE);
    private final IdentityHashMap<TaskCode, Node> places = new IdentityHashMap<>();
    private @Nullable TaskCode latestCode;
    private Node latest = root;
    private int size = 1;

    /**
     * Creates an empty tree.
     *
     * @param most how many nodes are kept at most, besides {@code <other>}
     */
    FrameTree(FrameNames names, int most) {
        this.names = names;
        this.most = most;
    }

    /** A frame, as called by its parent in the tree. */
    public static final class Node {
        private final int frame;
        private Map<Integer, Node> called = Map.of();
        private long self;
        private long total;
        private boolean isRecursive;
        private long threadId;
        private long fromNanos;
        private long longestNanos;

        private Node(int frame) {
            this.frame = frame;
        }

        /** The number of the frame's name, see {@link FrameNames#name}. */
        public int frame() {
            return frame;
        }

        /** The amount that was added for this frame itself. */
        public long self() {
            return self;
        }

        /** The amount of this frame and of all frames that it called, as of the end of the tree. */
        public long total() {
            return total;
        }

        /** Whether this frame stands for several levels of tasks that created each other recursively. */
        public boolean isRecursive() {
            return isRecursive;
        }

        /** The thread with the longest stretch of time of this frame itself; 0 if there is none. */
        public long threadId() {
            return threadId;
        }

        /** When that stretch began. */
        public long fromNanos() {
            return fromNanos;
        }

        /** How long it was. */
        public long longestNanos() {
            return longestNanos;
        }

        /** What it called, that with the largest total first, once the tree is finished. */
        public Collection<Node> called() {
            return called.values();
        }
    }

    public Node root() {
        return root;
    }

    /** The node of tasks that run this code. Callers have to use the node at once. */
    Node at(TaskCode code) {
        if (code != latestCode) {
            latest = places.computeIfAbsent(code, this::place);
            latestCode = code;
        }
        return latest;
    }

    private Node place(TaskCode code) {
        Node node = at(code.path());
        String body = names.body(code.body());
        return body == null ? node : child(node, names.of(body));
    }

    /** The node of this path. Callers have to use the node at once. */
    Node at(CallPath path) {
        return at(root, path);
    }

    /** The node of this path below a frame. Callers have to use the node at once. */
    Node at(Node below, CallPath path) {
        Node node = below;
        for (CallPath each : path.steps()) {
            node = child(node, names.ofCallSite(each.callSite()));
        }
        return node;
    }

    /** What this frame called; to be used at once. */
    Node child(Node caller, int frame) {
        if (caller.called.isEmpty()) {
            caller.called = new HashMap<>(2);
        }
        return caller.called.computeIfAbsent(frame, key -> {
            size++;
            return new Node(key);
        });
    }

    /** The node for a call site under this one, below its method as in stacks. Callers have to use the node at once. */
    Node callSite(Node caller, int callSite) {
        int method = names.methodOf(callSite);
        boolean isInMethod = method == FrameNames.NONE || method == caller.frame;
        return child(isInMethod ? caller : child(caller, method), names.ofCallSite(callSite));
    }

    void add(Node node, long amount) {
        node.self += amount;
        if (size > 4 * most) {
            shrink();
        }
    }

    /** Adds an interval of a thread to a frame. */
    void add(Node node, long nanos, long threadId, long fromNanos) {
        longest(node, threadId, fromNanos, nanos);
        add(node, nanos);
    }

    /** Notes an interval of this frame, if it is the longest so far. */
    void longest(Node node, long threadId, long fromNanos, long nanos) {
        if (nanos > node.longestNanos) {
            node.threadId = threadId;
            node.fromNanos = fromNanos;
            node.longestNanos = nanos;
        }
    }

    /**
     * Finishes the tree. Nothing can be added after this.
     *
     * @param paths the paths whose recursive steps are marked
     */
    void finish(TaskPaths paths) {
        finish();
        paths.forEachPath(path -> {
            if (path.isRecursive()) {
                recurs(path);
            }
        });
    }

    /** Finishes a tree without tasks. Nothing can be added after this. */
    void finish() {
        shrink();
        sort(root);
    }

    private void recurs(CallPath path) {
        Node node = root;
        for (CallPath each : path.steps()) {
            Node next = node.called.get(names.ofCallSite(each.callSite()));
            if (next == null) {
                return;
            }
            node = next;
        }
        node.isRecursive = true;
    }

    private void shrink() {
        sum(root);
        if (size > most) {
            Room room = new Room(root, size, most);
            size = 1 + merge(root, room);
        }
        places.clear();
        latestCode = null;
    }

    private static long sum(Node node) {
        node.total = node.self;
        for (Node each : node.called.values()) {
            node.total += sum(each);
        }
        return node.total;
    }

    /** Decides which nodes are kept: the heaviest ones, and as many as fit of those that weigh as much as the lightest of these. */
    private static final class Room {
        private final long[] totals;
        private final long least;
        private int left;
        private int seen;

        Room(Node root, int size, int most) {
            totals = new long[size];
            collect(root);
            Arrays.sort(totals);
            least = totals[size - most];
            int heavier = size;
            while (heavier > 0 && totals[heavier - 1] > least) {
                heavier--;
            }
            left = most - (size - heavier);
        }

        private void collect(Node node) {
            totals[seen++] = node.total;
            node.called.values().forEach(this::collect);
        }

        boolean isFor(Node node) {
            return node.total > least || node.total == least && left-- > 0;
        }
    }

    /** Merges nodes below this one; returns how many nodes remain below it. */
    private int merge(Node node, Room room) {
        if (node.called.isEmpty()) {
            return 0;
        }
        int other = names.of(PseudoFrames.OTHER);
        Node rest = null;
        int count = 0;
        Map<Integer, Node> kept = new HashMap<>(2);
        for (Node each : node.called.values()) {
            if (each.frame != other && room.isFor(each)) {
                kept.put(each.frame, each);
                count += 1 + merge(each, room);
            } else {
                rest = rest == null ? new Node(other) : rest;
                rest.self += each.total;
                longestOf(each, rest);
            }
        }
        if (rest != null) {
            rest.total = rest.self;
            kept.put(other, rest);
            count++;
        }
        node.called = kept;
        return count;
    }

    private void longestOf(Node from, Node to) {
        longest(to, from.threadId, from.fromNanos, from.longestNanos);
        from.called.values().forEach(each -> longestOf(each, to));
    }

    private void sort(Node node) {
        if (node.called.size() > 1) {
            List<Node> sorted = new ArrayList<>(node.called.values());
            sorted.sort(
                    Comparator.comparingLong((Node each) -> -each.total).thenComparing(each -> names.name(each.frame)));
            Map<Integer, Node> inOrder = new LinkedHashMap<>();
            sorted.forEach(each -> inOrder.put(each.frame, each));
            node.called = inOrder;
        }
        node.called.values().forEach(this::sort);
    }
}
