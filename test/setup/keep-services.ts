/**
 * npm test: starts the services of these parts, prints a line about them and keeps them until its standard input
 * closes, which it also does when npm test is killed.
 */
import { once } from 'node:events'
import { startClock } from './clock.ts'
import { startServices } from './services.ts'
import { keepTempFilesInMemory } from './temp-in-memory.ts'

async function keep(parts: readonly string[]): Promise<void> {
  await keepTempFilesInMemory()
  startClock()
  const { provided, stop } = await startServices(parts)
  // The clocks of the tests go on from here: nothing in the sample association is in their future.
  console.log(JSON.stringify({ provided, now: new Date() }))
  process.stdin.resume()
  await once(process.stdin, 'end')
  await stop()
}

await keep(process.argv.slice(2))
