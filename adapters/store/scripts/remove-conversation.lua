-- Removes a conversation that has no message any more.
-- KEYS: conversation, conversations of its agent, every automation, activity. ARGV: conversationId, moment in ms: one
-- that had a message since then stays. Answer: 1 when it was removed.
if redis.call('EXISTS', KEYS[4]) == 1 then return 0 end
local updatedAt = redis.call('HGET', KEYS[1], 'updatedAt')
if updatedAt and tonumber(updatedAt) > tonumber(ARGV[2]) then return 0 end
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
return 1
