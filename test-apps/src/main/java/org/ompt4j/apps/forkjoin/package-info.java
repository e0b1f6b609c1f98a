/** Runs in an observed JVM: fork/join tasks and pools. */
@NullMarked
package org.ompt4j.apps.forkjoin;

import org.jspecify.annotations.NullMarked;
