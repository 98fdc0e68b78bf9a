-- Queues an event for the targets that want it.
-- KEYS: targets of the workspace. ARGV: the event (script-parts/note-event.lua). Answer: the targets to be woken.
return note_event(string.match(KEYS[1], '^{.-}'), cjson.decode(ARGV[1]))
