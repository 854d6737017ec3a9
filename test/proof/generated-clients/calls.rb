# Calls the API with the generated client in the folder of the first argument; then come the API's URL and a token.
folder, url, token = ARGV
$LOAD_PATH.unshift(File.join(folder, 'lib'))
require 'uri'
require 'client'

address = URI(url)
Client.configure do |config|
  config.scheme = address.scheme
  config.host = "#{address.host}:#{address.port}"
  config.base_path = ''
  config.access_token = token
end
blocking = Client::BlockingApi.new
blocking.block_user(Client::BlockUserRequest.new(block_user_id: 'grace'))
page = blocking.list_blocked_users(Client::ListBlockedUsersRequest.new)
puts "blocked: #{page.results.map(&:blocked_user_id).join(', ')}"
