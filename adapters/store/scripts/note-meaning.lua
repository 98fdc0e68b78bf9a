-- Keeps what was read out of the English of an automation, with the automation alone.
-- KEYS: automation. ARGV: the field that was read (English, or the number of the revision), what it was, then field, value. Answer:
-- 1 when written; 0 if the automation is gone or was changed there.
if redis.call('HGET', KEYS[1], 'state') == 'deleted' then return 0 end
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[3], ARGV[4])
return 1
