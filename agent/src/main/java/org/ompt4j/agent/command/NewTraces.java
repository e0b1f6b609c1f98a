package org.ompt4j.agent.command;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ompt4j.tools.trace.OutputName;

/**
 * The traces that JVMs write under the name that {@code output} gives them: files that did not exist before. Any new file of such a name counts,
 * whichever process has written it.
 */
final class NewTraces {
    private final String output;
    private final Place place;
    /** The temporary directory, to which the agent writes if it cannot write to {@link #place}. */
    private final Place otherPlace;

    private final Set<Path> before;

    /** A directory, and the files below it that count. */
    private record Place(Path directory, int depth, Pattern files) {}

    private NewTraces(String output) {
        this.output = OutputName.absolute(output);
        File file = new File(this.output);
        this.place = placeOf(file);
        this.otherPlace = placeOf(OutputName.inTemporaryDirectory(file));
        this.before = filesIn(place);
        before.addAll(filesIn(otherPlace));
    }

    /** Records which files exist now; these are no new traces. */
    static NewTraces of(String output) {
        return new NewTraces(output);
    }

    private static Place placeOf(File output) {
        String directory = output.getParent();
        int depth = 1;
        while (directory != null && directory.replace("%%", "").indexOf('%') >= 0) {
            directory = new File(directory).getParent();
            depth++;
        }
        Path known = Path.of(directory == null ? "" : directory.replace("%%", "%"));
        return new Place(known, depth, OutputName.pattern(output.getPath()));
    }

    /** The files that did not exist before, the oldest first. */
    List<Path> found() {
        Set<Path> all = newIn(place);
        // Every user can create files of that name in the temporary directory.
        if (all.isEmpty() || !Files.isWritable(place.directory)) {
            all.addAll(newIn(otherPlace));
        }
        return all.stream()
                .sorted(Comparator.comparing(each -> each.toFile().lastModified()))
                .collect(Collectors.toList());
    }

    private Set<Path> newIn(Place where) {
        Set<Path> all = filesIn(where);
        all.removeAll(before);
        return all;
    }

    private static Set<Path> filesIn(Place where) {
        Set<Path> all = new HashSet<>();
        addFiles(where.directory, where.depth, where.files, all);
        return all;
    }

    /** Follows links, as the agent does when it writes; the depth ends cycles of links. */
    private static void addFiles(Path directory, int depth, Pattern files, Set<Path> all) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path each : entries) {
                if (depth > 1 && Files.isDirectory(each)) {
                    addFiles(each, depth - 1, files, all);
                } else if (files.matcher(each.toString()).matches() && Files.isRegularFile(each)) {
                    all.add(each);
                }
            }
        } catch (IOException | DirectoryIteratorException notThere) {
            // The agent creates the directory, or reports that it cannot. The directories beside it are still searched.
        }
    }

    @Override
    public String toString() {
        return output;
    }
}
