/** Runs in the command line's own JVM: the commands of {@code java -jar ompt-agent.jar}, one class each. */
@NullMarked
package org.ompt4j.tools.cli;

import org.jspecify.annotations.NullMarked;
