// The first tab: one session, one player; command it, watch it, go back in time, take over.

import { Board } from "./board.js";
import { Builder } from "./build.js";
import { ACTION_NAMES, KEYS, byId, copy, download, make, notice } from "./dom.js";
import { linkTo } from "./link.js";
import { Played } from "./lines.js";
import { Sentence } from "./sentence.js";
import { Timeline } from "./timeline.js";
import { View } from "./view.js";
import { Why } from "./why.js";

export class Play {
  constructor(line, welcome) {
    this.line = line;
    this.actions = welcome.actions;
    this.players = welcome.players;
    this.session = null;
    this.played = null;
    this.playing = false;
    this.over = false;
    this.takenOver = false;
    this.preface = ""; // what is to be said when the next session is there
    this.board = new Board(byId("map"));
    this.view = new View(byId("view"));
    this.sentence = new Sentence(line, (text) => this.command(text));
    this.timeline = new Timeline(this.actions, (at, number) => this.say("jump", { at, line: number }));
    this.builder = new Builder(this, welcome.objects);
    this.why = new Why(line, this);
    this.makeBars();
    this.makePad();
    this.listen(welcome.tasks);
    byId("play").inert = false;
    line.hear("session", (told) => told.table === "play" && this.begin(told));
    line.hear("moments", (told) => told.table === "play" && this.update(told));
    line.hear("playing", (told) => told.table === "play" && this.setPlaying(told.playing));
    line.hear("view", (told) => told.table === "play" && this.showView(told));
    line.hear("file", ({ name, content }) => download(name, content, name.endsWith("gif") ? "image/gif" : "image/png"));
    line.hear("python", ({ text }) => copy(text, "The lines of Python are on the clipboard."));
  }

  say(what, more = {}) {
    this.line.say({ do: what, table: "play", ...more });
  }

  // ---- what people do

  listen(tasks) {
    for (const task of tasks) byId("ask").append(make("option", { value: task, text: task }));
    byId("ask").addEventListener("change", (event) => this.ask(event.target));
    for (const world of ["2d", "3d"]) byId(`world-${world}`).addEventListener("click", () => this.deal(world));
    byId("new-map").addEventListener("click", () => this.deal(this.session?.world ?? "2d"));
    byId("player").addEventListener("change", (event) => this.say("sit", { players: [event.target.value] }));
    byId("go").addEventListener("click", () => this.toggle());
    byId("step").addEventListener("click", () => this.say("step"));
    byId("restart").addEventListener("click", () => this.say("restart"));
    byId("takeover").addEventListener("click", () => this.takeOver(!this.takenOver));
    byId("overlay").addEventListener("change", () => this.light());
    byId("pixels").addEventListener("change", (event) => this.say("fine", { fine: !event.target.checked }));
    byId("speed").addEventListener("input", () => this.setSpeed());
    byId("copy-link").addEventListener("click", () => this.copyLink());
    byId("copy-python").addEventListener("click", () => this.say("python"));
    for (const kind of ["gif", "png"]) {
      byId(`save-${kind}`).addEventListener("click", () => {
        notice(`Making the ${kind.toUpperCase()} …`);
        this.say("save", { kind });
      });
    }
    document.addEventListener("keydown", (event) => this.key(event));
  }

  command(text) {
    const goesOn = this.player?.key !== "you"; // at once, without a word from here
    this.say("command", { sentence: text, speed: goesOn ? Number(byId("speed").value) : null });
  }

  ask(choice) {
    if (!choice.value) return;
    this.say("ask", { task: choice.value === "any" ? null : choice.value });
    choice.value = "";
  }

  deal(world) {
    const wanted = this.builder.wanted(world);
    this.say("deal", { world, ...wanted });
  }

  toggle() {
    if (this.playing) this.say("pause");
    else if (this.over && this.played.at === this.played.lines[this.played.line].length - 1) {
      this.say("restart");
      this.start();
    } else this.start();
  }

  start(anew = false) {
    this.takeOver(false);
    this.say("play", { speed: Number(byId("speed").value), anew });
  }

  setSpeed() {
    const speed = Number(byId("speed").value);
    byId("speed-told").textContent = `${speed} step${speed === 1 ? "" : "s"}/s`;
    if (this.playing) this.say("play", { speed });
  }

  // The person acts instead of the player, who sees it and remembers; or it is the player's turn again.
  takeOver(yes) {
    const handsBack = this.takenOver && !yes;
    this.showTakenOver(yes);
    if (yes && this.playing) this.say("pause");
    if (handsBack && !this.over && this.player.key !== "you") this.say("play", { speed: Number(byId("speed").value), anew: true });
  }

  showTakenOver(yes) {
    this.takenOver = yes;
    byId("takeover").setAttribute("aria-pressed", String(yes));
    byId("takeover").textContent = yes ? "Hand back" : "Take over";
    byId("pad").hidden = !yes;
  }

  key(event) {
    const typing = event.target.matches("input, select, textarea, [role=tab]");
    if (typing || byId("play").hidden || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " " && !event.target.matches("button, summary")) {
      event.preventDefault();
      this.toggle();
    } else if (event.key in KEYS) {
      event.preventDefault();
      this.act(KEYS[event.key]);
    }
  }

  act(action) {
    if (this.over) return;
    if (!this.takenOver) this.takeOver(true);
    this.say("act", { action });
  }

  async copyLink() {
    const actions = this.played.lines[this.played.line].slice(1, this.played.at + 1).map((moment) => moment.action);
    const link = await linkTo({ ...this.session, actions }, [this.player.fingerprint]);
    history.replaceState(null, "", link);
    copy(link, "The link is on the clipboard: it holds the session with all its actions.");
  }

  // ---- what comes back

  begin({ session, understood, untrained, shortest, seats, remark }) {
    this.session = session;
    this.shortest = shortest;
    this.player = seats[0].player;
    this.field = seats[0].field;
    this.played = new Played(seats[0].lines);
    this.sentence.set(session.world, session.command, understood, untrained[this.player.key] ?? []);
    for (const world of ["2d", "3d"]) byId(`world-${world}`).setAttribute("aria-checked", String(world === session.world));
    this.choosePlayer();
    notice([this.preface, remark].filter(Boolean).join(" "), "warn");
    this.preface = "";
    this.builder.begin(session);
    this.why.begin();
    this.showTakenOver(this.player.key === "you");
  }

  choosePlayer() {
    const fitting = this.players.filter((player) => [null, this.session.world].includes(player.world));
    const options = fitting.map((player) => make("option", { value: player.key, text: player.name, title: player.about }));
    byId("player").replaceChildren(...options);
    byId("player").value = this.player.key;
    byId("player").title = this.player.about;
  }

  update({ seats, over }) {
    this.played.update(seats[0]);
    this.over = over;
    const { moment, lines, line, at, trail } = this.played;
    if (!this.builder.editing) this.board.show(this.session, moment, trail);
    this.timeline.set(lines, line, at);
    this.showBars(moment);
    this.light();
    this.showVerdict(moment);
    for (const id of ["step", "takeover"]) byId(id).disabled = over;
    this.showGo();
  }

  setPlaying(playing) {
    this.playing = playing;
    this.showGo();
  }

  showGo() {
    byId("go").textContent = this.playing ? "Pause" : this.over ? "Play again" : "Play";
  }

  showView(told) {
    this.view.show(told);
    this.say("shown", { number: told.number });
  }

  light() {
    const thought = this.played?.moment?.thought;
    const wanted = byId("overlay").checked;
    this.view.light(wanted ? thought?.response : null, this.field);
    if (wanted && !this.field) notice(`${this.player.name} has no response of its features to show.`);
  }

  showVerdict(moment) {
    const sign = { success: "✓", failure: "✗", timeout: "⏱", running: "" }[moment.outcome];
    const way = this.session.world === "2d" ? "the shortest way takes" : "a short way takes";
    const asked = moment.outcome === "failure" ? ` Asked for was: ${this.session.command}` : "";
    const words = sign && `${sign} ${this.played.verdict.replace(/\.$/, "")}; ${way} ${this.shortest}.${asked}`;
    if (words === byId("verdict").textContent) return;
    byId("verdict").className = `verdict ${moment.outcome}`;
    byId("verdict").textContent = words;
  }

  makeBars() {
    const rows = this.actions.map((action) =>
      make("li", {}, make("span", { text: ACTION_NAMES[action] }), make("div", { class: "bar" }, make("i")), make("b")),
    );
    byId("bars").replaceChildren(...rows);
  }

  showBars(moment) {
    const next = this.played.lines[this.played.line][this.played.at + 1]?.action;
    [...byId("bars").children].forEach((row, action) => {
      const share = moment.thought?.probabilities[action];
      row.querySelector("i").style.width = `${100 * (share ?? 0)}%`;
      row.querySelector("b").textContent = share === undefined ? "" : `${Math.round(100 * share)} %`;
      row.classList.toggle("taken", action === next);
    });
    byId("bars").classList.toggle("none", !moment.thought);
  }

  makePad() {
    const keys = { turn_left: "↺ Q", move_forward: "↑", turn_right: "↻ E", move_left: "←", move_backward: "↓", move_right: "→" };
    const buttons = Object.entries(keys).map(([action, text]) =>
      make("button", { text, "aria-label": ACTION_NAMES[action], on: { click: () => this.act(action) } }),
    );
    byId("pad").replaceChildren(...buttons);
  }
}
