-- Writes what a run leaves between its steps.
-- KEYS: run, turns, steps, calls, shapes. ARGV and answer: script-parts/write-run.lua.
local answer, changed = write_run(KEYS, 1)
if changed then publish_change(KEYS[1], changed) end
return answer
