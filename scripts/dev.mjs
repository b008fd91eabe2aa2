// npm run dev: restarts the server and reloads the browser when a file changes.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import './require-node.mjs'

const { prepare } = await import('./prepare.mjs')
const { root, UserError, signals } = await import('./run.mjs')

const port = process.env.PORT ?? settingsFile().PORT ?? '3000'
const api = `http://127.0.0.1:${port}`

try {
  await develop(await prepare([]))
} catch (error) {
  if (!(error instanceof UserError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function develop(node) {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root,
    logLevel: 'warn',
    clearScreen: false,
    plugins: [portalName()],
    server: {
      host: '127.0.0.1',
      port: 5173,
      proxy: Object.fromEntries(['/api', '/uploads', '/healthz'].map((path) => [path, api])),
    },
  })
  await vite.listen()
  const address = `http://localhost:${vite.httpServer.address().port}`
  const server = serve(node, address)

  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    server.kill('SIGTERM')
    await vite.close()
  }
  for (const signal of signals) process.on(signal, stop)
  server.on('exit', async (code) => {
    await stop()
    process.exit(code ?? 0)
  })

  if (await isUp(server)) console.log(`\n  Open ${address}\n`)
}

/** Mails and printed sign-in links use the address of Vite, which serves the screens. */
function serve(node, address) {
  const watch = ['--watch', '--watch-preserve-output', '--disable-warning=ExperimentalWarning']
  return spawn(node, [...watch, 'src/app/server/main.ts'], {
    cwd: root,
    env: { ...process.env, HOST: '127.0.0.1', PORT: port, PUBLIC_URL: address },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

async function isUp(server) {
  for (let waited = 0; server.exitCode === null; waited += 200) {
    if (
      await fetch(`${api}/healthz`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return true
    if (waited === 20_000) console.log(`Still waiting for the server on ${api} ...`)
    await sleep(200)
  }
  return false
}

/** Inserts the association's data into index.html, as the server does in production. */
function portalName() {
  return {
    name: 'portal-name',
    async transformIndexHtml(html) {
      const answer = await fetch(`${api}/api/about`).catch(() => undefined)
      const about = answer?.ok ? await answer.text() : '{}'
      const escaped = about.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`)
      return html.replace('%PORTAL%', () => escaped).replace('%THEME%', 'system')
    },
  }
}

function settingsFile() {
  try {
    return parseEnv(readFileSync(join(root, '.env'), 'utf8'))
  } catch {
    return {}
  }
}
