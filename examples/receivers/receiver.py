# A webhook receiver for Python 3.9 and later, with its standard library. Start it with the webhook's secret:
#
#   WEBHOOK_SECRET=whsec_… PORT=9000 python3 receiver.py
#
# The signature is over the bytes of the body, so verify them before you parse them. In Flask they are
# request.get_data(), in Django request.body, in FastAPI await request.body(); json.dumps(request.json) has other bytes.
import hashlib
import hmac
import json
import os
import re
import threading
import time
from base64 import b64decode, b64encode
from email.message import Message
from http.client import HTTPException, parse_headers
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Optional

MAX_BYTES = 1024 * 1024
TOLERANCE_SECONDS = 300


# Anybody could sign with an empty key, so none is let in.
def key_from(secret: str) -> bytes:
    try:
        key = b64decode(secret[len("whsec_") :])
    except ValueError:
        key = b""
    if f"whsec_{b64encode(key).decode()}" != secret or not 24 <= len(key) <= 64:
        raise SystemExit("Each secret in WEBHOOK_SECRET must be whsec_ and the Base64 of 24 to 64 bytes.")
    return key


# During a rotation: both secrets, with white space between them.
KEYS = [key_from(secret) for secret in re.findall("[^ \t\r\n]+", os.environ.get("WEBHOOK_SECRET", "")) or [""]]


# A header that came twice has a comma between the two. The service sends each once.
def value_of(headers: Message, name: str) -> str:
    return ", ".join(headers.get_all(name, []))


# The signature also covers the time, so that a request can't be sent again later, and the id, which identifies repetitions.
def is_signed(body: bytes, headers: Message) -> bool:
    delivery_id, sent_at = value_of(headers, "webhook-id"), value_of(headers, "webhook-timestamp")
    signatures = value_of(headers, "webhook-signature")
    if not delivery_id or not re.fullmatch("[0-9]{1,12}", sent_at) or ", " in signatures:
        return False
    if abs(time.time() - int(sent_at)) > TOLERANCE_SECONDS:
        return False
    signed = f"{delivery_id}.{sent_at}.".encode("latin-1") + body
    expected = [b"v1," + b64encode(hmac.digest(key, signed, "sha256")) for key in KEYS]
    given = signatures.encode("latin-1").split(b" ")
    return any(hmac.compare_digest(one, other) for one in expected for other in given)


# Returns None for what is no event.
def parsed(body: bytes) -> Optional[dict]:
    try:
        event = json.loads(body)
        return event if isinstance(event["event"], str) and isinstance(event["data"], dict) else None
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30
    wbufsize = -1  # send a response's headers and body together

    def do_POST(self) -> None:
        try:
            body = self.read_body()
        except (ValueError, HTTPException):
            return self.refuse(400)
        if len(body) > MAX_BYTES:
            return self.refuse(413)
        if not is_signed(body, self.headers):
            return self.respond(401)
        event = parsed(body)
        if event is None:
            return self.respond(400)

        # The response must be sent within 1.5 seconds, so send it before you handle the event.
        self.respond(200)
        handle(event, value_of(self.headers, "webhook-id"))

    def do_GET(self) -> None:
        self.refuse(405)

    do_HEAD = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = do_GET

    # Returns at most one byte more than MAX_BYTES. Proxies may send chunks (RFC 9112, 7.1), which Python's server leaves to its handlers.
    def read_body(self) -> bytes:
        length, coding = value_of(self.headers, "content-length"), value_of(self.headers, "transfer-encoding").lower()
        if not re.fullmatch("[0-9]{0,18}", length) or coding not in ("", "chunked") or (length and coding):
            raise ValueError("no certain length")
        if not coding:
            size = min(int(length or 0), MAX_BYTES + 1)
            body = self.rfile.read(size)
            if len(body) < size:
                raise ValueError("cut off")
            return body
        body = bytearray()
        while len(body) <= MAX_BYTES:
            size = re.fullmatch(rb"([0-9a-fA-F]{1,8})[ \t]*(;.*)?\r\n", self.rfile.readline(1024))
            if size is None:
                raise ValueError("no chunk")
            if int(size[1], 16) == 0:
                parse_headers(self.rfile)
                break
            body += self.rfile.read(min(int(size[1], 16), MAX_BYTES + 1 - len(body)))
            if len(body) <= MAX_BYTES and self.rfile.read(2) != b"\r\n":
                raise ValueError("a chunk of another length")
        return bytes(body)

    # The rest of the request was not read, so the connection can't be used again.
    def refuse(self, status: int) -> None:
        self.close_connection = True
        self.respond(status)

    def respond(self, status: int) -> None:
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", "2")
        if status == 405:
            self.send_header("allow", "POST")
        if self.close_connection:
            self.send_header("connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(b"{}")
        self.wfile.flush()

    def log_request(self, *_: object) -> None:
        pass


# Optional: what an event is about, by the path of a member of its data. With KEY=channel.channelId, an event of a channel that is older
# than the latest one is ignored. Ids sort by the time at which their events were accepted. Keep the latest ids where you keep what the
# events change, and compare and write in one transaction.
PATH = [name for name in os.environ.get("KEY", "").split(".") if name]
latest = {}
lock = threading.Lock()


def key_of(event: dict) -> object:
    value = event["data"] if PATH else None
    for name in PATH:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def is_outdated(event: dict, delivery_id: str) -> bool:
    key = key_of(event)
    if not isinstance(key, (str, int)):
        return False
    with lock:
        if delivery_id < latest.get(key, ""):
            return True
        latest[key] = delivery_id
    return False


# The same event may arrive more than once, with the same id.
def handle(event: dict, delivery_id: str) -> None:
    if is_outdated(event, delivery_id):
        return
    print(f"received {event['event']} {delivery_id}", flush=True)


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Receiver)
print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
