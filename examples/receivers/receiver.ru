# A webhook receiver for Ruby 3, as a Rack application that needs only Ruby's standard library. Any Rack server runs it:
#
#   gem install rackup puma
#   WEBHOOK_SECRET=whsec_... rackup --host 127.0.0.1 --port 9000 receiver.ru
#
# The signature is over the bytes of the body, so verify them before you parse them: in Rails they are
# request.raw_post; params.to_json has other bytes.
require 'json'
require 'openssl'

MAX_BYTES = 1024 * 1024
TOLERANCE_SECONDS = 300

# During a rotation: both secrets, with white space between them. Anybody could sign with an empty key, so none is let in.
KEYS = ENV.fetch('WEBHOOK_SECRET', '').b.scan(/[^ \t\r\n]+/).map do |secret|
  key = secret.delete_prefix('whsec_').unpack1('m')
  "whsec_#{[key].pack('m0')}" == secret && key.bytesize.between?(24, 64) ? key : nil
end
abort 'Each secret in WEBHOOK_SECRET must be whsec_ and the Base64 of 24 to 64 bytes.' if KEYS.empty? || KEYS.include?(nil)

# The signature also covers the time, so that a request can't be sent again later, and the id, which identifies repetitions.
def signed?(body, env)
  id, time, signatures = %w[ID TIMESTAMP SIGNATURE].map { |name| env["HTTP_WEBHOOK_#{name}"].to_s.b }
  return false if id.empty? || !time.match?(/\A\d{1,12}\z/) || (Time.now.to_i - time.to_i).abs > TOLERANCE_SECONDS
  # Servers join a header that came twice with a comma. The service sends each once.
  return false if signatures.include?(', ')

  KEYS.any? do |key|
    expected = "v1,#{[OpenSSL::HMAC.digest('SHA256', key, "#{id}.#{time}.#{body.b}")].pack('m0')}"
    signatures.split(' ').any? { |signature| OpenSSL.secure_compare(expected, signature) }
  end
end

# Returns nil for what is no event. Ruby can't parse half of a surrogate pair, such as "\ud800", or more than 100 levels.
def parsed(body)
  event = JSON.parse(body)
  event if event.is_a?(Hash) && event['event'].is_a?(String) && event['data'].is_a?(Hash)
rescue JSON::ParserError
  nil
end

# Optional: what an event is about, by the path of a member of its data. With KEY=channel.channelId, an event of a channel that is older
# than the latest one is ignored. Ids sort by the time at which their events were accepted. Keep the latest ids where you keep what the
# events change, and compare and write in one transaction.
KEY_PATH = ENV.fetch('KEY', '').split('.')
LATEST = {}
LOCK = Mutex.new

def key_of(event)
  KEY_PATH.empty? ? nil : KEY_PATH.reduce(event['data']) { |value, name| value.is_a?(Hash) ? value[name] : nil }
end

def outdated?(event, id)
  key = key_of(event)
  return false if key.nil?

  LOCK.synchronize do
    return true if id < LATEST.fetch(key, '')

    LATEST[key] = id
  end
  false
end

# The same event may arrive more than once, with the same id.
def handle(event, id)
  return if outdated?(event, id)

  puts "received #{event['event']} #{id}"
  $stdout.flush
end

receive = lambda do |env|
  respond = lambda do |status, headers = {}|
    [status, { 'content-type' => 'application/json', **headers }, env['REQUEST_METHOD'] == 'HEAD' ? [] : ['{}']]
  end
  next respond.call(405, { 'allow' => 'POST' }) unless env['REQUEST_METHOD'] == 'POST'

  body = env['rack.input']&.read(MAX_BYTES + 1) || ''
  next respond.call(413) if body.bytesize > MAX_BYTES
  next respond.call(401) unless signed?(body, env)

  event = parsed(body)
  next respond.call(400) if event.nil?

  # The response must be sent within 1.5 seconds, so handle the event in the background.
  Thread.new { handle(event, env['HTTP_WEBHOOK_ID']) }
  respond.call(200)
end

run receive
