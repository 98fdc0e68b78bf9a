-- Deletes every token with the role owner, and adds one.
-- KEYS: workspace, new token, tokens. ARGV: id of the new token, when it was made in ms, key prefix of tokens, then field,
--   value, … Answer: the hashes of those deleted; nil where there is no such workspace, or one that is being
--   deleted.
local workspace = redis.call('HMGET', KEYS[1], 'id', 'state')
if not workspace[1] or workspace[2] == 'deleting' then return false end
local hashes = {}
for _, id in ipairs(redis.call('ZRANGE', KEYS[3], 0, -1)) do
  local token = redis.call('HMGET', ARGV[3] .. id, 'role', 'tokenHash')
  if token[1] == 'owner' then
    redis.call('DEL', ARGV[3] .. id)
    redis.call('ZREM', KEYS[3], id)
    hashes[#hashes + 1] = token[2]
  end
end
-- That of a workspace that was made before tokens had records.
local first = redis.call('HGET', KEYS[1], 'tokenHash')
if first and first ~= '' then hashes[#hashes + 1] = first end
redis.call('HSET', KEYS[1], 'tokenHash', '')
redis.call('HSET', KEYS[2], unpack(ARGV, 4))
redis.call('ZADD', KEYS[3], ARGV[2], ARGV[1])
return hashes
