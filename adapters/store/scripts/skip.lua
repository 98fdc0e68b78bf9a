-- Counts and records a delivery that is skipped before any run is started; its event id is not remembered. Its body is
-- kept while there is room.
-- KEYS: in the order of the first line; then the counts (script-parts/count.lua).
-- ARGV: arguments by name (`skipped` in adapters/store/admission/skip.ts), body, the same packed (script-parts/write-body.lua), then field,
--   value, …
-- Answer: kept | not-kept (there is no room for its body) | full (nothing was written: its budget promises that it is kept).
local run, activity, activity_skipped, index, bounded_rows, body_key, kept, workspace = unpack(KEYS)
local skipped, body = cjson.decode(ARGV[1]), ARGV[2]
local id, reason, received_at = skipped.deliveryId, skipped.reason, skipped.receivedAt
put_own(skipped, redis.call('HGET', workspace, 'limits'))
local rows, bytes = kept_sum(kept)
local is_kept = rows < skipped.keptDeliveriesMax and bytes + #body <= skipped.keptBytesMax
  and not without_room(run, #body, skipped.storedBytesMax, skipped.storedBytesPerDay)
if not is_kept and reason == 'budget' then return 'full' end

redis.call('HSET', run, 'phase', 'confirmed', 'outcome', 'skipped', 'reason', reason, unpack(ARGV, 4))
redis.call('ZADD', activity, received_at, id)
redis.call('ZADD', activity_skipped, received_at, id)
if is_kept then
  write_body(body_key, body, ARGV[3])
  redis.call('HSET', kept, id, #body)
  note_kept(kept, rows + 1, bytes + #body)
end
count('skipped', 1, skipped.moment, 9)
local record = fields_of(run)
index_delivery(index, run, record)
count_new(run, record, {}, is_kept and #body or 0)
publish_change(run, record)

-- No limit of the workspace holds these up: of each automation the newest are kept, the others are counted only.
if reason ~= 'budget' then redis.call('ZADD', bounded_rows, received_at, id) end
while redis.call('ZCARD', bounded_rows) > skipped.rowsMax do
  local oldest = redis.call('ZPOPMIN', bounded_rows)[1]
  local row = string.sub(run, 1, -#id - 1) .. oldest
  unindex_delivery(index, row)
  uncount_stored(row)
  redis.call('ZREM', activity, oldest)
  redis.call('ZREM', activity_skipped, oldest)
  drop_kept(kept, oldest)
  redis.call('UNLINK', row, row .. ':body')
end
return is_kept and 'kept' or 'not-kept'
