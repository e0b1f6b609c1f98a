/** Runs in an observed JVM: calls third-party libraries, unmodified from Maven Central, with several threads. */
@NullMarked
package org.ompt4j.apps.real;

import org.jspecify.annotations.NullMarked;
