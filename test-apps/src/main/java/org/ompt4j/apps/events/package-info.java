/** Runs in an observed JVM: a program that reaches every event that has a source. */
@NullMarked
package org.ompt4j.apps.events;

import org.jspecify.annotations.NullMarked;
