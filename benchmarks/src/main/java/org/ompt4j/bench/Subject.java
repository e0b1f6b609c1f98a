package org.ompt4j.bench;

import java.util.List;

/**
 * Something that is measured in several settings, which take turns.
 *
 * @param title in tables
 * @param command main class and arguments, after options of the JVM if there are any
 * @param settings the ones to compare, the first being what the others are compared with
 * @param peers settings that are measured besides, in the first sweeps only
 * @param sweeps in how many of the sweeps it is measured, and in how many with the peers
 * @param turns how often within a sweep
 * @param oldestJdk feature version
 * @param agentArguments more of the agent's settings
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
        int oldestJdk,
        List<String> agentArguments) {}
