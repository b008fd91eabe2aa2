/** Loaded into a portal before it starts (node --import): says when its event loop stood still. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
setInterval(() => {
  const longest = Math.round(delay.max / 1e6)
  delay.reset()
  if (longest > 20) process.stderr.write(`event loop stopped for ${longest} ms\n`)
}, 250).unref()
