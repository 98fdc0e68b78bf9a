-- Removes a deleted automation with its revisions once none of its deliveries is kept any more. Its hook stays: it
-- answers that it is retired.
-- KEYS: automation, every automation, activity, deleted automations, door, indexed automations,
--   rows of paused ones, shapes, refused events, cases.
-- ARGV: automationId, key prefix of its revisions, moment in ms: one that was deleted since then stays.
-- Answer: 1 when it was removed.
local record = redis.call('HMGET', KEYS[1], 'state', 'updatedAt')
local is_deleted = record[1] == 'deleted'
-- One without a record is lost: nothing makes it anew, and nothing else would take it off the lists.
if not is_deleted and redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
-- A moment that cannot be read is long ago.
local deleted_at = tonumber(record[2]) or 0
-- One that was deleted before such a list was kept is not on it.
if is_deleted then redis.call('ZADD', KEYS[4], deleted_at, ARGV[1]) end
if deleted_at > tonumber(ARGV[3]) or redis.call('EXISTS', KEYS[3]) == 1 then return 0 end
local number = 1 -- Of the revisions, which have no gap.
while redis.call('DEL', ARGV[2] .. number) == 1 do number = number + 1 end
redis.call('DEL', KEYS[1], KEYS[5], unpack(KEYS, 7, 10))
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[4], ARGV[1])
redis.call('HDEL', KEYS[6], ARGV[1])
return 1
