package org.ompt4j.e2e;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A Chromium without a window, controlled through its WebDriver. */
final class Browser implements Closeable {
    private static final String FAILED = "script failed: ";

    private static final Pattern STARTED = Pattern.compile("started successfully on port (\\d+)");
    private static final String OPTIONS = """
            {"capabilities": {"alwaysMatch": {
              "goog:loggingPrefs": {"performance": "ALL", "browser": "ALL"},
              "goog:chromeOptions": {"binary": "%s", "args": ["--headless=new", "--no-sandbox", "--disable-gpu",
                "--disable-dev-shm-usage", "--hide-scrollbars", "--window-size=1300,1000"]}}}}
            """;

    private final HttpClient http = HttpClient.newHttpClient();
    private final Process driver;
    private final String session;

    private Browser(Process driver, String server, String binary) throws IOException, InterruptedException {
        this.driver = driver;
        String answer = send("POST", server + "/session", String.format(OPTIONS, binary));
        this.session = server + "/session/" + texts(answer, "sessionId").get(0);
    }

    /** Whether a browser and its driver are installed. */
    static boolean isThere() {
        return find("chromedriver") != null && find("chromium") != null;
    }

    private static @Nullable Path find(String program) {
        for (String each : String.valueOf(System.getenv("PATH")).split(File.pathSeparator)) {
            Path candidate = Path.of(each).resolve(program);
            if (Files.isExecutable(candidate)) {
                return candidate;
            }
        }
        return null;
    }

    static Browser start(Path log) throws IOException, InterruptedException {
        Process driver = new ProcessBuilder(String.valueOf(find("chromedriver")), "--port=0")
                .redirectError(log.toFile())
                .start();
        try {
            BufferedReader out = driver.inputReader();
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                Matcher started = STARTED.matcher(line);
                if (started.find()) {
                    return new Browser(
                            driver, "http://127.0.0.1:" + started.group(1), String.valueOf(find("chromium")));
                }
            }
            throw new IOException("the driver did not start, see " + log);
        } catch (IOException | InterruptedException e) {
            driver.destroy();
            throw e;
        }
    }

    /** Opens a page and waits for its load event. */
    void open(String address) throws IOException, InterruptedException {
        send("POST", session + "/url", object("url", address));
    }

    /**
     * Runs a script, the body of a function; returns its result as text, for a promise after it was fulfilled.
     *
     * @throws AssertionError if the script throws
     */
    String run(String script) throws IOException, InterruptedException {
        String body = "const done = arguments[arguments.length - 1];" + "Promise.resolve((async () => {" + script
                + "})()).then(each => done(String(each)), each => done('" + FAILED + "' + each));";
        String request = object("script", body).replaceFirst("}$", ",\"args\":[]}");
        String result = texts(send("POST", session + "/execute/async", request), "value")
                .get(0);
        if (result.startsWith(FAILED)) {
            throw new AssertionError(result.substring(FAILED.length()) + " in " + script);
        }
        return result;
    }

    /** Sends a command of the Chrome DevTools Protocol. */
    void command(String name, String parameters) throws IOException, InterruptedException {
        send("POST", session + "/goog/cdp/execute", "{\"cmd\":\"" + name + "\",\"params\":" + parameters + "}");
    }

    /** The messages of a log since the last call. */
    List<String> log(String type) throws IOException, InterruptedException {
        return texts(send("POST", session + "/se/log", object("type", type)), "message");
    }

    void screenshot(Path file) throws IOException, InterruptedException {
        String image =
                texts(send("GET", session + "/screenshot", null), "value").get(0);
        Files.write(file, Base64.getDecoder().decode(image));
    }

    private String send(String method, String address, @Nullable String body) throws IOException, InterruptedException {
        HttpRequest.BodyPublisher content =
                body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body);
        HttpResponse<String> response = http.send(
                HttpRequest.newBuilder(URI.create(address))
                        .method(method, content)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException(method + " " + address + ": " + response.body());
        }
        return response.body();
    }

    private static String object(String member, String value) throws IOException {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
            json.writeStartObject();
            json.writeStringField(member, value);
            json.writeEndObject();
        }
        return out.toString();
    }

    /** The texts of all members with this name, however deep. */
    static List<String> texts(String json, String member) throws IOException {
        List<String> found = new ArrayList<>();
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.VALUE_STRING && member.equals(parser.currentName())) {
                    found.add(parser.getText());
                }
            }
        }
        return found;
    }

    @Override
    public void close() {
        try {
            send("DELETE", session, null);
        } catch (IOException gone) {
            // The session ends with the driver anyway.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            driver.destroy();
        }
    }
}
