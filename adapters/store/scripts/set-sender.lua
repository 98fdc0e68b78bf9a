-- Changes the sender of an automation, the secrets that it signs with, or where its event ids are.
-- KEYS: automation. ARGV: now in ms, sender, what becomes of the secrets ("keep", "replace", "remove" or
--   "forget-former"), the new secret sealed, until when the secret that it replaces counts (in ms), then field, value, …
--   of what else changes.
local state = redis.call('HGET', KEYS[1], 'state')
if not state or state == 'deleted' then return 0 end
local stored = redis.call('HMGET', KEYS[1], 'sender', 'sealedSigningSecret')
local isSame = (stored[1] or 'generic') == ARGV[2]
redis.call('HINCRBY', KEYS[1], 'senderVersion', 1)
redis.call('HSET', KEYS[1], 'sender', ARGV[2], 'updatedAt', ARGV[1])
if ARGV[6] then redis.call('HSET', KEYS[1], unpack(ARGV, 6)) end
if ARGV[3] == 'keep' then return 1 end
if ARGV[3] == 'replace' and isSame and stored[2] and stored[2] ~= '' then
  redis.call('HSET', KEYS[1], 'sealedFormerSecret', stored[2], 'formerSecretUntil', ARGV[5])
else
  redis.call('HSET', KEYS[1], 'sealedFormerSecret', '', 'formerSecretUntil', '0')
end
if ARGV[3] == 'replace' then redis.call('HSET', KEYS[1], 'sealedSigningSecret', ARGV[4]) end
if ARGV[3] == 'remove' then redis.call('HSET', KEYS[1], 'sealedSigningSecret', '') end
return 1
