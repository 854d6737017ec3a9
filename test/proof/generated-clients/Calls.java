import client.ApiClient;
import client.api.BlockingApi;
import client.model.BlockUserRequest;
import client.model.ListBlockedUsersRequest;
import java.net.URI;
import java.util.stream.Collectors;

/** Calls the API at the first argument with the token in the second. */
class Calls {
    public static void main(String[] words) throws Exception {
        var url = URI.create(words[0]);
        var client = new ApiClient().setScheme(url.getScheme()).setHost(url.getHost()).setPort(url.getPort());
        client.setBasePath("").setRequestInterceptor(request -> request.header("Authorization", "Bearer " + words[1]));
        var blocking = new BlockingApi(client);
        blocking.blockUser(new BlockUserRequest().blockUserId("grace"), null);
        var page = blocking.listBlockedUsers(new ListBlockedUsersRequest(), null);
        var blocked = page.getResults().stream().map(user -> user.getBlockedUserId()).collect(Collectors.joining(", "));
        System.out.println("blocked: " + blocked);
    }
}
