/**
 * Runs in an observed JVM: programs of which it is known what stands out in them. {@code XApp} is judged by {@code XFindingIT}; {@code X} is the record
 * of the finding in {@code org.ompt4j.tools.findings}, or a word for the few that one program shows.
 */
@NullMarked
package org.ompt4j.apps.findings;

import org.jspecify.annotations.NullMarked;
