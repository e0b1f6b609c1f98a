/** Runs in tests: builds traces, breaks traces on purpose, and reads exported files. */
@NullMarked
package org.ompt4j.tools.testing;

import org.jspecify.annotations.NullMarked;
