/**
 * Runs in observed JVMs: programs that the agent comes to and leaves while they run.
 */
@NullMarked
package org.ompt4j.apps.attach;

import org.jspecify.annotations.NullMarked;
