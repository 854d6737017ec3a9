# Compares the ids that a receiver has stored with the ledger of its webhook, and has what is missing sent again. Without packages:
#
#   WEBHOOK_SECRET=whsec_… python3 reconcile.py https://api.example.com demo wh_… 2026-11-22T21 < ids.txt
#
# ids.txt has one webhook-id on each line; other lines are left out. The hour is the one, in UTC, in which the events were accepted.
# Prints what is missing.
import base64
import hashlib
import hmac
import json
import os
import re
import sys
import time
import urllib.error
import urllib.request
import uuid
from datetime import datetime, timezone

api, network_id, webhook_id, hour = sys.argv[1:]

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
IDS_PER_REQUEST = 1000


def key_from(secret):
    try:
        key = base64.b64decode(secret[len("whsec_") :])
    except ValueError:
        key = b""
    if f"whsec_{base64.b64encode(key).decode()}" != secret or not 24 <= len(key) <= 64:
        raise SystemExit("Each secret in WEBHOOK_SECRET must be whsec_ and the Base64 of 24 to 64 bytes.")
    return key


# During a rotation: both secrets, with white space between them.
keys = [key_from(secret) for secret in re.findall("[^ \t\r\n]+", os.environ.get("WEBHOOK_SECRET", "")) or [""]]


def ask(path, **members):
    claim = {"networkId": network_id, "hour": hour, **members}
    body = json.dumps({name: value for name, value in claim.items() if value is not None}).encode()
    request_id, timestamp = str(uuid.uuid4()), str(int(time.time()))
    signed = f"{request_id}.{timestamp}.".encode() + body
    signatures = ["v1," + base64.b64encode(hmac.digest(key, signed, "sha256")).decode() for key in keys]
    headers = {
        "content-type": "application/json",
        "webhook-id": request_id,
        "webhook-timestamp": timestamp,
        "webhook-signature": " ".join(signatures),
    }
    request = urllib.request.Request(f"{api}/webhooks/{webhook_id}/{path}", body, headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        raise SystemExit(f"The service responded with {error.code}: {error.read().decode(errors='replace')}")


# The first ten characters are milliseconds since 1970. Another text has none.
def hour_of(delivery_id):
    if not re.fullmatch(f"[0-7][{ALPHABET}]{{25}}", delivery_id):
        return None
    milliseconds = 0
    for character in delivery_id[:10]:
        milliseconds = milliseconds * 32 + ALPHABET.index(character)
    return datetime.fromtimestamp(milliseconds // 1000, timezone.utc).strftime("%Y-%m-%dT%H")


read_at = datetime.now(timezone.utc).isoformat(timespec="milliseconds")
stored = sorted({line.strip() for line in sys.stdin if line.strip() and hour_of(line.strip()) == hour})


def between(after, until):
    return [one for one in stored if (after is None or after < one) and (until is None or one <= until)]


def compare(after, until):
    while True:
        rest = between(after, until)
        ids = rest[:IDS_PER_REQUEST]
        end = ids[-1] if len(rest) > len(ids) else until
        found = ask("ledger/reconcile", after=after, until=end, deliveryIds=ids, readAt=read_at)
        for one in found["missing"]:
            print(one["deliveryId"], one["event"], one["outcome"])
        after = found.get("next") or (end if end != until else None)
        if after is None:
            return


start = None
while True:
    ledger = ask("ledger", after=start)
    for part in ledger["slices"]:
        ids = between(part.get("after"), part.get("until"))
        if hashlib.sha256("".join(one + "\n" for one in ids).encode()).hexdigest() != part["digest"]:
            compare(part.get("after"), part.get("until"))
    start = ledger.get("next")
    if start is None:
        break
