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
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# During a rotation: both secrets, separated by a space.
SECRETS = os.environ.get("WEBHOOK_SECRET", "").split()
if not SECRETS:
    raise SystemExit("Set WEBHOOK_SECRET to the secret of the webhook.")

MAX_BYTES = 1024 * 1024
TOLERANCE_SECONDS = 300


# The signature also covers the time, so that a request can't be sent again later, and the id, which identifies repetitions.
def is_signed(body: bytes, headers: Message) -> bool:
    sent_at = headers.get("webhook-timestamp", "")
    if not re.fullmatch("[0-9]{1,12}", sent_at) or abs(time.time() - int(sent_at)) > TOLERANCE_SECONDS:
        return False
    signed = f"{headers.get('webhook-id')}.{sent_at}.".encode("latin-1", "replace") + body
    signatures = headers.get("webhook-signature", "").encode("latin-1", "replace").split()
    for secret in SECRETS:
        digest = hmac.new(b64decode(secret.replace("whsec_", "")), signed, hashlib.sha256).digest()
        if any(hmac.compare_digest(b"v1," + b64encode(digest), signature) for signature in signatures):
            return True
    return False


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30
    wbufsize = -1  # send a response's headers and body together

    def do_POST(self) -> None:
        length = self.headers.get("content-length", "")
        if not length.isdecimal() or int(length) > MAX_BYTES:
            self.close_connection = True
            return self.respond(413)
        body = self.rfile.read(int(length))
        if not is_signed(body, self.headers):
            return self.respond(401)

        # The response must be sent within 1.5 seconds, so send it before you handle the event.
        self.respond(200)
        handle(json.loads(body), self.headers.get("webhook-id"))

    def respond(self, status: int) -> None:
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", "2")
        self.end_headers()
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
