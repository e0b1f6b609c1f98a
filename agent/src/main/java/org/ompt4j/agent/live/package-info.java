/**
 * Runs in the agent jar, in the observed JVM and in the command line: what threads are seen doing while somebody watches.
 */
@NullMarked
package org.ompt4j.agent.live;

import org.jspecify.annotations.NullMarked;
