package org.ompt4j.bench;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that is measured in several settings, which take turns.
 *
 * @param title in tables
 * @param command main class and arguments, after options of the JVM if there are any
 * @param settings the ones to compare, the first being what the others are compared with
 * @param peers settings that are measured besides, in the first sweeps only
 * @param sweeps in how many of the sweeps it is measured, and in how many with the peers
 * @param turns how often within a sweep
 * @param rounds if it is a program that does rounds, whose JVMs take turns
 * @param oldestJdk feature version
 * @param agentArguments more of the agent's settings
 * @param row of the construct whose events the traces have to hold; null if it is no single construct
 */
record Subject(
        Suite suite,
        String id,
        String title,
        List<String> command,
        List<Setting> settings,
        List<Setting> peers,
        int sweeps,
        int sweepsWithPeers,
        int turns,
        Rounds rounds,
        int oldestJdk,
        List<String> agentArguments,
        Constructs.@Nullable Row row) {

    /** One that is no single construct. */
    Subject(
            Suite suite,
            String id,
            String title,
            List<String> command,
            List<Setting> settings,
            List<Setting> peers,
            int sweeps,
            int sweepsWithPeers,
            int turns,
            Rounds rounds,
            int oldestJdk,
            List<String> agentArguments) {
        this(
                suite,
                id,
                title,
                command,
                settings,
                peers,
                sweeps,
                sweepsWithPeers,
                turns,
                rounds,
                oldestJdk,
                agentArguments,
                null);
    }

    /**
     * How many rounds a JVM does.
     *
     * @param warmUp the first one included, until it is as fast as it becomes
     * @param measured 0 if the program does not do rounds
     */
    record Rounds(int warmUp, int measured) {
        static final Rounds NONE = new Rounds(0, 0);
    }
}
