-- Removes a run with all that is kept of it, unless it is not over.
-- KEYS: run, index of deliveries, body, steps, turns, calls, then the lists that it may be on, …  ARGV: run id.
-- Answer: 1 when it was removed.
if redis.call('HGET', KEYS[1], 'outcome') == 'running' then return 0 end
unindex_delivery(KEYS[2], KEYS[1])
uncount_stored(KEYS[1])
for list = 7, #KEYS do redis.call('ZREM', KEYS[list], ARGV[1]) end
redis.call('UNLINK', KEYS[1], unpack(KEYS, 3, 6))
return 1
