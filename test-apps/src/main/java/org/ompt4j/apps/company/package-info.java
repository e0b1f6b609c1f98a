/** Runs in an observed JVM: programs with other agents, with mocks, and in containers of plug-ins. */
@NullMarked
package org.ompt4j.apps.company;

import org.jspecify.annotations.NullMarked;
