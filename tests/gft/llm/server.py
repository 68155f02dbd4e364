"""A chat endpoint that follows a script: it answers well, late, wrongly, with garbage, in pieces, with errors, or hangs up.

Run as a program: it prints its port, and writes a line for every request to the file that it is given. The model's name says
how it behaves: "good" answers an action that depends on the messages alone; others, separated by "+", are taken in turn.
"""

import asyncio
import json
import sys
import zlib

ACTIONS = ("move forward", "move backward", "move left", "move right", "turn left", "turn right")
LATE = 3.0  # seconds
log = open(sys.argv[1], "a") if len(sys.argv) > 1 else None  # noqa: SIM115
asked = 0


def body(text: object, **more: object) -> bytes:
    usage = {"prompt_tokens": 100, "completion_tokens": 7}
    return json.dumps({"choices": [{"message": {"role": "assistant", "content": text}}], "usage": usage, **more}).encode()


def response(content: bytes, status: str = "200 OK", header: str = "") -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(content)}\r\n{header}\r\n".encode() + content


async def answer(writer: asyncio.StreamWriter, way: str, said: str, key: str) -> None:
    if way == "late":
        await asyncio.sleep(LATE)
    elif way == "pieces":
        parts = body([{"type": "text", "text": piece} for piece in (said[:3], said[3:])], usage=None)
        writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        for i in range(0, len(parts), 40):
            piece = parts[i : i + 40]
            writer.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
            await writer.drain()
            await asyncio.sleep(0.001)
        writer.write(b"0\r\n\r\n")
        return
    elif way == "cut":
        writer.write(response(body(said))[:-20])
        writer.close()
        return
    elif way == "hangup":
        writer.close()
        return
    writer.write(
        {
            "good": response(body(said)),
            "late": response(body(said)),
            "wrong": response(body("I would rather fly.")),
            "empty": response(body(None)),
            "garbage": response(b"<html>\xff\xfe {]"),
            "odd": response(b'{"choices": []}'),
            "429": response(b"slow down", "429 Too Many Requests", "Retry-After: 0.01\r\n"),
            "500": response(b"oops", "500 Internal Server Error"),
            "refuse": response(f"the key {key} is wrong".encode(), "401 Unauthorized"),
        }[way]
    )


async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    global asked
    try:
        while True:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            fields = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
            request = json.loads(await reader.readexactly(int(fields["content-length"])))
            messages = json.dumps(request["messages"])
            ways = request["model"].split("+")
            way, asked = ways[asked % len(ways)], asked + 1
            if log:
                images = messages.count("data:image/png;base64,")
                told = {
                    "way": way,
                    "turns": len(request["messages"]),
                    "sum": zlib.crc32(messages.encode()),
                    "images": images,
                }
                print(
                    json.dumps(told | {"command": request["messages"][0]["content"].split(": ")[-1]}), file=log, flush=True
                )
            await answer(writer, way, ACTIONS[zlib.crc32(messages.encode()) % 6], fields.get("authorization", "")[7:])
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


async def main() -> None:
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
