import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

test('systemd starts the server with the options of npm start', () => {
  const { nodeOptions, environment } = JSON.parse(read('scripts/server-process.json'))
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
  const service = read('deploy/members-portal.service')
  expect(service).toContain(`Environment=${variables.join(' ')}\n`)
  expect(service).toContain(` ${nodeOptions.join(' ')} dist/server/main.js\n`)
})

test('packages that few requests need are loaded at their first use', () => {
  const packages = new Set<string>()
  const visited = new Set<string>()
  const visit = (file: string) => {
    if (visited.has(file)) return
    visited.add(file)
    const imports = read(`dist/server/${file}`).matchAll(
      /(?:^|;)(?:import|export)(?:[^;"'()]*from)?["']([^"']+)["']/gm,
    )
    for (const [, name = ''] of imports)
      if (name.startsWith('./')) visit(name.slice(2))
      else packages.add(name)
  }
  visit('main.js')
  expect(visited.size).toBeGreaterThan(5)
  expect(packages).toContain('node:crypto')
  const loaded = ['sharp', 'harfbuzzjs', 'pdfkit', 'fontkit', '@aws-sdk/client-s3']
  expect(loaded.filter((name) => packages.has(name))).toEqual([])
})
