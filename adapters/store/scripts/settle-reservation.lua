-- Counts what a call of a model used, and gives back the rest of its reservation. One that was settled is not counted again.
-- KEYS: reservations, automation, then the run where it is of one. ARGV: field of the reservation, tokens, micros.
-- Answer: 1, or 0 where it was settled.
local reservations, automation, run = unpack(KEYS)
local stored = redis.call('HGET', reservations, ARGV[1])
if not stored then return 0 end
redis.call('HDEL', reservations, ARGV[1])
count_use(cjson.decode(stored).use, redis.call('EXISTS', automation) == 1, ARGV[2], ARGV[3])
if run and redis.call('EXISTS', run) == 1 then
  redis.pcall('HINCRBY', run, 'budgetTokens', ARGV[2])
  redis.pcall('HINCRBY', run, 'budgetMicros', ARGV[3])
end
return 1
