const offline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED/

const killed = /\bKilled\b|SIGKILL|heap out of memory/

/**
 * True when a process was ended for want of memory: by the system (137 is SIGKILL), or by Node itself. A process that
 * npm has started can only be recognised by what it wrote.
 */
export const lackedMemory = (code, output) =>
  !/Stopped after \d+ minutes/.test(output) && (code === 137 || killed.test(output))

/**
 * True when npm stopped in the middle because no connection succeeded, and ended with 0 without a reason:
 * https://github.com/npm/cli/issues/9386
 */
export const wasAbandoned = (output) => output.includes('Exit handler never called')

/** The sentence about a failed npm ci. npm 10 begins its lines with 'npm error', older ones with 'npm ERR!'. */
export function installFailure(code, output) {
  if (lackedMemory(code, output))
    return 'The packages could not be installed because this machine ran out of memory: 1 GB must be free; end other programs or add swap, and run the same command again. A server can do with less: docs/operate.md.'
  if (offline.test(output) || wasAbandoned(output))
    return 'The packages could not be fetched because the npm registry does not answer: check the internet connection (or the proxy and registry settings of npm) and run the same command again.'
  const reason =
    output.match(/Stopped after \d+ minutes/)?.[0] ??
    output.match(/npm (?:error|ERR!) (?!code|syscall|path|dest|errno|A complete log)(\S.+)/)?.[1] ??
    'npm ci failed without a reason'
  return `The packages could not be installed (${reason.trim()}): put that right and run the same command again; everything npm said is in .cache/install.log.`
}
