// The third tab: the runs below a directory, how they go, and what has gone wrong.

import { byId, colour, make, shape } from "./dom.js";

const EVERY = 3000; // milliseconds between two looks
const STATES = { training: "▶ training", done: "✓ done", stopped: "‖ stopped", unreadable: "✗ cannot be read" };
const INKS = ["--accent", "--ink", "--warm", "--dim"];

export class Runs {
  constructor() {
    this.chosen = null;
    this.timer = 0;
    this.list = make("div", { class: "table" });
    this.detail = make("div", {});
    byId("runs").replaceChildren(this.list, this.detail);
  }

  open() {
    this.look();
    clearInterval(this.timer);
    this.timer = setInterval(() => this.look(), EVERY);
  }

  close() {
    clearInterval(this.timer);
  }

  async look() {
    try {
      const found = await (await fetch("/runs")).json();
      this.showList(found);
      if (this.chosen) this.showRun(await (await fetch(`/runs/${this.chosen}`)).json());
    } catch {
      this.list.replaceChildren(make("p", { class: "warn", text: "The studio does not answer." }));
    }
  }

  showList({ runs, places, more }) {
    if (!runs.length) {
      const text = `No runs below ${places.join(", ")} yet. gft train makes one; --runs DIR looks elsewhere.`;
      this.list.replaceChildren(make("p", { text }));
      return;
    }
    const head = ["Run", "State", "Success", "Steps", "World", "Method", "Steps a second"];
    const rows = runs.map((run) => {
      const open = make("button", { class: "word", text: run.name, "aria-pressed": String(run.key === this.chosen) });
      open.addEventListener("click", () => this.choose(run.key));
      const cells = [
        percent(run.success),
        run.steps === undefined ? "" : `${number(run.steps)} of ${number(run.of)}`,
        run.world?.toUpperCase() ?? "",
        run.method ? `${run.method}, seed ${run.seed}` : "",
        run.speed ? number(Math.round(run.speed)) : "",
      ];
      const state = make("td", {}, STATES[run.state], ...(run.wrong ? [make("div", { class: "warn", text: `⚠ ${run.wrong}` })] : []));
      return make("tr", {}, make("td", {}, open), state, ...cells.map((text) => make("td", { text })));
    });
    const table = make(
      "table",
      {},
      make("thead", {}, make("tr", {}, ...head.map((text) => make("th", { scope: "col", text })))),
      make("tbody", {}, ...rows),
    );
    const focused = document.activeElement?.textContent;
    this.list.replaceChildren(table, ...(more ? [make("p", { text: `and ${more} more` })] : []));
    if (focused) [...table.querySelectorAll("button")].find((button) => button.textContent === focused)?.focus();
  }

  choose(key) {
    this.chosen = this.chosen === key ? null : key;
    this.detail.replaceChildren();
    this.look();
  }

  showRun(run) {
    if (run.key !== this.chosen || !run.config) {
      if (run.wrong) this.detail.replaceChildren(make("p", { class: "warn", text: run.wrong }));
      return;
    }
    const wasOpen = this.detail.querySelector("details")?.open;
    const options = Object.entries(run.config).map(([name, value]) =>
      make("tr", {}, make("th", { scope: "row", text: name }), make("td", { text: JSON.stringify(value) })),
    );
    this.detail.replaceChildren(
      make("h2", { text: run.name }),
      make("p", { class: "small", text: `${run.place}. ${run.command}` }),
      make(
        "div",
        { class: "row top" },
        chart("Success in training", run.curves, 0, 1, percent),
        ...(Object.keys(run.climbs).length ? [chart("Mean level of each track", run.climbs, 1, null, (level) => level.toFixed(1))] : []),
      ),
      ...(run.results.length ? [results(run.results)] : []),
      make("details", { open: wasOpen }, make("summary", { text: "Config" }), make("table", { class: "config" }, ...options)),
    );
  }
}

const number = (value) => value.toLocaleString("en");
const percent = (value) => (value === null || value === undefined ? "" : `${(100 * value).toFixed(1)} %`);

function chart(title, curves, low, high, told) {
  const [wide, tall, left, foot] = [460, 220, 44, 26];
  const all = Object.values(curves);
  const last = Math.max(1, ...all.flatMap((curve) => curve.steps));
  const top = high ?? Math.max(2, ...all.flatMap((curve) => curve.values));
  const x = (step) => left + ((wide - left - 8) * step) / last;
  const y = (value) => tall - foot - ((tall - foot - 8) * (value - low)) / (top - low);
  const picture = shape("svg", { viewBox: `0 0 ${wide} ${tall}`, role: "img", "aria-label": title, class: "chart" });
  for (let n = 0; n <= 4; n++) {
    const value = low + ((top - low) * n) / 4;
    picture.append(shape("line", { x1: left, x2: wide - 8, y1: y(value), y2: y(value), stroke: colour("--line") }));
    const label = shape("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" });
    label.textContent = told(value).replace(".0 ", " ");
    picture.append(label);
  }
  const end = shape("text", { x: wide - 8, y: tall - 6, "text-anchor": "end" });
  end.textContent = `${number(last)} steps`;
  picture.append(end);
  Object.entries(curves).forEach(([name, { steps, values }], n) => {
    const path = steps.map((step, k) => `${k ? "L" : "M"}${x(step).toFixed(1)} ${y(values[k]).toFixed(1)}`).join("");
    const ink = colour(INKS[n % INKS.length]);
    picture.append(shape("path", { d: path, fill: "none", stroke: ink, "stroke-width": 2, "stroke-dasharray": n < 4 ? "" : "4 3" }));
  });
  const names = Object.keys(curves).map((name, n) => {
    const key = make("span", { class: "key", text: name });
    key.style.setProperty("--key", colour(INKS[n % INKS.length]));
    return key;
  });
  return make("figure", { class: "curve" }, make("figcaption", {}, make("b", { text: title }), " ", ...names), picture);
}

function results(rows) {
  const tasks = [...new Set(rows.flatMap((row) => Object.keys(row.tasks)))];
  const head = ["Checkpoint", "Maps", "Policy", "Commands", "Sessions", ...tasks];
  const body = rows.map((row) =>
    make(
      "tr",
      {},
      ...[number(row.steps), row.setting, row.policy, row.commands, number(row.sessions)].map((text) => make("td", { text })),
      ...tasks.map((task) => make("td", { text: row.tasks[task] === undefined ? "" : `${row.tasks[task].toFixed(1)} %` })),
    ),
  );
  return make(
    "div",
    { class: "table" },
    make("table", {}, make("thead", {}, make("tr", {}, ...head.map((text) => make("th", { scope: "col", text })))), make("tbody", {}, ...body)),
  );
}
