-- Puts an event into the queue of its target once more. One that was never tried is there, and stays as it is: its minute of
-- refused requests may go on.
-- KEYS: event, queue. ARGV: id, when it is due, field, value, … Answer: 1, or 0 where there is no such event.
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
if redis.call('HEXISTS', KEYS[1], 'tries') == 0 then return 1 end
redis.call('HDEL', KEYS[1], 'finishedAt')
redis.call('HSET', KEYS[1], unpack(ARGV, 3))
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
return 1
