// cspell:ignore coloring
/** sqlmap: every parameter of reading operations. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '#test/support/engines.ts'
import type { Front } from './front.ts'
import type { Operation } from './operations.ts'
import { runTool, type ScanResult } from './run-tool.ts'

export async function scanParameters(
  front: Front,
  operations: readonly Operation[],
  engine: Engine,
  folder: string,
): Promise<ScanResult> {
  mkdirSync(folder, { recursive: true })
  const findings: string[] = []
  let count = 0
  for (const operation of operations)
    for (const name of Object.keys(operation.query)) {
      count += 1
      const output = join(folder, `${operation.id}-${name}.txt`)
      const address = await addressOf(front, operation, name)
      await runTool('sqlmap', [...optionsOf(engine, folder), '-u', address, '-p', name], output)
      const text = readFileSync(output, 'utf8')
      if (!/all tested parameters do not appear to be injectable/.test(text))
        findings.push(`${operation.id} ${name}: see ${output}`)
    }
  return { findings, notes: [`${count} parameters`] }
}

const optionsOf = (engine: Engine, folder: string): string[] => [
  '--batch',
  '--level=2',
  '--risk=2',
  `--dbms=${engine}`,
  '--ignore-code=400,401,403,404,405,406,409,422,429',
  '--flush-session',
  '--disable-coloring',
  `--output-dir=${folder}`,
]

/** Only the parameter under test and those of the path, so that the list has rows. */
async function addressOf(front: Front, operation: Operation, name: string): Promise<string> {
  const { id, pathNames, query } = operation
  const names = Object.keys(query).filter((one) => pathNames.includes(one) || one === name)
  const search = new URLSearchParams(names.map((one) => [one, query[one] ?? '']))
  if (name === 'cursor') {
    search.set('limit', '3')
    search.delete('cursor')
    const answer = await fetch(`${front.url}/call/${id}?${search}`)
    await answer.arrayBuffer()
    search.set('cursor', answer.headers.get('Link')?.match(/cursor=([^&>]+)/)?.[1] ?? 'a')
  }
  return `${front.url}/call/${id}?${search}`
}
