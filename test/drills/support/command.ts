/** Runs `npm run portal -- COMMAND` as a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clockVariables } from '#test/setup/clock.ts'
import { programOf } from '#test/support/process/program.ts'

const root = join(import.meta.dirname, '../../..')

type Settings = Record<string, string | number | undefined>

export const runPortalCommand = (settings: Settings, ...args: string[]) =>
  runCommandOf(root, settings, args)

/** Runs a command of the code in another folder. */
export async function runCommandOf(
  checkout: string,
  settings: Settings,
  args: readonly string[],
): Promise<{ code: number; output: string; ms: number }> {
  const command = programOf(checkout, 'cli')
  const startedAt = performance.now()
  const variables = Object.entries(settings).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  )
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', command, ...args],
    {
      cwd: tmpdir(),
      // The same cache as dist/start.
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: join(root, '.cache/node'),
        ...clockVariables(),
        ...Object.fromEntries(variables),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const [code] = await once(child, 'close')
  return { code: Number(code ?? 1), output, ms: performance.now() - startedAt }
}
