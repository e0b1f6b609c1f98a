/** Runs in an observed JVM: parallel streams. */
@NullMarked
package org.ompt4j.apps.stream;

import org.jspecify.annotations.NullMarked;
