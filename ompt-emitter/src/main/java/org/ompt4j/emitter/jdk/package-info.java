/** Runs on the bootstrap side of the observed JVM: where classes of the JDK keep what the hooks of more than one construct look for. */
@NullMarked
package org.ompt4j.emitter.jdk;

import org.jspecify.annotations.NullMarked;
