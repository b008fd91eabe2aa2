/** Loaded into a portal before it starts: on SIGUSR2 it prints the longest stop of its event loop since the last one. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
process.on('SIGUSR2', () => {
  process.stdout.write(`longest stop ${(delay.max / 1e6).toFixed(1)} ms\n`)
  delay.reset()
})
