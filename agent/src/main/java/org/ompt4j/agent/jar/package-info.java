/**
 * Runs in the agent jar, before all its other classes: reads the jar and defines the emitter in the bootstrap loader.
 */
@NullMarked
package org.ompt4j.agent.jar;

import org.jspecify.annotations.NullMarked;
