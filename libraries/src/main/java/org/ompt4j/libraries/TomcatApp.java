package org.ompt4j.libraries;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardVirtualThreadExecutor;
import org.apache.catalina.startup.Tomcat;
import org.ompt4j.apps.Scenarios;

/** Tomcat: requests that wait a little, on the threads of its pool and on virtual ones. */
public final class TomcatApp {
    private static final Logger LOG = Logger.getLogger("org.apache");

    private TomcatApp() {}

    public static void main(String[] args) throws Exception {
        LOG.setLevel(Level.SEVERE);
        Rest.measureThreads();
        new Scenarios()
                .add("pool", scale -> serve(scale, false))
                .add("virtual", scale -> serve(scale, Runtime.version().feature() >= 21))
                .run(args);
    }

    private static String serve(int scale, boolean virtual) throws Exception {
        Tomcat tomcat = new Tomcat();
        File base = Files.createTempDirectory("tomcat").toFile();
        tomcat.setBaseDir(base.getPath());
        tomcat.setPort(0);
        Connector connector = tomcat.getConnector();
        if (virtual) {
            StandardVirtualThreadExecutor executor = new StandardVirtualThreadExecutor();
            executor.setName("virtual");
            tomcat.getService().addExecutor(executor);
            connector.getProtocolHandler().setExecutor(executor);
        }
        Context context = tomcat.addContext("", base.getPath());
        Tomcat.addServlet(context, "answer", new Answer());
        context.addServletMappingDecoded("/*", "answer");
        tomcat.start();
        String result = Requests.sendTo(connector.getLocalPort(), scale);
        Rest.pass();
        tomcat.stop();
        tomcat.destroy();
        return result;
    }

    private static final class Answer extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            try {
                Thread.sleep(2);
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            response.getWriter().write(Requests.ANSWER);
        }
    }
}
