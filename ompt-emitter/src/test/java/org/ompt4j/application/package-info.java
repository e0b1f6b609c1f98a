/** Runs in Maven's test JVM: tests whose own code has to be code of the application, so that it is in no package of the agent. */
@NullMarked
package org.ompt4j.application;

import org.jspecify.annotations.NullMarked;
