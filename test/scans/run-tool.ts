import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'

/** What a scan found of medium level or above, in words of its tool, and what else is worth knowing. */
export interface ScanResult {
  findings: string[]
  notes?: string[] | undefined
}

/** Runs a program; its output goes to a file. */
export async function runTool(program: string, args: string[], output: string): Promise<void> {
  const file = openSync(output, 'w')
  const child = spawn(program, args, { stdio: ['ignore', file, file] })
  const end = () => child.kill()
  process.once('exit', end)
  await once(child, 'close')
  process.off('exit', end)
  closeSync(file)
}
