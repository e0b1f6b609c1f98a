package org.ompt4j.tools.joint;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;
import org.ompt4j.text.OneLine;
import org.ompt4j.tools.report.FindingList;
import org.ompt4j.tools.report.HtmlPage;
import org.ompt4j.tools.text.Units;

/** One HTML file with the findings of several JVMs and links to the page of each. It has no script, and its policy forbids scripts. */
final class JointPage {
    private final JointReport report;
    private final int top;
    private final StringWriter text = new StringWriter();

    /** @param top how many findings there are at most */
    JointPage(JointReport report, int top) {
        this.report = report;
        this.top = top;
    }

    void write(OutputStream out) throws IOException {
        String style = HtmlPage.resource("page.css");
        String policy = "default-src 'none'; base-uri 'none'; form-action 'none'; style-src " + HtmlPage.hash(style);
        String page =
                HtmlPage.resource("joint.html").replace("@policy@", policy).replace("@style@", style);
        try {
            XMLStreamWriter html = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
            body(html);
            html.flush();
        } catch (XMLStreamException e) {
            throw new IOException(e);
        }
        int at = page.indexOf("@body@");
        out.write((page.substring(0, at) + text + page.substring(at + "@body@".length()))
                .getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private void body(XMLStreamWriter html) throws XMLStreamException {
        html.writeStartElement("header");
        element(html, "h1", "", "OMPT4J report of " + Units.plural(report.size(), "JVM"));
        element(html, "p", "facts", report.head());
        html.writeEndElement();
        html.writeStartElement("main");
        findings(html);
        runs(html);
        html.writeEndElement();
    }

    private void findings(XMLStreamWriter html) throws XMLStreamException {
        List<JointFinding> all = report.findings();
        html.writeStartElement("section");
        element(html, "h2", "", all.isEmpty() ? "Findings" : "Findings, worst first");
        if (all.isEmpty()) {
            element(html, "p", "", FindingList.nothing(report.isWhole()));
        }
        html.writeStartElement("ol");
        html.writeAttribute("class", "findings");
        for (JointFinding each : all.subList(0, Math.min(top, all.size()))) {
            finding(html, each);
        }
        html.writeEndElement();
        if (all.size() > top) {
            element(html, "p", "", Units.count(all.size() - top) + " more are not on this page.");
        }
        list(html, "notes", report.notes());
        html.writeEndElement();
    }

    private void finding(XMLStreamWriter html, JointFinding finding) throws XMLStreamException {
        FindingList.Words words = finding.worst().words();
        html.writeStartElement("li");
        element(html, "p", "", words.sentence());
        element(html, "div", "facts", finding.where());
        list(html, "", words.details());
        html.writeStartElement("div");
        html.writeAttribute("class", "actions");
        for (JointFinding.Part each : finding.parts()) {
            String cost = finding.parts().size() == 1 || each.finding().costNanos() == 0
                    ? ""
                    : ": " + Units.time(each.finding().costNanos());
            link(html, hrefOf(each), each.run().name() + cost);
        }
        html.writeEndElement();
        html.writeEndElement();
    }

    /** The link to the finding on the page of its JVM; null if there is none. */
    private static @Nullable String hrefOf(JointFinding.Part part) {
        String page = part.run().page();
        if (page == null) {
            return null;
        }
        long thread = part.interval().threadId();
        return page + "#finding=" + part.number() + "&from=" + part.interval().fromNanos() + "&to="
                + part.interval().toNanos() + (thread > 0 ? "&thread=" + thread : "");
    }

    private void runs(XMLStreamWriter html) throws XMLStreamException {
        html.writeStartElement("section");
        element(html, "h2", "", "JVMs");
        html.writeStartElement("div");
        html.writeAttribute("class", "scroll");
        html.writeAttribute("tabindex", "0");
        html.writeAttribute("role", "region");
        html.writeAttribute("aria-label", "JVMs");
        html.writeStartElement("table");
        html.writeStartElement("thead");
        html.writeStartElement("tr");
        for (String each : List.of("program", "process", "time", "processor time sampled", "findings")) {
            html.writeStartElement("th");
            html.writeAttribute("scope", "col");
            html.writeAttribute("class", each.equals("program") ? "name" : "");
            html.writeCharacters(each);
            html.writeEndElement();
        }
        html.writeEndElement();
        html.writeEndElement();
        html.writeStartElement("tbody");
        for (JointRun each : report.runs()) {
            run(html, each);
        }
        html.writeEndElement();
        html.writeEndElement();
        html.writeEndElement();
        html.writeEndElement();
    }

    private void run(XMLStreamWriter html, JointRun run) throws XMLStreamException {
        Long processor = run.processorNanos();
        html.writeStartElement("tr");
        html.writeStartElement("th");
        html.writeAttribute("scope", "row");
        html.writeAttribute("class", "name");
        link(html, run.page(), run.command().isEmpty() ? run.trace() : run.command());
        if (!run.isFinished()) {
            html.writeCharacters(" (not finished, up to the last event)");
        }
        html.writeEndElement();
        element(html, "td", "", Long.toString(run.pid()));
        element(html, "td", "", Units.time(run.nanos()));
        element(html, "td", "", processor == null ? Units.NONE : Units.time(processor));
        element(html, "td", "", run.isSampled() ? Units.NONE : Units.count(run.findings()));
        html.writeEndElement();
    }

    private static void list(XMLStreamWriter html, String type, List<String> texts) throws XMLStreamException {
        if (texts.isEmpty()) {
            return;
        }
        html.writeStartElement("ul");
        html.writeAttribute("class", type);
        for (String each : texts) {
            element(html, "li", "", each);
        }
        html.writeEndElement();
    }

    /** Writes a link, or only the text if there is no target. */
    private static void link(XMLStreamWriter html, @Nullable String href, String text) throws XMLStreamException {
        if (href == null) {
            element(html, "span", "", text);
            return;
        }
        html.writeStartElement("a");
        html.writeAttribute("href", href);
        html.writeCharacters(OneLine.of(text));
        html.writeEndElement();
    }

    private static void element(XMLStreamWriter html, String name, String type, String text) throws XMLStreamException {
        html.writeStartElement(name);
        if (!type.isEmpty()) {
            html.writeAttribute("class", type);
        }
        html.writeCharacters(OneLine.of(text));
        html.writeEndElement();
    }
}
