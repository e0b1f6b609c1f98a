package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ompt4j.apps.agent.ThreadNamesApp;
import org.ompt4j.apps.barrier.CyclicBarrierApp;
import org.ompt4j.apps.findings.LateTasksApp;
import org.ompt4j.apps.findings.LocksApp;
import org.ompt4j.apps.findings.MutualWaitsApp;
import org.ompt4j.apps.findings.SerialPartApp;

/** The page of a report, opened from disk in a browser. */
class HtmlReportIT {
    /** If this variable of the environment is set, the test fails without a browser. */
    private static final String REQUIRED = "OMPT_BROWSER_REQUIRED";

    /** The colours of arrows. */
    private static final String TASK = "0 52 58";

    private static final String RELEASE = "143 15 92";

    /** The colour of numbers over time. */
    private static final String BAR = "74 118 184";

    private static final Path RUNS = Path.of(System.getProperty("ompt.runs", "target/runs"));

    private static Browser browser;
    private static Path directory;
    private static String address;
    private static Path trace;

    @BeforeAll
    static void writeThePageAndStartTheBrowser() throws Exception {
        assumeTrue(
                Browser.isThere() || System.getenv(REQUIRED) != null,
                "no chromium and chromedriver: apt-get install chromium chromium-driver");
        ObservedRun run = app().observedOnce();
        trace = run.traceFile();
        directory = RUNS.resolve("html-report");
        Files.createDirectories(directory);
        address = write(run, "run.html");
        browser = Browser.start(directory.resolve("driver.log"));
    }

    private static AppRun app() {
        return AppRun.of(LocksApp.class).on(Jdks.all().get(0)).profile(Profile.FULL);
    }

    /** Writes the page of a run; returns its address. */
    private static String write(ObservedRun run, String name) throws Exception {
        Path page = directory.resolve(name);
        Files.deleteIfExists(page);
        RunOutput written = CommandLineRun.run(
                Jdks.all().get(0),
                "report",
                "--html",
                page.toString(),
                run.traceFile().toString());
        assertThat(written.stderr()).isEmpty();
        assertThat(written.exitCode()).isZero();
        return page.toUri().toString();
    }

    @AfterAll
    static void endTheBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void open() throws Exception {
        browser.command("Emulation.clearDeviceMetricsOverride", "{}");
        browser.command("Emulation.setEmulatedMedia", "{\"media\":\"\",\"features\":[]}");
        browser.open("about:blank");
        browser.log("browser");
        browser.log("performance");
        openPage("");
    }

    private static void openPage(String hash) throws Exception {
        openPage(address, hash);
    }

    private static void openPage(String page, String hash) throws Exception {
        browser.open(page + hash);
        assertThat(
                        browser.run(
                                "for (let i = 0; i < 200 && !document.documentElement.dataset.ready; i++) {"
                                        + " await new Promise(next => setTimeout(next, 50)); } return document.documentElement.dataset.ready"))
                .isEqualTo("true");
        frame();
    }

    /** Opens the address again, including its fragment, like another user would. */
    private static void openTheSameView() throws Exception {
        String hash = browser.run("return location.hash");
        browser.open("about:blank");
        openPage(hash);
    }

    /** Waits until pending changes are drawn. */
    private static void frame() throws Exception {
        browser.run("await new Promise(next => requestAnimationFrame(() => requestAnimationFrame(next)))");
    }

    private static String text(String selector) throws Exception {
        return browser.run("return document.querySelector(" + quoted(selector) + ").textContent");
    }

    private static void click(String selector) throws Exception {
        browser.run("document.querySelector(" + quoted(selector) + ").click()");
        frame();
    }

    private static String quoted(String selector) {
        return '"' + selector.replace("\"", "\\\"") + '"';
    }

    @Test
    void opensFromDiskWithoutAnyRequest() throws Exception {
        List<String> asked = new ArrayList<>();
        for (String each : browser.log("performance")) {
            if (each.contains("\"Network.requestWillBeSent\"")) {
                asked.addAll(Browser.texts(each, "documentURL"));
                asked.addAll(Browser.texts(each, "url"));
            }
        }

        assertThat(asked).isNotEmpty().containsOnly(address);
        assertThat(browser.log("browser")).isEmpty();
        browser.screenshot(directory.resolve("desktop.png"));
    }

    @Test
    void beginsWithALineWhileTheCommandIsFolded() throws Exception {
        assertThat(text("#run")).matches(".*\\.ompt: [0-9.]+ m?s, [0-9,]+ events on \\d+ threads, profile full");
        assertThat(text("#facts")).contains("Command: ", LocksApp.class.getName(), "Started: ");
        assertThat(browser.run("return String(document.querySelector('#facts').closest('details').open)"))
                .isEqualTo("false");
    }

    /** "after lock at" and the call site must be next to each other. */
    @Test
    void wordsOfARowStandBesideEachOther() throws Exception {
        assertThat(
                        browser.run(
                                "return [...document.querySelectorAll('#table-critical_path thead th span')].map(each => each.textContent).join()"))
                .isEqualTo("what,code,time,share");
    }

    @Test
    void policyForbidsTheNetworkAndOtherScripts() throws Exception {
        String violated = "const all = [];"
                + "document.addEventListener('securitypolicyviolation', each => all.push(each.effectiveDirective));";

        assertThat(
                        browser.run(
                                violated + "try { await fetch('http://127.0.0.1:9/'); } catch (refused) {}"
                                        + "new Image().src = 'http://127.0.0.1:9/x.png';"
                                        + "const script = document.createElement('script'); script.textContent = 'document.title = \"ran\"';"
                                        + "document.body.append(script);"
                                        + "await new Promise(next => setTimeout(next, 100)); return all.sort().join() + ' ' + document.title"))
                .startsWith("connect-src,img-src,script-src-elem OMPT4J report of ");
    }

    @Test
    void timelineIsDrawnAndZooms() throws Exception {
        String colours = "const canvas = document.querySelector('#rows canvas');"
                + "const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;"
                + "const seen = new Set(); for (let i = 0; i < pixels.length; i += 4) {"
                + " seen.add(pixels[i] + ' ' + pixels[i + 1] + ' ' + pixels[i + 2]); }";
        String whole = text("#range");

        // Work, sleep, waits for locks and waits for threads have different colours.
        assertThat(browser.run(colours
                        + "return ['63 143 95', '47 134 197', '200 50 43', '217 164 0'].every(each => seen.has(each))"))
                .isEqualTo("true");
        assertThat(whole).startsWith("0 ns to ");
        click("#zoom-in");
        assertThat(text("#range")).doesNotStartWith("0 ns to ");
        assertThat(browser.run("return location.hash")).contains("from=", "to=");
        String zoomed = text("#range");
        openTheSameView();
        assertThat(text("#range")).isEqualTo(zoomed);
        click("#zoom-all");
        assertThat(text("#range")).isEqualTo(whole);
    }

    @Test
    void findingLeadsToItsIntervalAndThatToItsRow() throws Exception {
        click("#finding-1 .to-timeline");

        String said = text("#finding-1 p");
        assertThat(said).startsWith("Waiting for ReentrantLock #");
        Matcher longest = Pattern.compile("the longest ([0-9.]+) s").matcher(said);
        assertThat(longest.find()).as(said).isTrue();
        double longestNanos = 1e9 * Double.parseDouble(longest.group(1));
        assertThat(browser.run("return document.querySelector('#finding-1').getAttribute('aria-current')"))
                .isEqualTo("true");
        assertThat(text("#told")).startsWith("last: Waiting for ReentrantLock #");
        assertThat(
                        Double.parseDouble(
                                browser.run(
                                        "const view = new URLSearchParams(location.hash.slice(1)); return view.get('to') - view.get('from')")))
                .isBetween(0.99 * longestNanos, 1.45 * longestNanos);
        browser.screenshot(directory.resolve("finding.png"));
        browser.run(
                "[...document.querySelectorAll('#told .to-row')].find(each => each.textContent.includes('Locks')).click()");
        assertThat(text("tr.found th")).contains("java.util.concurrent.locks.ReentrantLock #");
        assertThat(browser.run("return document.activeElement === document.querySelector('tr.found')"))
                .isEqualTo("true");
    }

    private static void key(String key) throws Exception {
        key("#flames canvas", key);
    }

    private static void key(String selector, String key) throws Exception {
        browser.run("const canvas = document.querySelector('" + selector + "'); canvas.focus();"
                + "canvas.dispatchEvent(new KeyboardEvent('keydown', { key: '" + key + "', bubbles: true }));");
        frame();
    }

    private static void search(String text) throws Exception {
        browser.run("const box = document.querySelector('#flame-search'); box.value = '" + text + "';"
                + "box.dispatchEvent(new Event('input', { bubbles: true }));");
        frame();
    }

    /** The number of pixels of the flame graph with this colour. */
    private static int pixels(String colour) throws Exception {
        return pixels("#flames canvas", colour).size();
    }

    /** The x coordinates of the pixels of a canvas with this colour, from left to right. */
    private static List<Integer> pixels(String selector, String colour) throws Exception {
        String found = browser.run("const canvas = document.querySelector('" + selector + "');"
                + "const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data; const found = [];"
                + "for (let i = 0; i < pixels.length; i += 4) {"
                + " if (pixels[i] + ' ' + pixels[i + 1] + ' ' + pixels[i + 2] === '" + colour
                + "') { found.push(i / 4 % canvas.width); } } return found.sort((a, b) => a - b).join()");
        return found.isEmpty()
                ? List.of()
                : Arrays.stream(found.split(",")).map(Integer::valueOf).toList();
    }

    /** The time at which an arrow begins or ends, from the link to its other end. */
    private static double nanosOfArrow(int i, String end) throws Exception {
        return Double.parseDouble(browser.run("return new URLSearchParams(document.querySelectorAll('#told .to-arrow')["
                + i + "].getAttribute('href').slice(1)).get('" + end + "')"));
    }

    /** The x coordinate of a time in the timeline. */
    private static double x(double nanos) throws Exception {
        double from = Double.parseDouble(browser.run("return new URLSearchParams(location.hash.slice(1)).get('from')"));
        double to = Double.parseDouble(browser.run("return new URLSearchParams(location.hash.slice(1)).get('to')"));
        double width = Double.parseDouble(browser.run("return document.querySelector('#rows canvas').width"));
        return 190 + (nanos - from) / (to - from) * (width - 4 - 190);
    }

    @Test
    void arrowLeadsFromTheReleaseToTheEndOfTheWaitAndFollowsTheZoom() throws Exception {
        click("#finding-1 .to-timeline");
        key("#rows canvas", "ArrowDown");
        key("#rows canvas", "ArrowUp");

        assertThat(text("#told .to-arrow"))
                .matches(
                        "Got (java\\.util\\.concurrent\\.locks\\.)?ReentrantLock #\\d+, released by second, after a wait of .*");
        assertEndsOfReleasesAreAt(nanosOfArrow(0, "to"));
        browser.run("document.querySelector('#timeline-head').scrollIntoView({ behavior: 'instant' })");
        browser.screenshot(directory.resolve("arrows.png"));
        double before = x(nanosOfArrow(0, "to"));
        key("#rows canvas", "ArrowRight");
        key("#rows canvas", "ArrowRight");
        assertThat(x(nanosOfArrow(0, "to"))).isNotCloseTo(before, within(20.0));
        assertEndsOfReleasesAreAt(nanosOfArrow(0, "to"));
        click("#zoom-in");
        assertEndsOfReleasesAreAt(nanosOfArrow(0, "to"));
    }

    /** Both ends of the arrow have the same time, since the waiting thread gets the lock at once. */
    private static void assertEndsOfReleasesAreAt(double nanos) throws Exception {
        List<Integer> release = pixels("#rows canvas", RELEASE);
        assertThat(release).hasSizeGreaterThan(10);
        double end = x(nanos);
        assertThat(release).anyMatch(each -> Math.abs(each - end) < 4);
    }

    @Test
    void arrowLeadsFromWhereAThreadWasStartedToWhereItBegins() throws Exception {
        assertThat(text("#arrow-legend")).contains("task created", "lock released");
        assertThat(text("#arrow-status")).matches("\\d+ arrows in view.*");
        assertThat(pixels("#rows canvas", TASK)).hasSizeGreaterThan(10);
        click("#arrows");
        assertThat(pixels("#rows canvas", TASK)).isEmpty();
        openTheSameView();
        assertThat(pixels("#rows canvas", TASK)).isEmpty();
        click("#arrows");
        assertThat(pixels("#rows canvas", TASK)).hasSizeGreaterThan(10);
        click("#finding-1 .to-timeline");
        key("#rows canvas", "0");
        for (int i = 0; i < 40 && !text("#told").contains("Created by "); i++) {
            key("#rows canvas", ",");
        }
        assertThat(text("#told")).startsWith("last: ").contains("Created by main ");
        key("#rows canvas", "Enter");
        assertThat(text("#told")).startsWith("main: ").contains("Creates a task that begins on last after ");
    }

    @Test
    void numbersOverTimeStandAboveTheRowsInTheirTime() throws Exception {
        assertThat(browser.run("return document.querySelector('#counters').getAttribute('aria-label')"))
                .matches("Over the whole run: threads at work [0-9.]+ on average, at most .*");
        List<Integer> whole = pixels("#counters", BAR);
        assertThat(whole).hasSizeGreaterThan(100);
        click("#finding-0 .to-timeline");
        List<Integer> zoomed = pixels("#counters", BAR);
        assertThat(zoomed).isNotEqualTo(whole);
        openTheSameView();
        assertThat(pixels("#counters", BAR)).isEqualTo(zoomed);
        click("#zoom-all");
        assertThat(pixels("#counters", BAR)).isEqualTo(whole);
    }

    @Test
    void flameGraphIsDrawnInTheColoursOfStatesAndItsMetricIsKept() throws Exception {
        String sleep = "47 134 197";
        String lock = "200 50 43";
        String place = "246 227 184";
        click("#metric-wall");
        assertThat(List.of(pixels(sleep), pixels(lock), pixels(place))).allMatch(each -> each > 100);
        assertThat(text("#flame-told")).matches("all time: \\d.*");
        click("#metric-waits");
        assertThat(text("#flame-told")).startsWith("waiting: ");
        openTheSameView();
        assertThat(browser.run("return document.querySelector('.metric[aria-pressed=true]').textContent"))
                .isEqualTo("waiting");

        assertThat(pixels(lock)).isGreaterThan(100);
        browser.run("document.querySelector('#flames-head').scrollIntoView({ behavior: 'instant' })");
        browser.screenshot(directory.resolve("flames.png"));
        click("#metric-blame");
        key("ArrowDown");
        assertThat(text("#flame-told")).contains("org.ompt4j.apps.findings.LocksApp.", "% of blame");
    }

    @Test
    void flameGraphZoomsByKeyAndMouseAndTheAddressKeepsTheFrame() throws Exception {
        click("#metric-waits");
        key("ArrowDown");
        String chosen = text("#flame-told");
        assertThat(chosen).contains("% of waiting");
        key("Enter");
        assertThat(text("#flame-told")).isEqualTo(chosen);
        assertThat(browser.run("return location.hash")).contains("metric=waits", "frame=1");
        openTheSameView();
        assertThat(text("#flame-told")).isEqualTo(chosen);
        // After the zoom the frame is as wide as its callers, so that no other frame is at its end.
        browser.run(
                "const canvas = document.querySelector('#flames canvas'); const box = canvas.getBoundingClientRect();"
                        + "canvas.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: box.right - 3, clientY: box.top + 27 }));");
        assertThat(text("#flame-told")).isEqualTo(chosen);
        key("Escape");
        assertThat(text("#flame-told")).startsWith("waiting: ");
        assertThat(browser.run("return location.hash")).doesNotContain("frame=");
    }

    @Test
    void searchFiltersFrames() throws Exception {
        click("#metric-waits");
        String all = text("#flame-told");
        search("<lock wait");
        assertThat(text("#flame-status")).matches("[1-9]\\d* frames?, \\d.* % of waiting");
        click("#flame-only");
        assertThat(text("#flame-told")).startsWith("waiting: ").isNotEqualTo(all);
        assertThat(pixels("47 134 197")).as("sleep").isZero();
        assertThat(pixels("200 50 43")).as("lock").isGreaterThan(100);
        openTheSameView();
        assertThat(pixels("47 134 197")).as("sleep").isZero();
        search("no such frame");
        assertThat(text("#flame-status")).isEqualTo("0 frames, 0 % of waiting");
    }

    @Test
    void filteredFramesSayWhatPartOfTheWholeTheyAre() throws Exception {
        click("#metric-waits");
        String whole = text("#flame-told").replace("waiting: ", "").replace(". ", "");
        search("<lock wait");
        String share = text("#flame-status").replaceFirst(".*, (.* %) of waiting", "$1");
        click("#flame-only");

        assertThat(text("#flame-told")).matches("waiting: .* shown of " + whole + "\\. ");
        key("ArrowDown");
        double sum = 0;
        String before = "";
        for (String each = text("#flame-told"); !each.equals(before); each = text("#flame-told")) {
            Matcher found = Pattern.compile("([0-9.]+) % of waiting").matcher(each);
            assertThat(found.find()).isTrue();
            sum += Double.parseDouble(found.group(1));
            before = each;
            key("ArrowRight");
        }
        assertThat(sum).isCloseTo(Double.parseDouble(share.replace(" %", "")), within(0.5));
    }

    @Test
    void highestOfANumberBelowOneIsNotRoundedUp() throws Exception {
        openChanged(
                "halves.html", json -> json.replaceFirst("\"hundredths\" ?: ?\\[[^\\]]*\\]", "\"hundredths\":[50,0]"));

        assertThat(browser.run("return document.querySelector('#counters').getAttribute('aria-label')"))
                .contains("threads at work ", ", at most 0.50 on average of ");
    }

    @Test
    void anotherAddressInTheSameTabIsShown() throws Exception {
        browser.open(address + "#metric=blame&search=monitor");
        assertThat(browser.run("for (let i = 0; i < 200; i++) {"
                        + " const box = document.querySelector('#flame-search'); if (box && box.value === 'monitor') { break; }"
                        + " await new Promise(next => setTimeout(next, 50)); }"
                        + " return document.querySelector('.metric[aria-pressed=true]').textContent"))
                .isEqualTo("blame");
    }

    @Test
    void findingLeadsToItsFramesAndThoseToTheirRowAndTheTimeline() throws Exception {
        click("#finding-1 .to-flames");
        assertThat(text("#flame-told")).containsPattern("LocksApp\\.(last|second)\\(");
        assertThat(browser.run("return document.activeElement === document.querySelector('#flames canvas')"))
                .isEqualTo("true");
        key("ArrowDown");
        assertThat(text("#flame-told")).startsWith("<lock wait: java.util.concurrent.locks.ReentrantLock>: ");
        click("#flame-told .to-timeline");
        assertThat(text("#told"))
                .matches("(last|second): <lock wait: java\\.util\\.concurrent\\.locks\\.ReentrantLock>.*");
        click("#flame-told .to-row");
        assertThat(text("tr.found th")).contains("java.util.concurrent.locks.ReentrantLock #");
    }

    @Test
    void tablesSortAndTheAddressKeepsTheOrder() throws Exception {
        String names =
                "return [...document.querySelectorAll('#table-threads tbody th')].map(each => each.textContent).join()";
        String before = browser.run(names);
        click("#table-threads thead th button");
        String sorted = browser.run(names);

        assertThat(sorted).isNotEqualTo(before);
        assertThat(sorted.split(",")).isSortedAccordingTo((one, other) -> other.compareTo(one));
        assertThat(browser.run("return document.querySelector('#table-threads th').getAttribute('aria-sort')"))
                .isEqualTo("descending");
        openTheSameView();
        assertThat(browser.run(names)).isEqualTo(sorted);
        click("#table-threads thead th button");
        assertThat(browser.run(names).split(",")).isSorted();
    }

    @Test
    void runWithoutFindingsSaysSoAndLongStacksLeaveRoomForNumbers() throws Exception {
        ObservedRun run = AppRun.of(CyclicBarrierApp.class)
                .on(Jdks.all().get(0))
                .arguments("timeout")
                .profile(Profile.DEFAULT)
                .with("tool", "profile")
                .observedOnce();
        openPage(write(run, "nothing.html"), "");

        assertThat(text("#findings-head")).isEqualTo("Findings");
        assertThat(text("section p")).isEqualTo("Nothing stands out.");
        String stack =
                "const cell = document.querySelector('#table-threads tbody tr').insertCell(1); cell.className = 'text';"
                        + "const stack = document.createElement('div'); stack.className = 'cut'; cell.append(stack);"
                        + "stack.textContent = 'org.example.Main.run; '.repeat(50) + 'x'.repeat(500);";
        assertThat(browser.run(stack + "const all = cell.closest('.scroll'); return all.scrollWidth - all.clientWidth"))
                .isEqualTo("0");
    }

    /** Each run of the task takes longer than its period, so that the last run has the greatest lateness: the finding has a link to it. */
    @Test
    void tasksThatBeganLateAreSaidOfWhatIsChosen() throws Exception {
        ObservedRun run = AppRun.of(LateTasksApp.class)
                .on(Jdks.all().get(0))
                .profile(Profile.DEFAULT)
                .observedOnce();
        openPage(write(run, "late.html"), "");

        assertThat(text("#late-legend")).isEqualTo("\u25BC task began later than due");
        click("#finding-0 .to-timeline");
        assertThat(text("#told .late"))
                .matches("(1 task|\\d+ tasks) began later than due(, at most)? by [0-9.]+ ms, at [0-9.]+ (ms|s)\\. ");
    }

    /** At one call site the main thread joins threads that still sleep and threads that have ended. */
    @Test
    void waitsOfAPlaceHaveABarForEachRangeOfTimes() throws Exception {
        String row =
                "const row = [...document.querySelectorAll('#table-who_made_whom_wait tbody tr')].find(each => each.textContent.includes('Threads.join('));"
                        + "const bars = [...row.querySelectorAll('.histogram span')];"
                        + "const waits = bars.map(each => Number(each.querySelector('b').textContent));"
                        + "const heights = bars.map(each => parseFloat(getComputedStyle(each.querySelector('i')).height));";

        assertThat(
                        browser.run(
                                row
                                        + "return bars.map(each => each.querySelector('small').textContent.replace('\\n', ' ')).join()"))
                .isEqualTo("<10 us,<100 us,<1 ms,<10 ms,<100 ms,\u2265100 ms");
        assertThat(browser.run(
                        row + "return String(row.cells[2].textContent - waits.reduce((one, other) => one + other))"))
                .isEqualTo("0");
        assertThat(browser.run(row + "return String(waits[5] > 0)"))
                .as("a wait for a thread that sleeps for half a second")
                .isEqualTo("true");
        assertThat(
                        browser.run(
                                row
                                        + "return String(heights.every((each, i) => waits[i] ? each >= 1 && each / 26 <= waits[i] / Math.max(...waits) + 0.01 : each === 0))"))
                .isEqualTo("true");
        assertThat(browser.run(row + "return row.querySelector('.histogram').getAttribute('aria-label')"))
                .matches("Single waits: .*\\d 100 ms and longer");
        assertThat(
                        browser.run(
                                "return String([...document.querySelectorAll('.histogram')].every(each => each.closest('tr').cells[2].textContent !== '1'))"))
                .as("one wait is no distribution")
                .isEqualTo("true");
    }

    @Test
    void keysMoveThroughTheTimelineAndWhatIsChosenIsSaid() throws Exception {
        String press = "const canvas = document.querySelector('#rows canvas'); canvas.focus();"
                + "for (const key of ['0', '.', '.', '.']) { canvas.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })); }";
        browser.run(press);

        assertThat(text("#told")).matches("main: .*\\((work|wait)_\\w+\\), .* from .*");
        assertThat(browser.run("return document.querySelector('#told').getAttribute('aria-live')"))
                .isEqualTo("polite");
    }

    @Test
    void namesAreShownAsOnATerminalAndCutInTheMiddle() throws Exception {
        openPage(namesPage(), "");
        String names = browser.run(
                "return [...document.querySelectorAll('#table-threads tbody th')].map(each => each.textContent).join('|')");

        assertThat(names.split("\\|")).contains("(no name)", "\\u202ebackwards", "a\\nb\\u001b[31m");
        browser.run(
                "window.drawn = []; const was = CanvasRenderingContext2D.prototype.fillText;"
                        + "CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) { drawn.push(text); was.call(this, text, ...rest); }");
        click("#zoom-in");
        assertThat(browser.run("return drawn.join('|')").split("\\|"))
                .contains("(no name)", "\\u202ebackwards")
                .anyMatch(each -> each.matches("worker-of.*\u2026.*-first"))
                .anyMatch(each -> each.matches("worker-of.*\u2026.*-second"));
    }

    @Test
    void threadsWithOneNameLeadToRowsOfTheirOwn() throws Exception {
        openPage(namesPage(), "");
        List<String> rows = new ArrayList<>();
        int threads =
                Integer.parseInt(browser.run("return document.querySelectorAll('#table-threads tbody tr').length"));
        key("#rows canvas", "ArrowUp");
        for (int i = 0; i < threads; i++) {
            rows.add(
                    browser.run(
                            "return [...document.querySelectorAll('#told .to-row')].find(each => each.textContent.endsWith('Threads')).getAttribute('href')"));
            key("#rows canvas", "ArrowDown");
        }

        assertThat(rows).hasSizeGreaterThan(8).doesNotHaveDuplicates();
    }

    @Test
    void waitOfAVirtualThreadIsNotSaidOfAnotherOne() throws Exception {
        assumeTrue(Jdks.newest().major() >= 21, "no virtual threads");
        openPage(namesPage(), "");
        assertThat(text("#finding-0 p")).startsWith("Waiting for ReentrantLock #");
        click("#finding-0 .to-timeline");

        assertThat(text("#told"))
                .startsWith("virtual thread #")
                .contains("The timeline shows this time, but has no row of this thread.");
        assertThat(browser.run("return location.hash")).contains("from=").doesNotContain("thread=");
    }

    private static String namesPage() throws Exception {
        Path page = directory.resolve("names.html");
        if (!Files.exists(page) || Files.getLastModifiedTime(page).compareTo(Files.getLastModifiedTime(trace)) < 0) {
            write(
                    AppRun.of(ThreadNamesApp.class)
                            .on(Jdks.newest())
                            .profile(Profile.DEFAULT)
                            .observedOnce(),
                    "names.html");
        }
        return page.toUri().toString();
    }

    @Test
    void pageOfSamplesHasNoPartForWhatItCannotTell() throws Exception {
        ObservedRun run = AppRun.of(LocksApp.class)
                .on(Jdks.all().get(0))
                .with("tool", "sample")
                .observedOnce();
        openPage(write(run, "samples.html"), "");

        assertThat(
                        browser.run(
                                "return [...document.querySelectorAll('h2')].map(each => each.firstChild.textContent.trim()).join()"))
                .isEqualTo("Timeline,Flame graph,Tables,What is not in this report");
        assertThat(text("#timeline-head ~ .bar")).contains("before and after.").doesNotContain("arrow comes from");
    }

    @Test
    void pointsInTimeCanBeToldApartHoweverShortTheViewIs() throws Exception {
        openPage("#from=300000000&to=300100000");

        String ticks = browser.run(
                "return [...document.querySelectorAll('#timeline .tick text')].map(each => each.textContent).join()");
        assertThat(ticks.split(","))
                .hasSizeGreaterThan(3)
                .doesNotHaveDuplicates()
                .contains("300.05 ms");
        assertThat(text("#range").split(" to ")).containsExactly("300.0000 ms", "300.1000 ms");
    }

    @Test
    void longTimesAreMinutesAsInTheText() throws Exception {
        openChanged(
                "minutes.html", json -> json.replaceFirst("\"duration_ns\" ?: ?\\d+", "\"duration_ns\":7230000000000"));

        assertThat(text("#run")).contains(": 121 min, ");
    }

    /** Opens the page of the run with other data. */
    private static void openChanged(String name, UnaryOperator<String> change) throws Exception {
        String page = Files.readString(directory.resolve("run.html"));
        Matcher data = Pattern.compile("id=\"data\">([^<]*)<").matcher(page);
        assertThat(data.find()).isTrue();
        String json = unpacked(data.group(1).strip());
        String other = change.apply(json);
        assertThat(other).isNotEqualTo(json);
        Path changed = directory.resolve(name);
        Files.writeString(changed, page.replace(data.group(1), packed(other)));
        openPage(changed.toUri().toString(), "");
    }

    private static String unpacked(String data) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(
                new ByteArrayInputStream(Base64.getMimeDecoder().decode(data)))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String packed(String json) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(json.getBytes(StandardCharsets.UTF_8));
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    @Test
    void backButtonReturnsFromALinkToWhereItWas() throws Exception {
        browser.run("window.same = true; document.querySelector('#finding-1 .to-row').click()");
        String followed = browser.run("return location.hash");
        assertThat(
                        browser.run(
                                "for (let i = 0; i < 100 && scrollY < 500; i++) { await new Promise(next => setTimeout(next, 50)); } return String(scrollY > 500)"))
                .isEqualTo("true");
        browser.run(
                "history.back(); for (let i = 0; i < 100 && scrollY > 0; i++) { await new Promise(next => setTimeout(next, 50)); }");

        assertThat(browser.run("return String([scrollY, window.same])")).isEqualTo("0,true");
        assertThat(browser.run("return location.hash")).as("the view stays").isEqualTo(followed);
    }

    @Test
    void waitsForOneAnotherLeadToTheWaitAndNotToItsCause() throws Exception {
        ObservedRun run = AppRun.of(MutualWaitsApp.class)
                .on(Jdks.all().get(0))
                .arguments(MutualWaitsApp.FAIR)
                .profile(Profile.FULL)
                .observedOnce();
        openPage(write(run, "mutual.html"), "");
        String finding = browser.run(
                "return [...document.querySelectorAll('li.finding')].find(each => /waited for one another.* at MutualWaitsApp.Shared.take/.test(each.textContent)).id");
        click("#" + finding + " .to-flames");

        assertThat(text("#flame-told")).startsWith("org.ompt4j.apps.findings.MutualWaitsApp$Shared.take(");
    }

    @Test
    void serialPartLeadsToTheWorkAndNotToWaits() throws Exception {
        ObservedRun run = AppRun.of(SerialPartApp.class)
                .on(Jdks.all().get(0))
                .profile(Profile.DEFAULT)
                .observedOnce();
        openPage(write(run, "serial.html"), "");
        String finding = browser.run(
                "return [...document.querySelectorAll('li.finding')].find(each => each.textContent.startsWith('Serial part')).id");
        click("#" + finding + " .to-flames");

        assertThat(browser.run("return document.querySelector('.metric[aria-pressed=true]').textContent"))
                .isEqualTo("all time");
    }

    @Test
    void keysZoomAroundWhatIsSelected() throws Exception {
        for (String each : new String[] {"0", ".", ".", "+", "+", "+", "+", "+"}) {
            key("#rows canvas", each);
        }
        Matcher begin = Pattern.compile(" from ([0-9.]+) (us|ms|s)\\. ").matcher(text("#told"));
        assertThat(begin.find()).as(text("#told")).isTrue();
        double nanos = Double.parseDouble(begin.group(1))
                * Map.of("us", 1e3, "ms", 1e6, "s", 1e9).get(begin.group(2));

        String range = browser.run(
                "const view = new URLSearchParams(location.hash.slice(1)); return view.get('from') + ' ' + view.get('to')");
        assertThat(Double.parseDouble(range.split(" ")[0])).isLessThanOrEqualTo(nanos * 1.01);
        assertThat(Double.parseDouble(range.split(" ")[1])).isGreaterThanOrEqualTo(nanos * 0.99);
    }

    @Test
    void whatCanBeUsedHasAName() throws Exception {
        assertThat(
                        browser.run(
                                "return [...document.querySelectorAll('button, a, input, canvas[tabindex], [role=region]')]"
                                        + ".filter(each => !(each.textContent.trim() || each.getAttribute('aria-label') || (each.labels && each.labels.length))).length"))
                .isEqualTo("0");
        assertThat(browser.run("return [...document.querySelectorAll('th')].every(each => each.scope)"))
                .isEqualTo("true");
        assertThat(browser.run("return document.documentElement.lang")).isEqualTo("en");
    }

    @Test
    void fitsAPhoneInTheDark() throws Exception {
        browser.command(
                "Emulation.setDeviceMetricsOverride",
                "{\"width\":390,\"height\":844,\"deviceScaleFactor\":2,\"mobile\":true}");
        browser.command(
                "Emulation.setEmulatedMedia",
                "{\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\"dark\"}]}");
        openPage("");

        assertThat(browser.run("return document.documentElement.scrollWidth + ' of ' + innerWidth"))
                .isEqualTo("390 of 390");
        assertThat(browser.run("return getComputedStyle(document.body).backgroundColor"))
                .isEqualTo("rgb(20, 23, 26)");
        assertThat(
                        Double.parseDouble(
                                browser.run(
                                        "return Math.min(...[...document.querySelectorAll('th.name > ul')].map(each => each.clientWidth))")))
                .as("room for what stands under a name")
                .isGreaterThan(200);
        browser.run("document.querySelector('#timeline-head').scrollIntoView({ behavior: 'instant' })");
        browser.screenshot(directory.resolve("phone.png"));
    }

    @Test
    void paperHasNoButtons() throws Exception {
        browser.command("Emulation.setEmulatedMedia", "{\"media\":\"print\"}");

        assertThat(browser.run("return getComputedStyle(document.querySelector('.bar')).display"))
                .isEqualTo("none");
        for (String each : new String[] {"#timeline", "#flames"}) {
            assertThat(browser.run("return getComputedStyle(document.querySelector('" + each + "')).display"))
                    .isEqualTo("block");
        }
    }

    @Test
    void pageOfSeveralJvmsLeadsToTheFindingInThePageOfItsJvm() throws Exception {
        Path one = copy(trace, "one.ompt");
        Path two = copy(app().observed().traceFile(), "two.ompt");
        Path index = directory.resolve("all.html");
        for (Path each : List.of(index, Path.of(one + ".html"), Path.of(two + ".html"))) {
            Files.deleteIfExists(each);
        }
        RunOutput written = CommandLineRun.run(
                Jdks.all().get(0), "report", "--html", index.toString(), one.toString(), two.toString());
        assertThat(written.exitCode()).as(written.stderr()).isZero();

        browser.open(index.toUri().toString());
        assertThat(browser.log("browser")).isEmpty();
        assertThat(text("h1")).isEqualTo("OMPT4J report of 2 JVMs");
        String waiting = browser.run(
                "return [...document.querySelectorAll('ol.findings > li')].find(each => each.textContent.startsWith('Waiting for ') && each.textContent.includes('In 2 JVMs')).querySelector('a').href");
        assertThat(browser.run("return String(document.querySelectorAll('tbody a').length)"))
                .isEqualTo("2");
        browser.screenshot(directory.resolve("joint.png"));
        browser.command(
                "Emulation.setDeviceMetricsOverride",
                "{\"width\":380,\"height\":800,\"deviceScaleFactor\":1,\"mobile\":true}");
        assertThat(browser.run("return String(document.documentElement.scrollWidth <= 380)"))
                .isEqualTo("true");
        browser.screenshot(directory.resolve("joint-phone.png"));

        openPage(waiting, "");
        assertThat(text("li.finding[aria-current]")).contains("Waiting for ");
        assertThat(browser.log("browser")).isEmpty();
    }

    private static Path copy(Path file, String name) throws Exception {
        return Files.copy(file, directory.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }
}
