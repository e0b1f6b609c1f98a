package org.ompt4j.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class BarChartTest {
    private static final List<Setting> TWO = List.of(Setting.DEFAULT, Setting.FULL);

    @ParameterizedTest
    @EnumSource(BarChart.Scale.class)
    void longerBarsAreOfLargerValuesAndAllLieInside(BarChart.Scale scale) throws Exception {
        List<Element> bars = bars(chart(scale, 1.5, 400), Setting.DEFAULT, Setting.FULL);

        assertThat(bars).hasSize(2);
        assertThat(width(bars.get(0))).isLessThan(width(bars.get(1)));
        assertThat(bars).allSatisfy(bar -> {
            assertThat(number(bar, "x")).isBetween(250.0, 790.0);
            assertThat(number(bar, "x") + width(bar)).isBetween(250.0, 790.1);
        });
    }

    @Test
    void halfAndDoubleAreEquallyLongBars() throws Exception {
        List<Element> bars = bars(chart(BarChart.Scale.RATIO, 0.5, 2), Setting.DEFAULT, Setting.FULL);

        assertThat(Math.abs(width(bars.get(0)) - width(bars.get(1)))).isLessThan(0.2);
        assertThat(number(bars.get(0), "x")).isLessThan(number(bars.get(1), "x"));
    }

    @Test
    void negativeValuesPointToTheLeft() throws Exception {
        List<Element> bars = bars(chart(BarChart.Scale.LINEAR, -10, 20), Setting.DEFAULT, Setting.FULL);

        assertThat(number(bars.get(0), "x") + width(bars.get(0))).isLessThanOrEqualTo(number(bars.get(1), "x") + 0.2);
    }

    @Test
    void groupsWithoutValuesAreLeftOut() {
        BarChart chart = new BarChart("title", TWO, BarChart.Scale.LINEAR);
        chart.add("nothing", setting -> Optional.empty());

        assertThat(chart.isEmpty()).isTrue();
    }

    @Test
    void textIsEscaped() throws Exception {
        BarChart chart = new BarChart("a < b & c", TWO, BarChart.Scale.LINEAR);
        chart.add("`x` & y", setting -> Optional.of(new Spread(1, 1, 1, 1, 1)));

        assertThat(parse(chart.svg()).getDocumentElement().getTextContent()).contains("a < b & c", "x & y");
    }

    private static String chart(BarChart.Scale scale, double first, double second) {
        BarChart chart = new BarChart("title", TWO, scale);
        chart.add("one", setting -> {
            double value = setting == Setting.DEFAULT ? first : second;
            return Optional.of(new Spread(value, value, value, 1, 1));
        });
        return chart.svg();
    }

    /** The bars of values, without those of the legend. */
    private static List<Element> bars(String svg, Setting... settings) throws Exception {
        List<Element> bars = new ArrayList<>();
        NodeList all = parse(svg).getElementsByTagName("rect");
        for (Setting setting : settings) {
            for (int i = 0; i < all.getLength(); i++) {
                Element each = (Element) all.item(i);
                if (each.getAttribute("fill").equals(setting.colour())
                        && !each.getAttribute("y").equals("36")) {
                    bars.add(each);
                }
            }
        }
        return bars;
    }

    private static double width(Element bar) {
        return number(bar, "width");
    }

    private static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }

    private static Document parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }
}
