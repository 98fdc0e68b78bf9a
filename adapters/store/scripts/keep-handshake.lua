-- Keeps a handshake that was answered. One that waits for the owner stays as it is: a later one is only counted.
-- KEYS: door. ARGV: arguments by name (`kept` in adapters/store/automation/handshakes.ts).
local door, kept = KEYS[1], cjson.decode(ARGV[1])
local stored = redis.call('HMGET', door, 'handshakeSender', 'sealedHandshakeSecret', 'confirmUrl', 'handshakeDigest')
local waits = stored[1] == kept.sender and (stored[2] or stored[3])
if kept.isHint then
  redis.call('HINCRBY', door, 'unsignedHandshakes', 1)
  redis.call('HSET', door, 'unsignedHandshakeAt', kept.at)
  if waits then return end
elseif waits then
  if not kept.digest or kept.digest == stored[4] then return end
  redis.call('HINCRBY', door, 'laterHandshakes', 1)
  redis.call('HSET', door, 'laterHandshakeAt', kept.at)
  return
end
redis.call('HDEL', door, 'sealedHandshakeSecret', 'confirmUrl', 'handshakeDigest', 'isHandshakeSigned', 'laterHandshakes',
  'laterHandshakeAt')
redis.call('HSET', door, 'handshakeSender', kept.sender, 'handshakeAt', kept.at)
if kept.isHint or not kept.digest then return end
redis.call('HSET', door, 'handshakeDigest', kept.digest)
if kept.sealedSecret then redis.call('HSET', door, 'sealedHandshakeSecret', kept.sealedSecret) end
if kept.confirmUrl then redis.call('HSET', door, 'confirmUrl', kept.confirmUrl) end
if kept.isSigned then redis.call('HSET', door, 'isHandshakeSigned', '1') end
