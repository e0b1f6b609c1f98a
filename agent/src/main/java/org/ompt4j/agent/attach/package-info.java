/**
 * Runs in the agent jar, in the observed JVM, in a class loader of its own: the agent that is attached to a running program.
 */
@NullMarked
package org.ompt4j.agent.attach;

import org.jspecify.annotations.NullMarked;
