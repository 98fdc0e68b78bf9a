-- Keeps a handshake that was answered. One that waits for the owner stays as it is: a later one is only counted.
-- KEYS: door. ARGV: now in ms, sender, "hint" where what came with it is only counted (else empty), digest of what it leaves
--   (empty where that is nothing), sealed secret and address that it leaves (empty where there is none), "1" where it was
--   signed (else empty).
local stored = redis.call('HMGET', KEYS[1], 'handshakeSender', 'sealedHandshakeSecret', 'confirmUrl', 'handshakeDigest')
local waits = stored[1] == ARGV[2] and (stored[2] or stored[3])
if ARGV[3] == 'hint' then
  redis.call('HINCRBY', KEYS[1], 'unsignedHandshakes', 1)
  redis.call('HSET', KEYS[1], 'unsignedHandshakeAt', ARGV[1])
  if waits then return end
elseif waits then
  if ARGV[4] == '' or ARGV[4] == stored[4] then return end
  redis.call('HINCRBY', KEYS[1], 'laterHandshakes', 1)
  redis.call('HSET', KEYS[1], 'laterHandshakeAt', ARGV[1])
  return
end
redis.call('HDEL', KEYS[1], 'sealedHandshakeSecret', 'confirmUrl', 'handshakeDigest', 'isHandshakeSigned', 'laterHandshakes',
  'laterHandshakeAt')
redis.call('HSET', KEYS[1], 'handshakeSender', ARGV[2], 'handshakeAt', ARGV[1])
if ARGV[3] == 'hint' or ARGV[4] == '' then return end
redis.call('HSET', KEYS[1], 'handshakeDigest', ARGV[4])
if ARGV[5] ~= '' then redis.call('HSET', KEYS[1], 'sealedHandshakeSecret', ARGV[5]) end
if ARGV[6] ~= '' then redis.call('HSET', KEYS[1], 'confirmUrl', ARGV[6]) end
if ARGV[7] ~= '' then redis.call('HSET', KEYS[1], 'isHandshakeSigned', ARGV[7]) end
