/** Runs in an observed JVM: locks of java.util.concurrent. */
@NullMarked
package org.ompt4j.apps.lock;

import org.jspecify.annotations.NullMarked;
