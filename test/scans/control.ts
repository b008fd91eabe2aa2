/** A vulnerable server behind a front: shows that the scanners find through it what there is to find. */
import { createServer } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { json } from 'node:stream/consumers'
import type { DrillEnvironment } from '#test/drills/support/environment.ts'
import { openFront } from './front.ts'
import { listen } from './listen.ts'
import type { Operation } from './operations.ts'
import type { ScanResult } from './run-tool.ts'
import { scanParameters } from './sqlmap.ts'
import { scanOperations } from './wapiti.ts'

const common = { pathNames: [], roles: ['visitor'], otherBody: undefined, form: undefined } as const

const operations: Operation[] = [
  {
    ...common,
    id: 'getRows',
    method: 'GET',
    path: '/rows',
    query: { search: 'a' },
    body: undefined,
    pathNames: [],
  },
  {
    ...common,
    id: 'putNote',
    method: 'PUT',
    path: '/note',
    query: {},
    body: { note: { text: 'a' } },
    pathNames: [],
  },
]

/** GET /rows concatenates SQL; PUT /note answers the note as HTML. */
async function openVulnerableServer(env: DrillEnvironment): Promise<number> {
  const db = new DatabaseSync(':memory:')
  db.exec("create table item (id integer, name text); insert into item values (1, 'ab'), (2, 'ba')")
  const server = createServer(async (request, response) => {
    response.setHeader('Content-Type', 'text/html')
    try {
      if (request.method === 'PUT') {
        const { note } = (await json(request)) as { note: { text: string } }
        response.end(`<p>${note.text}</p>`)
        return
      }
      const search = new URL(request.url ?? '', 'http://x').searchParams.get('search')
      const rows = db.prepare(`select id, name from item where name like '%${search}%'`).all()
      response.end(`<pre>${JSON.stringify(rows)}</pre>`)
    } catch (error) {
      response.statusCode = 400
      response.end(`sqlite3.OperationalError: ${error}`)
    }
  })
  const { port, stop } = await listen(server)
  env.onClose(() => {
    stop()
    db.close()
  })
  return port
}

/** Reports what the scanners have missed. */
export async function scanControl(env: DrillEnvironment, folder: string): Promise<ScanResult> {
  const port = await openVulnerableServer(env)
  const front = await openFront(env, { portal: { port }, operations, signIn: async () => '' })
  const wapiti = (await scanOperations(front, join(folder, 'wapiti'))).findings.join('\n')
  const reads = operations.filter(({ method }) => method === 'GET')
  const sqlmap = await scanParameters(front, reads, 'SQLite', join(folder, 'sqlmap'))
  const hasFound = {
    'SQL injection of wapiti': /SQL Injection/i.test(wapiti),
    'cross-site scripting of wapiti': /Cross Site Scripting/i.test(wapiti),
    'SQL injection of sqlmap': sqlmap.findings.length === 1,
  }
  const missed = Object.entries(hasFound).filter(([, isFound]) => !isFound)
  return {
    findings: missed.map(([name]) => `not found in a vulnerable server: ${name}`),
    notes: [
      `found: ${Object.keys(hasFound).length - missed.length} of ${Object.keys(hasFound).length} planted`,
    ],
  }
}
