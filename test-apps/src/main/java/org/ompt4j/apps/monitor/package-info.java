/** Runs in an observed JVM: {@code synchronized}. */
@NullMarked
package org.ompt4j.apps.monitor;

import org.jspecify.annotations.NullMarked;
