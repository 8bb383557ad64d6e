"""Figures 5.1 to 5.3 of Geldenhuys's thesis from runs of ours, as SVG, and what figure 5.4 is here."""
import os

from .published import PUBLISHED
from .rows import PLAIN

INK, FAINT, OURS, THEIRS = "#222", "#ddd", "#0b6e99", "#b5651d"
SIZES = (90000, 80000, 72000, 68193, 65000, 60000, 56000, 52000, 48000, 45000, 43000, 41000, 39000, 38000)
SHARES = [s / 100 for s in range(120, 56, -2)]


def cached(t, size):
    """Transitions with a cache of so many states; None: given up."""
    search = t.check("EL3", *PLAIN, "--store", "cache", "--cache-size", str(size), "--time", "20s")["search"]
    return search["transitions"] if search["complete"] else None


def figures(t, folder):
    rows, states = t.rows, PUBLISHED["EL3"]["unique"]
    all_transitions = t.check("EL3", *PLAIN)["search"]["transitions"]
    rows.title("The thesis, figure 5.1: transitions by the size of the cache (EL3)")
    points = [(s, n) for s in SIZES if (n := cached(t, s))]
    for size, transitions in points:
        rows.say(f"  {size:>7} states ({100 * size / states:5.1f} %) {transitions:>10} transitions, x {transitions / all_transitions:.2f}")
    smallest = min(s for s, _ in points)
    rows.head()
    rows.row("effective down to about (% of the states)", 60,
             round(100 * min(s for s, n in points if n < 1.5 * all_transitions) / states), "read from a curve")
    rows.row("ineffective below (% of the states)", 50, round(100 * smallest / states), "beyond, runs of 20 seconds do not end")

    rows.title("The thesis, figure 5.2: visits per state (EL3)")
    visits = list(enumerate(t.counts("EL3")["visits"], 1))
    for n, count in visits:
        rows.say(f"  {n:>3} visits {count:>7} states")
    arrivals = sum(n * c for n, c in visits)
    rows.head()
    rows.row("most visits", 14, visits[-1][0])
    rows.row("states with 1, 2, 3, ... visits", None, " ".join(str(c) for _, c in visits), "the histogram")
    rows.row("mean", 4.75, round(arrivals / states, 2), "published: by the misprinted number of transitions")
    rows.row("four or more, %", 75, round(100 * sum(c for n, c in visits if n >= 4) / states), "close to three quarters, it says")

    rows.title("The thesis, figure 5.3: the same in detail: share of the transitions that are needed, by the share of the states")
    detail = [(share, all_transitions / n) for share in SHARES if (n := cached(t, round(states * share)))]
    rows.say("  " + ", ".join(f"{x:.0%}: {y:.2f}" for x, y in detail))

    rows.title("The thesis, figure 5.4: the insertion algorithm")
    rows.say("C and P are --cache-collisions and --cache-probes of --store cache (src/store/cache.h); bench/cache varies them.")
    if not folder:
        return
    os.makedirs(folder, exist_ok=True)
    frame = Frame("EL3: transitions by the size of the cache", "states in the cache", "transitions (thousands)", (35000, 92000),
                  (0, 1500), range(40000, 92000, 10000), range(0, 1501, 250))
    frame.line([(s, n / 1000) for s, n in points], OURS, dots=True)
    frame.mark(states, "all states")
    frame.write(os.path.join(folder, "figure_5_1.svg"))
    frame = Frame("EL3: visits per state", "visits", "states", (0, 15), (0, 20000), range(1, 15), range(0, 20001, 5000))
    frame.bars(visits, OURS)
    frame.write(os.path.join(folder, "figure_5_2.svg"))
    frame = Frame("EL3: the cache in detail", "cache size / states", "transitions that are needed / transitions", (0.5, 1.22), (0, 1.05),
                  [0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2], [0, 0.25, 0.5, 0.75, 1.0])
    frame.line(detail, OURS, dots=True)
    frame.write(os.path.join(folder, "figure_5_3.svg"))
    rows.say(f"\nfigure_5_1.svg, figure_5_2.svg and figure_5_3.svg are in {folder}")


class Frame:
    """A picture with two axes."""
    WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 400, 90, 44, 24, 60

    def __init__(self, title, x_title, y_title, x_range, y_range, x_ticks, y_ticks):
        self.x_range, self.y_range = x_range, y_range
        self.w, self.h = self.WIDTH - self.LEFT - self.RIGHT, self.HEIGHT - self.TOP - self.BOTTOM
        bottom, middle = self.TOP + self.h, self.TOP + self.h / 2
        self.out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.WIDTH}" height="{self.HEIGHT}" font-family="sans-serif" '
                    f'font-size="12" fill="{INK}">', f'<rect width="{self.WIDTH}" height="{self.HEIGHT}" fill="#fff"/>',
                    f'<clipPath id="frame"><rect x="{self.LEFT - 5}" y="{self.TOP}" width="{self.w + 10}" height="{self.h + 5}"/></clipPath>',
                    text(self.LEFT + self.w / 2, 24, title, 15), text(self.LEFT + self.w / 2, self.HEIGHT - 16, x_title),
                    f'<g transform="rotate(-90 20 {middle})">{text(20, middle, y_title)}</g>']
        for y in y_ticks:
            at = self.at(x_range[0], y)[1]
            self.out.append(f'<path d="M{self.LEFT} {at:.1f} h{self.w}" stroke="{FAINT}"/>' + text(self.LEFT - 8, at + 4, tick(y), anchor="end"))
        for x in x_ticks:
            at = self.at(x, 0)[0]
            self.out.append(f'<path d="M{at:.1f} {bottom} v4" stroke="{INK}"/>' + text(at, bottom + 18, tick(x)))
        self.out.append(f'<path d="M{self.LEFT} {self.TOP} V{bottom} H{self.LEFT + self.w}" fill="none" stroke="{INK}"/>')

    def at(self, x, y):
        share = lambda v, r: (v - r[0]) / (r[1] - r[0])
        return self.LEFT + self.w * share(x, self.x_range), self.TOP + self.h * (1 - share(y, self.y_range))

    def line(self, points, colour, dots):
        at = [self.at(*p) for p in points]
        self.out.append(f'<g clip-path="url(#frame)"><polyline fill="none" stroke="{colour}" stroke-width="2" points="'
                        + " ".join(f"{x:.1f},{y:.1f}" for x, y in at) + '"/>')
        self.out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in at if dots]
        self.out.append("</g>")

    def bars(self, points, colour):
        width = 0.8 * self.w / (self.x_range[1] - self.x_range[0])
        for p in points:
            x, y = self.at(*p)
            self.out.append(f'<rect x="{x - width / 2:.1f}" y="{y:.1f}" width="{width:.1f}" height="{self.TOP + self.h - y:.1f}" fill="{colour}"/>')

    def mark(self, x, label):
        at = self.at(x, 0)[0]
        self.out.append(f'<path d="M{at:.1f} {self.TOP} V{self.TOP + self.h}" stroke="{THEIRS}" stroke-dasharray="4 4"/>'
                        + text(at + 6, self.TOP + 14, label, anchor="start"))

    def write(self, path):
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join([*self.out, "</svg>", ""]))


def text(x, y, what, size=12, anchor="middle"):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}">{what}</text>'


def tick(value):
    return f"{value:,}" if isinstance(value, int) else f"{value:g}"
