// cspell:ignore bugreport
/** wapiti: the operations behind a front, and the site as it is. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { screenPaths } from '#shared/screens.ts'
import type { Front } from './front.ts'
import { listen } from './listen.ts'
import { runTool, type ScanResult } from './run-tool.ts'
import type { SamplePortal } from './sample-portal.ts'

/** Everything that looks at parameters and bodies. */
const operationModules =
  'sql,blindsql,xss,permanentxss,exec,file,crlf,redirect,ssrf,xxe,shellshock,htaccess'

/** What looks at addresses, headers and cookies, besides buster. */
const siteModules = 'backup,cookieflags,crlf,csp,csrf,htaccess,http_headers,methods,redirect,xss'

interface Report {
  vulnerabilities: Record<string, Entry[]>
  anomalies: Record<string, Entry[]>
}

interface Entry {
  method: string
  path: string
  parameter: string
  info: string
  level: number
}

export async function scanOperations(front: Front, folder: string): Promise<ScanResult> {
  return wapiti(`${front.url}/`, folder, ['-m', operationModules])
}

export async function scanSite(portal: SamplePortal, folder: string): Promise<ScanResult> {
  const url = `http://localhost:${portal.port}/`
  mkdirSync(folder, { recursive: true })
  const cookies = Object.fromEntries(
    (await portal.signIn('admin')).split('; ').map((cookie) => {
      const [name = '', value = ''] = cookie.split('=')
      return [name, { value, version: 0, expires: null, secure: false, port: null }]
    }),
  )
  const cookieFile = join(folder, 'cookies.json')
  writeFileSync(cookieFile, JSON.stringify({ 'localhost.local': { '/': cookies } }))
  const starts = screenPaths.flatMap((path) => ['-s', new URL(path, url).href])
  const options = ['-c', cookieFile]
  const screens = await wapiti(url, join(folder, 'screens'), [
    ...options,
    '-m',
    siteModules,
    ...starts,
  ])
  // It tries every name in every folder it knows, so it gets the root only.
  const names = await wapiti(url, join(folder, 'names'), [...options, '-m', 'buster'])
  return {
    findings: [...screens.findings, ...names.findings],
    notes: [...(screens.notes ?? []), ...(names.notes ?? [])],
  }
}

/** The address that payloads of ssrf and xxe name; it counts who calls it. */
async function openEndpoint() {
  const calls: string[] = []
  const server = createServer((request, response) => {
    // wapiti asks here for what it has reached.
    if (!/get_(ssrf|xxe)\.php/.test(request.url ?? '')) calls.push(request.url ?? '')
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end('{}')
  })
  const { port, stop } = await listen(server)
  return { url: `http://127.0.0.1:${port}/`, calls, stop }
}

async function wapiti(url: string, folder: string, options: string[]): Promise<ScanResult> {
  mkdirSync(folder, { recursive: true })
  const endpoint = await openEndpoint()
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  const session = join(folder, 'session')
  const args = [
    '-u',
    url,
    ...options,
    '-S',
    'insane',
    '-t',
    '20',
    '-v',
    '1',
    '--endpoint',
    endpoint.url,
  ]
  const sessionOptions = ['--store-session', session, '--store-config', session, '--flush-session']
  await runTool(
    'wapiti',
    [...args, ...sessionOptions, '--no-bugreport', '-f', 'json', '-o', report],
    join(folder, 'output.txt'),
  )
  endpoint.stop()
  const { findings, notes } = resultOf(report)
  const calls = endpoint.calls.map((call) => `the portal has called ${call}`)
  return { findings: [...findings, ...calls], notes }
}

/** wapiti's levels: 0 for information, 1 low, 2 medium, 3 high, 4 critical. */
const medium = 2

/** Findings of low level are notes. */
function resultOf(file: string): ScanResult {
  if (!existsSync(file)) return { findings: [`no report: ${file}`] }
  const { vulnerabilities, anomalies } = JSON.parse(readFileSync(file, 'utf8')) as Report
  const entries = Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, found]) =>
    found.map(({ level, method, path, parameter, info }) => ({
      level,
      text: `${kind} (level ${level}): ${method} ${path} ${parameter ?? ''} ${info}`,
    })),
  )
  const textsOf = (isIncluded: (level: number) => boolean) =>
    entries.filter(({ level }) => isIncluded(level)).map(({ text }) => text)
  return {
    findings: textsOf((level) => level >= medium),
    notes: textsOf((level) => level < medium),
  }
}
