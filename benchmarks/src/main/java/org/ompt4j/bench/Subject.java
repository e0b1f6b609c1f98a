package org.ompt4j.bench;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that is measured in several settings, which take turns.
 *
 * @param title the name in tables
 * @param command options of the JVM, if any, main class and arguments
 * @param settings the settings to compare; the others are compared with the first one
 * @param peers additional settings, which are measured in the first sweeps only
 * @param sweeps the number of sweeps, and the number of sweeps with the peers
 * @param turns how often it is measured within a sweep
 * @param rounds the rounds of a program whose JVMs take turns
 * @param oldestJdk feature version of the oldest JDK on which it runs
 * @param agentArguments further settings of the agent
 * @param row the construct whose events the traces must contain; null if it is no single construct
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

    /** A subject that is no single construct. */
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
     * How many rounds a JVM runs.
     *
     * @param warmUp rounds until the speed is constant, including the first one
     * @param measured measured rounds; 0 if the program has no rounds
     */
    record Rounds(int warmUp, int measured) {
        static final Rounds NONE = new Rounds(0, 0);
    }
}
