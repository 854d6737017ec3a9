<?php
// A webhook receiver for PHP 8, without a framework. Try it with PHP's own server and the webhook's secret:
//
//   WEBHOOK_SECRET=whsec_… php -S 127.0.0.1:9000 receiver.php
//
// What is signed are the bytes of the body, so they are checked before anything parses them: php://input has them,
// in Laravel $request->getContent(); json_encode of the decoded body has other bytes.
declare(strict_types=1);

const MAX_BYTES = 1024 * 1024;

function is_signed(array $secrets, string $body, string $signature): bool
{
    foreach ($secrets as $secret) {
        if (hash_equals(base64_encode(hash_hmac('sha256', $body, $secret, true)), $signature)) {
            return true;
        }
    }
    return false;
}

function answer(int $status): void
{
    http_response_code($status);
    header('Content-Type: application/json');
    header('Content-Length: 2');
    echo '{}';
}

// The same event may come more than once; its id is the same each time.
function handle(array $event, string $id): void
{
    error_log("received {$event['event']} {$id}");
}

// While the secret is being rotated: both, separated by a space.
$secrets = array_filter(explode(' ', (string) getenv('WEBHOOK_SECRET')));
if ($secrets === []) {
    error_log('Set WEBHOOK_SECRET to the secret of the webhook.');
    answer(500);
    return;
}
if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    answer(405);
    return;
}
$body = (string) file_get_contents('php://input', length: MAX_BYTES + 1);
if (strlen($body) > MAX_BYTES) {
    answer(413);
    return;
}
if (!is_signed($secrets, $body, $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '')) {
    answer(401);
    return;
}

// There are 1.5 seconds to answer: do that first, and the work afterwards (under PHP-FPM, fastcgi_finish_request).
answer(200);
if (function_exists('fastcgi_finish_request')) {
    fastcgi_finish_request();
}
handle(json_decode($body, true, flags: JSON_THROW_ON_ERROR), $_SERVER['HTTP_WEBHOOK_ID'] ?? '');
