-- Stores a message of a chat, and its conversation with the first one: all in one step, or nothing.
-- KEYS: conversation, conversations of the agent, every automation, message, body, activity, activity "running",
--   open messages.
-- ARGV: conversationId, messageId, agentId, "1" where the conversation may be new, nonce and title for a new
--   conversation, text, bytes that the workspace may store, and take in a day, then field, value, …
-- Answer: stored | exists | missing (no such conversation of this agent) | total | day (the limit that leaves no room).
local owner = redis.call('HGET', KEYS[1], 'agentId')
if owner and owner ~= ARGV[3] then return 'missing' end
if redis.call('EXISTS', KEYS[4]) == 1 then return 'exists' end
if not owner and ARGV[4] ~= '1' then return 'missing' end
local limit = without_room(KEYS[4], #ARGV[7], tonumber(ARGV[8]), tonumber(ARGV[9]))
if limit then return limit end

-- One clock for all processes: theirs may differ.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local newest = redis.call('ZRANGE', KEYS[6], -1, -1, 'WITHSCORES')
if newest[2] then now = math.max(now, tonumber(newest[2]) + 1) end -- messages of one moment keep their order
local at = string.format('%.0f', now)
if not owner then
  redis.call('HSET', KEYS[1], 'agentId', ARGV[3], 'nonce', ARGV[5], 'title', ARGV[6], 'createdAt', at)
end
redis.call('HSET', KEYS[1], 'updatedAt', at)
redis.call('ZADD', KEYS[2], at, ARGV[1])
redis.call('ZADD', KEYS[3], 'NX', at, ARGV[1])
redis.call('HSET', KEYS[4], 'kind', 'message', 'phase', 'confirmed', 'outcome', 'running', 'receivedAt', at,
  'nonce', redis.call('HGET', KEYS[1], 'nonce'), unpack(ARGV, 10))
redis.call('SET', KEYS[5], ARGV[7])
redis.call('ZADD', KEYS[6], at, ARGV[2])
redis.call('ZADD', KEYS[7], at, ARGV[2])
redis.call('ZADD', KEYS[8], at, ARGV[2])
count_new(KEYS[4])
publish_change(KEYS[4])
return 'stored'
