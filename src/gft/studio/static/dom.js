// Small help with elements. Text is always set as text, so nothing that a page shows is taken for markup.

export const byId = (id) => document.getElementById(id);

export function make(kind, options = {}, ...children) {
  const { text, on, ...attributes } = options;
  const element = document.createElement(kind);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  if (text !== undefined) element.textContent = text;
  for (const [event, listener] of Object.entries(on ?? {})) element.addEventListener(event, listener);
  element.append(...children);
  return element;
}

export function shape(kind, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", kind);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// A colour of the style sheet; looked up once, for drawing asks often, and again when the page turns dark or light.
const colours = new Map();
export const scheme = matchMedia("(prefers-color-scheme: dark)");
scheme.addEventListener("change", () => colours.clear());
export function colour(name) {
  if (!colours.has(name)) colours.set(name, getComputedStyle(document.documentElement).getPropertyValue(name).trim());
  return colours.get(name);
}

let timer = 0;
export function notice(text, kind = "") {
  const place = byId("notice");
  place.textContent = text;
  place.className = kind;
  clearTimeout(timer);
  if (text && kind !== "busy") timer = setTimeout(() => notice(""), 9000);
}

export function download(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = make("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export async function copy(text, said) {
  try {
    await navigator.clipboard.writeText(text);
    notice(said);
  } catch {
    window.prompt("Copy this:", text);
  }
}

export const ACTION_NAMES = {
  move_forward: "forward",
  move_backward: "backward",
  move_left: "left",
  move_right: "right",
  turn_left: "turn left",
  turn_right: "turn right",
};
export const KEYS = {
  ArrowUp: "move_forward",
  ArrowDown: "move_backward",
  ArrowLeft: "move_left",
  ArrowRight: "move_right",
  q: "turn_left",
  Q: "turn_left",
  e: "turn_right",
  E: "turn_right",
};
