-- Removes a run with all that is kept of it, unless it is not over.
-- KEYS: run, index of deliveries, body, steps, turns, calls, repeats, kept repeat, kept deliveries,
--   then the lists that it may be on, …  ARGV: run id.
-- Answer: 1 when it was removed.
local outcome = redis.call('HGET', KEYS[1], 'outcome')
if outcome == 'running' or outcome == 'waiting' then return 0 end
drop_approvals(KEYS[1])
unindex_delivery(KEYS[2], KEYS[1])
uncount_stored(KEYS[1])
drop_archive(KEYS[1], ARGV[1])
for list = 10, #KEYS do redis.call('ZREM', KEYS[list], ARGV[1]) end
drop_kept(KEYS[9], ARGV[1])
redis.call('UNLINK', KEYS[1], unpack(KEYS, 3, 8))
return 1
