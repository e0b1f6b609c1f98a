/**
 * Runs in observed JVMs: programs to which the agent is attached, and from which it is detached, while they run.
 */
@NullMarked
package org.ompt4j.apps.attach;

import org.jspecify.annotations.NullMarked;
