-- Keeps what was read out of the English of an automation, with the automation alone.
-- KEYS: automation. ARGV: field of the English, the English that was read, then field, value. Answer: 1 when written; 0 if the
-- automation is gone or has other English.
if redis.call('HGET', KEYS[1], 'state') == 'deleted' then return 0 end
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[3], ARGV[4])
return 1
