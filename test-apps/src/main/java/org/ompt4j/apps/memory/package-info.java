/** Runs in an observed JVM: locks of java.util.concurrent. */
@NullMarked
package org.ompt4j.apps.memory;

import org.jspecify.annotations.NullMarked;
