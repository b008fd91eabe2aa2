import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

const attempts = 50

/**
 * A free port of 127.0.0.1, which belongs to this process until it ends: no other test process gets it, also while
 * nothing listens on it. It is below those that the operating system gives to
 * connections and to servers without a port.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const port = randomInt(20_000, 32_000)
    if ((await own(port)) && (await isFree(port))) return port
  }
  throw new Error(`None of ${attempts} ports is free`)
}

/** Listens on a socket with a name instead of a file, which Linux removes with the process. */
async function own(port: number): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const owner = createServer().listen(`\0portal-test-port-${port}`).unref()
  return once(owner, 'listening').then(
    () => true,
    () => false,
  )
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
