/** Runs in an observed JVM: programs around {@link java.lang.Thread}. */
@NullMarked
package org.ompt4j.apps.thread;

import org.jspecify.annotations.NullMarked;
