/** Runs in an observed JVM: atomics of java.util.concurrent and memory fences. */
@NullMarked
package org.ompt4j.apps.memory;

import org.jspecify.annotations.NullMarked;
