package org.ompt4j.emitter.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.ThreadType;

class KnownThreadsTest {

    @Test
    void threadIsFoundByIdentityUntilItIsForgotten() {
        Thread known = new Thread("a");
        KnownThreads.put(known, ThreadType.WORKER, 0);

        assertThat(KnownThreads.find(known))
                .satisfies(found -> assertThat(found.type).isEqualTo(ThreadType.WORKER));
        assertThat(KnownThreads.find(new Thread("a"))).isNull();

        KnownThreads.forget(known);
        assertThat(KnownThreads.find(known)).isNull();
    }

    @Test
    void laterKnowledgeReplacesTheEarlier() {
        Thread thread = new Thread();
        KnownThreads.put(thread, ThreadType.OTHER, 0);
        KnownThreads.put(thread, ThreadType.INITIAL, 17);

        assertThat(KnownThreads.find(thread))
                .satisfies(found -> assertThat(found.taskId).isEqualTo(17));
        KnownThreads.forget(thread);
        assertThat(KnownThreads.find(thread)).isNull();
    }

    @Test
    void threadBeginsOnce() {
        Thread thread = new Thread();
        KnownThreads.put(thread, ThreadType.INITIAL, 17);
        KnownThreads.Known known = KnownThreads.find(thread);

        assertThat(known).isNotNull();
        assertThat(known.begins()).isTrue();
        assertThat(known.begins()).isFalse();
    }

    @Test
    void manyThreadsAreKeptAndThoseNobodyRefersToAreForgotten() {
        List<Thread> kept = new ArrayList<>();
        for (int i = 1; i <= 1000; i++) {
            Thread thread = new Thread();
            kept.add(thread);
            KnownThreads.put(thread, ThreadType.INITIAL, i);
        }
        for (int i = 1; i <= 1000; i++) {
            int task = i;
            assertThat(KnownThreads.find(kept.get(i - 1)))
                    .satisfies(found -> assertThat(found.taskId).isEqualTo(task));
        }
        kept.clear();
        // No round keeps its threads: if the table kept them, it would contain all of them in the end.
        for (int round = 0; round < 10; round++) {
            System.gc();
            for (int i = 0; i < 5000; i++) {
                KnownThreads.put(new Thread(), ThreadType.INITIAL, 1);
            }
        }
        assertThat(KnownThreads.size()).isLessThan(40_000);
    }
}
