/** Runs in an observed JVM: thread pools. */
@NullMarked
package org.ompt4j.apps.executor;

import org.jspecify.annotations.NullMarked;
