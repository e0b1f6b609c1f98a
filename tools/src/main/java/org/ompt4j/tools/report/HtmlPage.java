package org.ompt4j.tools.report;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.FileNotFoundException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;

/**
 * One self-contained HTML file: its style, its script, the library that the script uses, and data.
 *
 * <p>A content security policy in the page forbids any other script and any loading. The data is compressed and encoded in Base64, so that no
 * text of a trace is interpreted as HTML; the script creates text nodes from it.
 */
public final class HtmlPage {
    private final OutputStream out;

    HtmlPage(OutputStream out) {
        this.out = out;
    }

    /** Writes what the page shows. */
    interface Data {
        void write(JsonGenerator json) throws IOException;
    }

    void write(Data data) throws IOException {
        String library = "/*\n" + resource("d3-LICENSE") + "*/\n" + resource("d3.min.js");
        String script = resource("flame.js") + resource("page.js");
        String style = resource("page.css");
        String policy = "default-src 'none'; base-uri 'none'; form-action 'none'; script-src " + hash(library) + " "
                + hash(script) + "; style-src " + hash(style);
        String page = resource("page.html").replace("@policy@", policy);
        int at = page.indexOf("@data@");
        text(page.substring(0, at).replace("@style@", style));
        data(data);
        text(page.substring(at + "@data@".length())
                .replace("@library@", library)
                .replace("@script@", script));
        out.flush();
    }

    private void text(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    private void data(Data data) throws IOException {
        OutputStream compressed = new GZIPOutputStream(Base64.getEncoder().wrap(new StaysOpen(out)));
        try (JsonGenerator json = new JsonFactory().createGenerator(compressed, JsonEncoding.UTF8)) {
            data.write(json);
        }
    }

    /** Stays open when a stream around it is closed. */
    private static final class StaysOpen extends FilterOutputStream {
        StaysOpen(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            out.write(bytes, from, count);
        }

        @Override
        public void close() throws IOException {
            out.flush();
        }
    }

    public static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has it", e);
        }
    }

    /** The text of a resource, with line ends as a browser sees them, independent of the build. */
    public static String resource(String name) throws IOException {
        String path = "org/ompt4j/tools/report/page/" + name;
        try (InputStream in = HtmlPage.class.getClassLoader().getResourceAsStream(path)) {
            if (in == null) {
                throw new FileNotFoundException(path + " is not in this jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
        }
    }
}
