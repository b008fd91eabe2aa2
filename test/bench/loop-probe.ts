/**
 * Loaded into a portal before it starts. On SIGUSR2 it prints how long its thread worked at most between two turns of
 * the event loop since the last signal. It measures processor time, so that other programs of the machine do not count.
 */
const ofThread = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
let before = ofThread()
let most = 0
setInterval(() => {
  const now = ofThread()
  most = Math.max(most, now - before)
  before = now
}, 1).unref()

process.on('SIGUSR2', () => {
  process.stdout.write(`longest stop ${most.toFixed(1)} ms\n`)
  most = 0
})
