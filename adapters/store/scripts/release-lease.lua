-- Releases a lease, unless it expired and has another holder.
-- KEYS: lease. ARGV: the holder's token.
-- Answer: released | lapsed.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 'lapsed' end
redis.call('DEL', KEYS[1])
return 'released'
