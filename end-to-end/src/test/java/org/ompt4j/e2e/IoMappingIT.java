package org.ompt4j.e2e;

import static org.ompt4j.e2e.ExpectedEvent.waits;
import static org.ompt4j.e2e.ExpectedEvent.wakeup;
import static org.ompt4j.e2e.TraceAssert.assertThat;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.State.WAIT_IO;

import org.ompt4j.apps.blocking.IoApp;
import org.ompt4j.catalog.Case;
import org.ompt4j.catalog.Shows;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;

class IoMappingIT extends ConstructContract {

    @Override
    Construct construct() {
        return Construct.IO;
    }

    @Override
    Class<?> app() {
        return IoApp.class;
    }

    /** Threads may have more waits: loading a class reads a file. */
    @OnEveryJdk
    void whoBlocksForInputWaits(Jdk jdk) {
        ObservedRun run = usual(jdk, "socket", "selector", "channel", "process");

        assertThat(run)
                .onThread("acceptor")
                .of(construct())
                .emitsInOrder(waits(WAIT_IO, BEGIN), waits(WAIT_IO, END), waits(WAIT_IO, BEGIN), waits(WAIT_IO, END));
        for (String thread : new String[] {"selecting", "channel-reader", "process-reader"}) {
            assertThat(run).onThread(thread).of(construct()).emitsInOrder(waits(WAIT_IO, BEGIN), waits(WAIT_IO, END));
        }
    }

    /** The threads of this test need no class to be loaded, so that they read no file. */
    @OnEveryJdk
    @Shows(what = Case.NORMAL, in = "woken")
    @Shows(what = Case.CONTENDED, in = "contended")
    @Shows(what = Case.TIMEOUT, in = "timeout")
    @Shows(what = Case.INTERRUPT, in = "interrupt")
    @Shows(what = Case.EXCEPTION, in = "exception")
    @Shows(what = Case.NESTED, in = "nested")
    void eachCallThatBlocksIsOneWaitWhicheverWayItEnds(Jdk jdk) {
        ObservedRun run = full(jdk);
        for (String thread : new String[] {
            "packet-receiver",
            "timed-receiver",
            "woken-selector",
            "timed-acceptor",
            "timed-selector",
            "interrupted-selector",
            "interrupted-reader",
            "closed-acceptor",
            "nested-reader"
        }) {
            assertThat(run).onThread(thread).of(construct()).emitsExactly(waits(WAIT_IO, BEGIN), waits(WAIT_IO, END));
        }
        assertThat(run)
                .onThreads("contending-.")
                .of(construct())
                .has(IoApp.ACCEPTORS, waits(WAIT_IO, BEGIN))
                .has(IoApp.ACCEPTORS, waits(WAIT_IO, END));
    }

    /** This wait was not observed once, and the thread was shown at work. */
    @OnEveryJdk
    void threadOfTheJdkThatWaitsForAProcessWaits(Jdk jdk) {
        assertThat(usual(jdk, "process"))
                .onThreads("process reaper.*")
                .of(construct())
                .emitsInOrder(waits(WAIT_IO, BEGIN), waits(WAIT_IO, END));
    }

    @OnEveryJdk
    void processIsWaitedForByTheConstructThatTheJdkUses(Jdk jdk) {
        Construct uses = jdk.major() < 19 ? Construct.SYNCHRONIZED : Construct.REENTRANT_LOCK;

        assertThat(usual(jdk, "process"))
                .onThread("process-waiter")
                .of(uses)
                .emitsInOrder(waits(State.WAIT_CONDITION, BEGIN), waits(State.WAIT_CONDITION, END));
        assertThat(usual(jdk, "process"))
                .onThreads("process reaper.*")
                .of(uses)
                .has(uses == Construct.REENTRANT_LOCK ? 1 : 0, wakeup());
    }

    @OnEveryJdk
    void selectingWithoutBlockingIsNoWait(Jdk jdk) {
        assertThat(usual(jdk, "select-now"))
                .onThread("selecting-now")
                .of(construct())
                .isSilent();
    }
}
