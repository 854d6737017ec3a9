# A webhook receiver for Python 3.9 and later, with its standard library. Start it with the webhook's secret:
#
#   WEBHOOK_SECRET=whsec_… PORT=9000 python3 receiver.py
#
# What is signed are the bytes of the body, so they are checked before anything parses them. In Flask that is
# request.get_data(), in Django request.body, in FastAPI await request.body(); json.dumps(request.json) has other bytes.
import hashlib
import hmac
import json
import os
from base64 import b64encode
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# While the secret is being rotated: both, separated by a space.
SECRETS = os.environ.get("WEBHOOK_SECRET", "").split()
if not SECRETS:
    raise SystemExit("Set WEBHOOK_SECRET to the secret of the webhook.")

MAX_BYTES = 1024 * 1024


def is_signed(body: bytes, signature: str) -> bool:
    given = signature.encode("latin-1", "replace")
    return any(
        hmac.compare_digest(b64encode(hmac.new(secret.encode(), body, hashlib.sha256).digest()), given)
        for secret in SECRETS
    )


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30
    wbufsize = -1  # an answer's headers and body leave together

    def do_POST(self) -> None:
        length = self.headers.get("content-length", "")
        if not length.isdecimal() or int(length) > MAX_BYTES:
            self.close_connection = True
            return self.answer(413)
        body = self.rfile.read(int(length))
        if not is_signed(body, self.headers.get("x-service-signature", "")):
            return self.answer(401)

        # There are 1.5 seconds to answer: do that first, and the work afterwards.
        self.answer(200)
        handle(json.loads(body), self.headers.get("webhook-id"))

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", "2")
        self.end_headers()
        self.wfile.write(b"{}")
        self.wfile.flush()

    def log_request(self, *_: object) -> None:
        pass


# The same event may come more than once; its id is the same each time.
def handle(event: dict, delivery_id: str) -> None:
    print(f"received {event['event']} {delivery_id}", flush=True)


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Receiver)
print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
