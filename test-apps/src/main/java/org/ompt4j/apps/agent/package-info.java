/** Runs in an observed JVM: what the agent's start and end meet. */
@NullMarked
package org.ompt4j.apps.agent;

import org.jspecify.annotations.NullMarked;
