/** Runs in an observed JVM: barriers of java.util.concurrent. */
@NullMarked
package org.ompt4j.apps.barrier;

import org.jspecify.annotations.NullMarked;
