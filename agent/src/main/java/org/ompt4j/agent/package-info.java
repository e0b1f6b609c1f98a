/**
 * Runs in the agent jar, in the observed JVM ({@code premain}) and as the command line of the jar: start-up, the emitter's
 * way onto the bootstrap side, installation, life cycle.
 */
@NullMarked
package org.ompt4j.agent;

import org.jspecify.annotations.NullMarked;
