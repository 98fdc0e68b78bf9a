-- Ends a run once: outcome, off the list of those at work, usage of the month counted.
--
-- A run is ended by its workflow, by the sweep that finds no workflow, or by both at once; each may be repeated. The outcome
-- of the record decides: whoever finds `running` writes the ending and counts, all others change nothing but the lists that
-- the run holds up, so that a slot is given back whatever the record says.
-- Invariants: what the last step of the run holds back is written in the same step as its end, or the run does not end (`taken`,
-- `lost`). An ending is decided from the calls that its process has seen: with another number of calls on their way
-- it is decided again (`changed`), because a request that may have arrived makes the effect of a failed run unknown. Usage, budget and
-- counts are added exactly where the outcome changes, never twice.
-- KEYS: of the run (`open`: slots of the workspace, or open messages), in the order of the first line and of script-parts/end-run.lua;
--   of a delivery then the counts (script-parts/count.lua).
-- ARGV: arguments by name (`ended` in adapters/store/run/finish.ts), then what is written of the run before it ends
--   (script-parts/write-run.lua).
-- Answer: taken, lost (there was something to write, and that was not) | ended | watched (it ended, and alert rules have to judge it), each with "next"
--   where the next run of its reference may begin, else "", and the targets of events to be woken | changed (another call is on its way) | gone (there is no record) | the outcome with which it had ended.
--   An error leaves everything as it was.
local run, open, _, _, _, calls, _, _, alert_rules, alert_causes, turns, steps, shapes = unpack(KEYS)
local first_count, first_write = 14, 2
local ended = cjson.decode(ARGV[1])
local id = ended.runId
for _, name in ipairs({'automationRuns', 'inputTokens', 'outputTokens', 'micros', 'receivedAt'}) do
  if type(ended[name]) ~= 'number' or ended[name] % 1 ~= 0 then
    return redis.error_reply('ERR ' .. name .. ' of finish is no whole number')
  end
end
local record = fields_of(run)
local written, changed = write_run({run, turns, steps, calls, shapes}, first_write, record)
if written == 'taken' then return 'taken' end
if written == 'gone' and (ARGV[first_write] ~= '' or #ARGV > first_write + 3) then return 'lost' end

local outcome = record.outcome
local is_message = record.kind == 'message'
if (outcome == 'running' or outcome == 'waiting') and ended.sendingCount then
  local sending = 0
  for _, call in ipairs(redis.call('HVALS', calls)) do
    if string.find(call, '"state":"sending"', 1, true) == 2 then sending = sending + 1 end
  end
  if sending ~= ended.sendingCount then return 'changed' end
end

redis.call('ZREM', open, id)
leave_held(run, id, record)
local next_of_line = leave_line(run, id, record) and 'next' or ''
leave_waiting(run, id, record)
-- The message of a chat does not wait for those of its requests.
if not is_message then void_approvals(run, record.approvals) end
if outcome ~= 'running' and outcome ~= 'waiting' then
  if changed then publish_change(run, record) end
  return outcome or 'gone'
end
-- Those that it held or waited with are gone.
if record.heldSince or record.nextTryAt or outcome == 'waiting' then record = fields_of(run) end
local told = end_run(1, ended, first_count, record)
-- Of a delivery whose workspace has alert rules; its filter says nothing of how the automation fares.
local is_watched = ended.moment ~= '' and record.outcome ~= 'skipped' and redis.call('EXISTS', alert_rules) == 1
if is_watched then redis.call('ZADD', alert_causes, record.finishedAt, id) end
return { is_watched and 'watched' or 'ended', next_of_line, unpack(told) }
