-- Writes the body of a delivery that has none yet: as a string, or packed as the only element of a list (adapters/store/delivery/stored-body.ts).
-- Processes of earlier releases fail at a list, so that none of them takes packed bytes, or nothing, for the body.
-- `packed`: '' where it is not. `lease_ms`: how long it stays, nil for good.
local function write_body(key, body, packed, lease_ms)
  if packed == '' then return redis.call('SET', key, body, unpack(lease_ms and { 'PX', lease_ms } or {})) end
  redis.call('LPUSH', key, packed)
  if lease_ms then redis.call('PEXPIRE', key, lease_ms) end
end
