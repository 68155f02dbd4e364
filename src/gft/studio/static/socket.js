// The page's only line to the server: JSON both ways, and pictures and files as binary messages.

export class Line extends EventTarget {
  constructor() {
    super();
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(`${scheme}//${location.host}/socket`);
    this.socket.binaryType = "arraybuffer";
    this.socket.onmessage = (event) => this.receive(event.data);
    this.socket.onclose = () => this.tell("gone", {});
  }

  // What the server says: one event for each kind of message.
  receive(data) {
    if (typeof data === "string") {
      const message = JSON.parse(data);
      this.tell(message.say, message);
      return;
    }
    const length = new DataView(data).getUint32(0, true);
    const header = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
    this.tell(header.say, { ...header, content: new Uint8Array(data, 4 + length) });
  }

  tell(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }

  hear(kind, listener) {
    this.addEventListener(kind, (event) => listener(event.detail));
  }

  say(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
