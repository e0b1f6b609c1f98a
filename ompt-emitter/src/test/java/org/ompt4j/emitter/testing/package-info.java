/** Runs in Maven's test JVM: helpers for tests of this module and of others. */
@NullMarked
package org.ompt4j.emitter.testing;

import org.jspecify.annotations.NullMarked;
