// Opens the line to the server, and the three tabs.

import { Compare } from "./compare.js";
import { byId, notice } from "./dom.js";
import { sessionOfLink } from "./link.js";
import { Play } from "./play.js";
import { Runs } from "./runs.js";
import { Line } from "./socket.js";

const line = new Line();
const runs = new Runs();
let play = null;
let compare = null;

line.hear("welcome", async (welcome) => {
  if (play) {
    notice("The studio is back; reload the page to go on.", "warn");
    return;
  }
  play = new Play(line, welcome);
  compare = new Compare(line, play);
  window.studio = { play, compare }; // for those who look under the hood
  await begin(welcome.players);
});
line.hear("refused", ({ text }) => {
  const below = byId("understood"); // what is wrong with a sentence stands there already
  const known = below.className === "warn" && below.textContent.startsWith(text.split(" The closest one is ")[0]);
  notice(known ? `“${byId("sentence").value}” is not understood.` : text, "warn");
});
line.hear("busy", ({ text }) => notice(text, "busy"));
line.hear("session", ({ remark }) => remark || notice(""));
line.hear("gone", () => notice("The studio has closed, or cannot be reached.", "warn"));

// The session that the address holds, or a new one in the world of the first agent.
async function begin(players) {
  let linked = null;
  try {
    linked = await sessionOfLink();
  } catch {
    play.preface = "The link is damaged; here is another session instead.";
  }
  if (!linked) {
    play.say("deal", { world: players[0].world ?? "2d", size: 8 });
    return;
  }
  const known = linked.players.map((print) => players.find((player) => player.fingerprint && player.fingerprint === print));
  if (linked.players.some(Boolean) && !known.some(Boolean)) {
    play.preface = "The agent of this link is not here; another one explains what happened.";
  }
  play.say("open", { session: linked.session, players: known[0] ? [known[0].key] : null });
}

const tabs = ["play", "compare", "runs"];
function openTab(name) {
  for (const each of tabs) {
    byId(each).hidden = each !== name;
    byId(`tab-${each}`).setAttribute("aria-selected", String(each === name));
    byId(`tab-${each}`).tabIndex = each === name ? 0 : -1;
  }
  for (const [each, tab] of [["play", play], ["compare", compare]]) if (each !== name && tab?.playing) tab.say("pause");
  if (name === "compare") compare?.open();
  if (name === "runs") runs.open();
  else runs.close();
}
for (const name of tabs) byId(`tab-${name}`).addEventListener("click", () => openTab(name));
document.querySelector("[role=tablist]").addEventListener("keydown", (event) => {
  const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!move) return;
  const now = tabs.findIndex((name) => byId(`tab-${name}`) === document.activeElement);
  const next = tabs[(now + move + tabs.length) % tabs.length];
  byId(`tab-${next}`).focus();
  openTab(next);
});
window.addEventListener("hashchange", () => play && begin(play.players));
