package org.ompt4j.tools.path;

import org.ompt4j.tools.model.RunModel;

/** What all those use that lead a path from one thread to another. */
record PathBasis(RunModel run, Lines lines, Parts parts, WatchedRegions regions, PathsBeforeWaits before) {}
