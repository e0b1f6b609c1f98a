/**
 * Runs in the agent jar, in the observed JVM: chooses the mappings and the classes, and makes the JVM rewrite the classes.
 */
@NullMarked
package org.ompt4j.agent.install;

import org.jspecify.annotations.NullMarked;
