/**
 * Runs in the agent jar, in the observed JVM: chooses the mappings and the classes, and has the JVM rewrite them.
 */
@NullMarked
package org.ompt4j.agent.install;

import org.jspecify.annotations.NullMarked;
