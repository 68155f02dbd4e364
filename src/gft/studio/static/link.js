// A link holds the whole session with its actions, in the part after # that no server gets to see.

const MARK = "#s=";

export async function linkTo(session, players) {
  const text = JSON.stringify({ session, players });
  const packed = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return `${location.origin}/${MARK}${toBase64(packed)}`;
}

// What the present address holds: {session, players}, null if nothing; throws if it is damaged.
export async function sessionOfLink() {
  if (!location.hash.startsWith(MARK)) return null;
  const packed = fromBase64(location.hash.slice(MARK.length));
  const text = new TextDecoder().decode(await through(packed, new DecompressionStream("deflate-raw")));
  const { session, players } = JSON.parse(text);
  return { session, players: Array.isArray(players) ? players : [] };
}

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

function toBase64(bytes) {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}
