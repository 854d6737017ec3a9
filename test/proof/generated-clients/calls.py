"""Calls the API with the generated client in the folder of the first argument; then come the API's URL and a token."""
import sys

folder, url, token = sys.argv[1:]
sys.path.insert(0, folder)
import client  # noqa: E402

configuration = client.Configuration(host=url)
configuration.access_token = token
with client.ApiClient(configuration) as api_client:
    blocking = client.BlockingApi(api_client)
    blocking.block_user(client.BlockUserRequest(block_user_id="grace"))
    page = blocking.list_blocked_users(client.ListBlockedUsersRequest())
    print("blocked: " + ", ".join(user.blocked_user_id for user in page.results))
