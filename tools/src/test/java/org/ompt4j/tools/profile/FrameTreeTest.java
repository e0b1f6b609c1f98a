package org.ompt4j.tools.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.ompt4j.tools.profile.FrameTree.Node;
import org.ompt4j.tools.testing.TraceBuilder;

class FrameTreeTest {
    private static final int MOST = 50;

    private final FrameNames names = new FrameNames(new TraceBuilder().build());
    private final FrameTree tree = new FrameTree(names, MOST);

    @Test
    void whatIsTooMuchBecomesOtherAndNothingIsLost() {
        Random random = new Random(1);
        long sum = 0;
        for (int i = 0; i < 200_000; i++) {
            long amount = 1 + random.nextInt(1_000);
            Node node = tree.root();
            for (int depth = random.nextInt(5); depth >= 0; depth--) {
                node = tree.child(node, names.of("m" + random.nextInt(30)));
            }
            tree.add(node, amount, 7, i);
            sum += amount;
            tree.add(tree.child(tree.child(tree.root(), names.of("heavy")), names.of("leaf")), 1_000);
            sum += 1_000;
        }
        tree.finish();

        assertThat(tree.root().total()).isEqualTo(sum);
        assertThat(selfOf(tree.root())).isEqualTo(sum);
        assertThat(count(tree.root())).isBetween(MOST / 2, 2 * MOST + 1);
        Node heavy = tree.root().called().iterator().next();
        assertThat(names.name(heavy.frame())).isEqualTo("heavy");
        assertThat(heavy.total()).isEqualTo(200_000_000);
        assertThat(tree.root().called().stream().map(each -> names.name(each.frame())))
                .contains("<other>");
    }

    @Test
    void framesOfEqualWeightStayAsFarAsThereIsRoom() {
        for (int i = 0; i < 10 * MOST; i++) {
            tree.add(tree.child(tree.root(), names.of("m" + i)), 5);
        }
        tree.finish();

        assertThat(tree.root().called()).hasSizeBetween(MOST - 2, MOST);
        assertThat(tree.root().total()).isEqualTo(50L * MOST);
    }

    @Test
    void whatIsMergedKeepsItsLongestStretch() {
        for (int i = 0; i < 10 * MOST; i++) {
            tree.add(tree.child(tree.root(), names.of("heavy")), 1_000);
            Node light = tree.child(tree.child(tree.root(), names.of("light" + i)), names.of("leaf"));
            tree.add(light, 1 + i % 7, i, 100 + i);
        }
        tree.add(tree.child(tree.child(tree.root(), names.of("lightest")), names.of("leaf")), 9, 33, 44);
        for (int i = 0; i < 2 * MOST; i++) {
            tree.add(tree.child(tree.root(), names.of("heavy" + i)), 1_000);
        }
        tree.finish();

        Node other = tree.root().called().stream()
                .filter(each -> names.name(each.frame()).equals("<other>"))
                .findFirst()
                .orElseThrow();
        assertThat(other.longestNanos()).isEqualTo(9);
        assertThat(other.threadId()).isEqualTo(33);
        assertThat(other.fromNanos()).isEqualTo(44);
    }

    @Test
    void largestStandsFirst() {
        tree.add(tree.child(tree.root(), names.of("b")), 1);
        tree.add(tree.child(tree.root(), names.of("a")), 1);
        tree.add(tree.child(tree.root(), names.of("c")), 2);
        tree.finish();

        assertThat(tree.root().called().stream().map(each -> names.name(each.frame())))
                .containsExactly("c", "a", "b");
    }

    @Test
    void pathsAreAtMostSoManyAndWhatComesBeyondIsOther() {
        CallPath root = CallPath.root();
        for (int i = 1; i <= 150_000; i++) {
            root.make(i % 400).make(i).code(i);
        }
        int[] count = new int[1];
        root.forEach(each -> count[0]++);

        assertThat(count[0]).isBetween(50_000, 100_500);
        CallPath late = root.make(7).make(150_001);
        assertThat(late.callSite()).isEqualTo(CallPath.OTHER);
        assertThat(late.make(3)).isSameAs(late);
        assertThat(late.code(9).body()).isEqualTo(CallPath.OTHER);
        tree.add(tree.at(late.code(9)), 1);
        assertThat(names.name(tree.at(late).frame())).isEqualTo("<other>");
    }

    private static long selfOf(Node node) {
        long sum = node.self();
        for (Node each : node.called()) {
            sum += selfOf(each);
        }
        return sum;
    }

    private static int count(Node node) {
        int count = 1;
        for (Node each : node.called()) {
            count += count(each);
        }
        return count;
    }
}
