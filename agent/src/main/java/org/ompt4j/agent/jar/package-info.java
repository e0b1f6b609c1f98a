/**
 * Runs in the agent jar, before everything else of it: reads the jar and brings the emitter into the bootstrap loader.
 */
@NullMarked
package org.ompt4j.agent.jar;

import org.jspecify.annotations.NullMarked;
