<?php
/** Calls the API with the generated client in the folder of the first argument; then come the API's URL and a token. */
namespace GuzzleHttp\Psr7 {
    require '/usr/share/php/GuzzleHttp/autoload.php';

    /** The client of this version calls it; Guzzle 7 has it under another name. */
    function build_query(array $parameters): string
    {
        return Query::build($parameters);
    }
}

namespace {
    [, $folder, $url, $token] = $argv;
    spl_autoload_register(function ($class) use ($folder) {
        include $folder . '/lib/' . str_replace('\\', '/', substr($class, strlen('Client\\'))) . '.php';
    });

    $configuration = (new Client\Configuration())->setHost($url)->setAccessToken($token);
    $blocking = new Client\Api\BlockingApi(null, $configuration);
    $blocking->blockUser(new Client\Model\BlockUserRequest(['block_user_id' => 'grace']));
    $page = $blocking->listBlockedUsers(new Client\Model\ListBlockedUsersRequest());
    $blocked = array_map(fn ($user) => $user->getBlockedUserId(), $page->getResults());
    echo 'blocked: ', implode(', ', $blocked), "\n";
}
