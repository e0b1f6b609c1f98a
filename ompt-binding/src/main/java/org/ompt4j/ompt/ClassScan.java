package org.ompt4j.ompt;

import java.util.List;

/**
 * The result of reading the classes of the program and its libraries, which the agent does when they are loaded. Classes of the JDK are not
 * included, nor classes whose loading the agent does not see (by the bootstrap loader, or before the agent).
 *
 * @param classes the number of classes that were read, including those that {@code include} and {@code exclude} leave out
 * @param uses the constructs that these classes use and that are not observed
 */
public record ClassScan(long classes, List<UnobservedUse> uses) {}
