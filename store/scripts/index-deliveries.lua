-- Indexes deliveries that were stored before there was an index, or by a process that knew none.
-- KEYS: index of deliveries, then the deliveries, … Answer: how many they were.
for at = 2, #KEYS do
  if redis.call('HGET', KEYS[at], 'phase') == 'confirmed' then index_delivery(KEYS[1], KEYS[at]) end
end
return #KEYS - 1
