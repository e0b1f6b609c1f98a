package org.ompt4j.ompt;

import java.util.List;

/**
 * What the agent found in the classes of the program and its libraries, which it reads as they are loaded. Classes of the JDK are not
 * among them, nor classes that are loaded where no agent sees it (by the bootstrap loader, or before the agent).
 *
 * @param classes how many classes were read, those that {@code include} and {@code exclude} leave out among them
 * @param uses what these classes use that is not observed
 */
public record ClassScan(long classes, List<UnobservedUse> uses) {}
