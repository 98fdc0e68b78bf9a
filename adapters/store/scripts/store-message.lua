-- Stores a message of a chat, and its conversation with the first one: all in one step, or nothing.
-- KEYS: in the order of the first line. ARGV: arguments by name (`stored` in adapters/store/conversation/stored-message.ts), then
--   field, value, …
-- Answer: stored | exists | missing (no such conversation of this agent) | total | day (the limit that leaves no room).
local conversation, conversations, every_owner, message, body, activity, activity_running, open, workspace = unpack(KEYS)
local stored = cjson.decode(ARGV[1])
local conversation_id, id, text = stored.conversationId, stored.messageId, stored.text
local owner = redis.call('HGET', conversation, 'agentId')
if owner and owner ~= stored.agentId then return 'missing' end
if redis.call('EXISTS', message) == 1 then return 'exists' end
if not owner and not stored.isNew then return 'missing' end
put_own(stored, redis.call('HGET', workspace, 'limits'))
local limit = without_room(message, #text, stored.storedBytesMax, stored.storedBytesPerDay)
if limit then return limit end

-- One clock for all processes: theirs may differ.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local newest = redis.call('ZRANGE', activity, -1, -1, 'WITHSCORES')
if newest[2] then now = math.max(now, tonumber(newest[2]) + 1) end -- messages of one moment keep their order
local at = string.format('%.0f', now)
if not owner then
  redis.call('HSET', conversation, 'agentId', stored.agentId, 'nonce', stored.nonce, 'title', stored.title, 'createdAt', at)
end
redis.call('HSET', conversation, 'updatedAt', at)
redis.call('ZADD', conversations, at, conversation_id)
redis.call('ZADD', every_owner, 'NX', at, conversation_id)
redis.call('HSET', message, 'kind', 'message', 'phase', 'confirmed', 'outcome', 'running', 'receivedAt', at,
  'nonce', redis.call('HGET', conversation, 'nonce'), unpack(ARGV, 2))
redis.call('SET', body, text)
redis.call('ZADD', activity, at, id)
redis.call('ZADD', activity_running, at, id)
redis.call('ZADD', open, at, id)
local record = fields_of(message)
count_new(message, record, {}, #text)
publish_change(message, record)
return 'stored'
