// npm run fuzz: a million malformed requests over every route, in one process for each core.
//   npm run fuzz -- --count 50000 --seed 7 --engine PostgreSQL
//   npm run fuzz -- --seed 7 --case 4711           only this request, after those its portal received before
//   npm run fuzz -- --seed 7 --socket-case 12      only these bytes over a socket
import os from 'node:os'
import { parseArgs } from 'node:util'
import './require-node.mjs'

const { install } = await import('./prepare.mjs')
const { afterMinutes, run } = await import('./run.mjs')

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000000' },
    sockets: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    engine: { type: 'string', default: 'SQLite' },
    case: { type: 'string' },
    'socket-case': { type: 'string' },
  },
})
const isSingle = values.case !== undefined || values['socket-case'] !== undefined
const processes = isSingle ? 1 : os.availableParallelism()
/** A whole number of portals for each process (test/fuzz/fuzz.ts). */
const share = Math.ceil(Number(values.count) / processes / 2500) * 2500
const startedAt = performance.now()
const node = await install()
console.log(`Seed ${values.seed}, ${processes} processes ...`)
const results = await Promise.all(Array.from({ length: processes }, (_, index) => fuzz(index)))
report()

function fuzz(index) {
  const count = isSingle ? 1 : Math.max(0, Math.min(share, Number(values.count) - index * share))
  const isPostgres = values.engine.toLowerCase().startsWith('postgres')
  const isSocketCase = values['socket-case'] !== undefined
  const requests = isSocketCase ? 0 : count
  const sockets = isSocketCase ? 1 : isSingle ? 0 : Math.ceil(Number(values.sockets) / processes)
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    CI: 'true',
    NO_COLOR: '1',
    FUZZ_SEED: values.seed,
    FUZZ_FROM: String(index * share),
    FUZZ_SQLITE: String(isPostgres ? 0 : requests),
    FUZZ_POSTGRESQL: String(isPostgres ? requests : 0),
    FUZZ_SOCKETS: String(sockets),
    ...(values.case !== undefined && { FUZZ_CASE: values.case }),
    ...(isSocketCase && { FUZZ_SOCKET_CASE: values['socket-case'] }),
  }
  const vitest = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'unit',
    'test/fuzz/fuzz.test.ts',
  ]
  return run(node, [...vitest, '--disable-console-intercept', '--reporter=dot'], {
    env,
    limit: afterMinutes(240),
  })
}

function report() {
  const sum = { requests: 0, invalid: 0, slowestMs: 0 }
  const byStatus = {}
  for (const { output } of results)
    for (const [line] of output.matchAll(/\{"engine":.*\}$/gm)) {
      const part = JSON.parse(line)
      sum.requests += part.requests
      sum.invalid += part.invalid
      sum.slowestMs = Math.max(sum.slowestMs, Math.round(part.slowestMs))
      for (const [status, count] of Object.entries(part.byStatus))
        byStatus[status] = (byStatus[status] ?? 0) + count
    }
  const seconds = (performance.now() - startedAt) / 1000
  const rate = Math.round(sum.requests / seconds)
  console.log(
    `${sum.requests} requests (${sum.invalid} of them refused by a schema), ${rate} a second`,
  )
  console.log(`Slowest: ${sum.slowestMs} ms. Statuses: ${JSON.stringify(byStatus)}`)
  const failed = results.filter(({ code }) => code !== 0)
  for (const { output } of failed) console.log(output.slice(-20_000))
  console.log(failed.length === 0 ? 'No defect was found.' : 'Defects were found.')
  process.exitCode = failed.length === 0 ? 0 : 1
}
