-- Changes what an automation gives to visitors who post an HTML form.
-- KEYS: automation. ARGV: now in ms, form as JSON.
local state = redis.call('HGET', KEYS[1], 'state')
if not state or state == 'deleted' then return 0 end
if (redis.call('HGET', KEYS[1], 'form') or 'null') == ARGV[2] then return 0 end
redis.call('HINCRBY', KEYS[1], 'senderVersion', 1)
redis.call('HSET', KEYS[1], 'form', ARGV[2], 'updatedAt', ARGV[1])
return 1
