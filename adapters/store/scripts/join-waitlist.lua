-- Finds the row of an address in a sheet or appends one; two processes never share a row, nor one address two rows.
-- KEYS: identity → position, rows. ARGV: identity, row as JSON.
-- Answer: {added | present, position from 1}.
local position = redis.call('HGET', KEYS[1], ARGV[1])
if position then return { 'present', tonumber(position) } end
position = redis.call('RPUSH', KEYS[2], ARGV[2])
redis.call('HSET', KEYS[1], ARGV[1], position)
return { 'added', position }
