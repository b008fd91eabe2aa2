/**
 * What the tests of a run share: a PostgreSQL, migrated databases and, for journeys, the sample association.
 * `npm test` makes them once for both of its parts, while the checks run (keep-services.ts).
 */
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import { makeMigrated } from './migrated.ts'
import { startPostgres } from './postgres.ts'
import { makeSample } from './sample-association.ts'

interface Services {
  provided: Partial<ProvidedContext>
  stop: () => Promise<void>
}

/** For these parts of npm test. */
export async function startServices(parts: readonly string[]): Promise<Services> {
  const stops: (() => unknown)[] = []
  const stop = async () => {
    for (const one of stops.splice(0).toReversed()) await one()
  }
  const startDatabases = async () => {
    const postgres = await startPostgres({ durable: false })
    stops.push(postgres.stop)
    const { remove, ...migrated } = await makeMigrated(postgres.url)
    stops.push(remove)
    return { postgresUrl: postgres.url, ...migrated }
  }
  const startSample = async () => {
    const { remove, ...sample } = await makeSample()
    stops.push(remove)
    return sample
  }
  const making = [startDatabases(), ...(parts.includes('journeys') ? [startSample()] : [])]
  const results = await Promise.allSettled(making)
  const failed = results.find(({ status }) => status === 'rejected')
  if (failed) await stop()
  // Throws the error of the one that failed.
  return { provided: Object.assign({}, ...(await Promise.all(making))), stop }
}

/** Vitest: uses the services of npm test, or starts its own. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.TEST_SERVICES
  const own = given ? undefined : await startServices([project.name])
  const provided: Partial<ProvidedContext> = own?.provided ?? JSON.parse(given ?? '')
  for (const [name, value] of Object.entries(provided))
    project.provide(name as keyof ProvidedContext, value)
  return own?.stop
}
