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
