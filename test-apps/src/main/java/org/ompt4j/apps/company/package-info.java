/** Runs in an observed JVM: programs with other agents, mocks and containers of plug-ins around them. */
@NullMarked
package org.ompt4j.apps.company;

import org.jspecify.annotations.NullMarked;
