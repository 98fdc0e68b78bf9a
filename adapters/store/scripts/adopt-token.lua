-- Gives the token of a workspace that was made before tokens had records its record.
-- KEYS: workspace, token, tokens. ARGV: token hash, token id, when the workspace was made in ms, then field, value, …
-- Answer: 1 when the token is that of the workspace.
if redis.call('HGET', KEYS[1], 'tokenHash') ~= ARGV[1] then return 0 end
if redis.call('EXISTS', KEYS[2]) == 1 then return 1 end
redis.call('HSET', KEYS[2], unpack(ARGV, 4))
redis.call('ZADD', KEYS[3], ARGV[3], ARGV[2])
return 1
