-- Notes that the archive of a run is to be deleted, as what leads to it is about to go. The keys have the hash tag of the
-- run.
local function drop_archive(run, id)
  local workspace = string.match(run, '^{.-}')
  local blob = redis.call('HGET', run, 'archive')
  if blob then redis.call('ZADD', workspace .. ':blobs:gone', redis.call('TIME')[1] .. '000', blob) end
  redis.call('ZREM', workspace .. ':archive:due', id)
end
