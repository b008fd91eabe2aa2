/** Loaded into a portal with node --import: reports when its event loop was blocked. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
setInterval(() => {
  const longest = Math.round(delay.max / 1e6)
  delay.reset()
  if (longest > 20) process.stderr.write(`event loop blocked for ${longest} ms\n`)
}, 250).unref()
