/** Scores of Lighthouse for a phone. It is no dependency: 176 MB; LIGHTHOUSE_DIR names the folder that has it. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { DrillEnvironment } from '#test/drills/support/environment.ts'
import { type Finding, info, measured, median } from '#test/drills/support/findings.ts'
import { adminEmail, signIn } from '#test/drills/support/sign-in.ts'
import { chromiumProgram } from '#test/setup/browser.ts'
import { provide } from '#test/setup/programs.ts'
import { startFilledPortal } from './filled-portal.ts'
import { memberAt } from './register.ts'

const minPerformance = 0.95
const runs = 3

/** The part of a report that is used. */
interface Report {
  categories: Record<'performance' | 'accessibility', { score: number }>
  audits: Record<string, { numericValue: number }>
}

export async function lighthouse(env: DrillEnvironment, members: number): Promise<Finding[]> {
  const program = join(process.env.LIGHTHOUSE_DIR ?? '', 'node_modules/lighthouse/cli/index.js')
  if (!process.env.LIGHTHOUSE_DIR || !existsSync(program))
    throw new Error(
      'Lighthouse is missing: run npm install --prefix /tmp/lighthouse --ignore-scripts lighthouse@13.5.0 and set LIGHTHOUSE_DIR=/tmp/lighthouse',
    )
  const { portal, mail } = await startFilledPortal(env, 'SQLite', members)
  const cookieOf = async (email: string, type: 'admin' | 'member' | 'jobseeker') => {
    const { cookies } = await signIn(env.client(portal), mail, email, type)
    return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }
  const admin = await cookieOf(adminEmail, 'admin')
  const pages: [path: string, cookie?: string][] = [
    ['/login'],
    ['/jobs', await cookieOf('seeker@panel.example', 'jobseeker')],
    ['/admin', admin],
    ['/admin?tab=oem-members', admin],
    ['/oem/members', await cookieOf(memberAt(0).email, 'member')],
  ]
  const findings: Finding[] = []
  for (const [path, cookie] of pages) {
    const reports: Report[] = []
    for (let run = 0; run < runs; run++)
      reports.push(await reportOf(env, program, portal.url + path, cookie))
    findings.push(...findingsOf(path, reports))
  }
  return findings
}

async function reportOf(env: DrillEnvironment, program: string, url: string, cookie?: string) {
  const output = join(env.folder(), 'lighthouse.json')
  const headers = cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : []
  await promisify(execFile)(
    process.execPath,
    [
      program,
      url,
      '--quiet',
      '--output=json',
      `--output-path=${output}`,
      '--only-categories=performance,accessibility',
      '--chrome-flags=--headless --no-sandbox --disable-gpu',
      ...headers,
    ],
    { env: { CHROME_PATH: await provide(chromiumProgram), ...process.env }, timeout: 120_000 },
  )
  return JSON.parse(await readFile(output, 'utf8')) as Report
}

function findingsOf(path: string, reports: readonly Report[]): Finding[] {
  const scoreOf = (category: keyof Report['categories']) =>
    median(reports.map(({ categories }) => categories[category].score))
  const performance = scoreOf('performance')
  const accessibility = scoreOf('accessibility')
  const auditOf = (audit: string) =>
    median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN))
  const times = `LCP ${auditOf('largest-contentful-paint').toFixed(0)} ms, TBT ${auditOf('total-blocking-time').toFixed(0)} ms, CLS ${auditOf('cumulative-layout-shift').toFixed(3)}`
  return [
    {
      ...measured(
        `performance of ${path}`,
        performance.toFixed(2),
        `>= ${minPerformance}`,
        performance >= minPerformance,
      ),
      figure: { name: `Lighthouse performance of ${path}`, unit: 'score', value: performance },
    },
    measured(`accessibility of ${path}`, accessibility.toFixed(2), '1.00', accessibility === 1),
    info(`times of ${path}`, times),
  ]
}
