<?php
// A webhook receiver for PHP 8, without a framework. Try it with PHP's own server and the webhook's secret:
//
//   WEBHOOK_SECRET=whsec_… php -S 127.0.0.1:9000 receiver.php
//
// The signature is over the bytes of the body, so verify them before you parse them: they are in php://input, in Laravel
// in $request->getContent(); json_encode of the decoded body has other bytes.
declare(strict_types=1);

const MAX_BYTES = 1024 * 1024;
const TOLERANCE_SECONDS = 300;

// PHP answers 200 unless told otherwise, also after an error: what could not be verified must not be 200.
http_response_code(500);

// During a rotation: both secrets, with white space between them. Anybody could sign with an empty key, so none is let in.
function keys_from(string $secrets): array
{
    preg_match_all('/[^ \t\r\n]+/', $secrets, $words);
    foreach ($words[0] as $secret) {
        $key = (string) base64_decode(substr($secret, strlen('whsec_')));
        if ('whsec_' . base64_encode($key) !== $secret || strlen($key) < 24 || strlen($key) > 64) {
            return [];
        }
        $keys[] = $key;
    }
    return $keys ?? [];
}

// The signature also covers the time, so that a request can't be sent again later, and the id, which identifies repetitions.
function is_signed(array $keys, string $body): bool
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $time = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if ($id === '' || !preg_match('/^\d{1,12}$/D', $time) || abs(time() - (int) $time) > TOLERANCE_SECONDS) {
        return false;
    }
    // Servers join a header that came twice with a comma. The service sends each once.
    $signatures = $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '';
    if (str_contains($signatures, ', ')) {
        return false;
    }
    foreach ($keys as $key) {
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "{$id}.{$time}.{$body}", $key, true));
        foreach (explode(' ', $signatures) as $signature) {
            if (hash_equals($expected, $signature)) {
                return true;
            }
        }
    }
    return false;
}

// Returns null for what is no event. PHP can't parse half of a surrogate pair, such as "\ud800".
function parsed(string $body): ?array
{
    $event = json_decode($body, true);
    return is_string($event['event'] ?? null) && is_array($event['data'] ?? null) ? $event : null;
}

function respond(int $status): void
{
    http_response_code($status);
    header('Content-Type: application/json');
    header('Content-Length: 2');
    echo '{}';
}

// Optional: what an event is about, by the path of a member of its data. With KEY=channel.channelId, an event of a channel that is older
// than the latest one is ignored. Ids sort by the time at which their events were accepted. PHP keeps nothing between requests, so this
// uses files: keep the latest ids where you keep what the events change, and compare and write in one transaction.
function key_of(array $event): string
{
    $path = array_filter(explode('.', (string) getenv('KEY')));
    $value = $path === [] ? null : $event['data'];
    foreach ($path as $name) {
        $value = is_array($value) ? ($value[$name] ?? null) : null;
    }
    return is_scalar($value) ? (string) $value : '';
}

function is_outdated(array $event, string $id): bool
{
    $key = key_of($event);
    if ($key === '') {
        return false;
    }
    $file = fopen(sys_get_temp_dir() . '/latest-' . hash('sha256', getenv('WEBHOOK_SECRET') . $key), 'c+');
    flock($file, LOCK_EX);
    $latest = (string) fgets($file);
    if ($id >= $latest) {
        rewind($file);
        ftruncate($file, 0);
        fwrite($file, $id);
    }
    fclose($file);
    return $id < $latest;
}

// The same event may arrive more than once, with the same id.
function handle(array $event, string $id): void
{
    if (is_outdated($event, $id)) {
        return;
    }
    error_log("received {$event['event']} {$id}");
}

$keys = keys_from((string) getenv('WEBHOOK_SECRET'));
if ($keys === []) {
    error_log('Each secret in WEBHOOK_SECRET must be whsec_ and the Base64 of 24 to 64 bytes.');
    respond(500);
    return;
}
if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    header('Allow: POST');
    respond(405);
    return;
}
$body = (string) file_get_contents('php://input', length: MAX_BYTES + 1);
if (strlen($body) > MAX_BYTES) {
    respond(413);
    return;
}
if (!is_signed($keys, $body)) {
    respond(401);
    return;
}
$event = parsed($body);
if ($event === null) {
    respond(400);
    return;
}

// The response must be sent within 1.5 seconds, so send it before you handle the event (PHP-FPM: fastcgi_finish_request).
respond(200);
if (function_exists('fastcgi_finish_request')) {
    fastcgi_finish_request();
}
handle($event, $_SERVER['HTTP_WEBHOOK_ID']);
