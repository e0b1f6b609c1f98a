/** Runs in the build: what every mapping must come with. */
@NullMarked
package org.ompt4j.catalog;

import org.jspecify.annotations.NullMarked;
