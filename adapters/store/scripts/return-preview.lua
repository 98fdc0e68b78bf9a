-- Gives back a preview that was counted but not delivered.
-- KEYS: count of the client, count of the service.
-- Answer: count of the client.
for _, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or '0') > 0 then redis.call('DECR', key) end
end
return tonumber(redis.call('GET', KEYS[1]) or '0')
