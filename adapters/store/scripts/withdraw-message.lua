-- Withdraws a message whose answer was not started.
-- KEYS: message, body, activity, activity "running", open messages. ARGV: messageId. Answer: 1 when it was taken back.
local record = redis.call('HMGET', KEYS[1], 'outcome', 'startedAt')
if record[1] ~= 'running' or record[2] then return 0 end
uncount_stored(KEYS[1])
redis.call('DEL', KEYS[1], KEYS[2])
for key = 3, 5 do redis.call('ZREM', KEYS[key], ARGV[1]) end
return 1
