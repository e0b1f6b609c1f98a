/**
 * Runs in an observed JVM: programs with known performance problems. {@code XFindingIT} is the test with {@code XApp}; {@code X} is the record of the
 * finding in {@code org.ompt4j.tools.findings}, or a common name if the program shows several findings.
 */
@NullMarked
package org.ompt4j.apps.findings;

import org.jspecify.annotations.NullMarked;
