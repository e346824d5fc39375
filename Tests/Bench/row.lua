-- One row of the table: wrk -s row.lua URL -- [BODY]
--
-- Asks for the URL over and over; with a body it posts that as a form. With the word "flow" and a body, it runs whole
-- code flows instead: whatever code an authorization answer holds is posted with the body to the token endpoint.
-- Prints one line: answers (or flows), microseconds, answers that are no success, failures of the socket, the median
-- and the 99th percentile of a request in microseconds.

local form = { ["Content-Type"] = "application/x-www-form-urlencoded" }
local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  if args[1] == "flow" then
    flow(args[2])
  elseif args[1] then
    wrk.method = "POST"
    wrk.body = args[1]
    wrk.headers["Content-Type"] = form["Content-Type"]
  end
end

-- Defined only for flows: without `request` and `response` wrk sends one prepared text and looks at no answer, and
-- only so is it fast enough for a bare server.
function flow(body)
  local codes = {}
  local authorize = wrk.format("GET")
  flows, wrong = 0, 0

  -- A code belongs to no connection: the next one that is free trades it in.
  function request()
    local code = table.remove(codes)
    if not code then return authorize end
    return wrk.format("POST", "/standard/token", form, body .. "&code=" .. code)
  end

  function response(status, headers, _)
    local code = status == 302 and (headers["Location"] or ""):match("[?&]code=([^&]+)")
    if code then
      codes[#codes + 1] = code
    elseif status == 200 then
      flows = flows + 1
    else
      wrong = wrong + 1
    end
  end
end

function done(summary, latency, _)
  local count, failed = summary.requests, summary.errors.status
  local sum, wrongs = 0, 0
  for _, thread in ipairs(threads) do
    sum = sum + (thread:get("flows") or 0)
    wrongs = wrongs + (thread:get("wrong") or 0)
  end
  if sum + wrongs > 0 then count, failed = sum, wrongs end
  local errors = summary.errors
  print(string.format("RESULT %d %d %d %d %d %d", count, summary.duration, failed,
    errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50), latency:percentile(99)))
end
