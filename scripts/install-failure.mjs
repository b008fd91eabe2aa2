const offline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED/

/** The sentence about a failed npm ci. npm 10 begins its lines with 'npm error', older ones with 'npm ERR!'. */
export function installFailure(output) {
  if (offline.test(output))
    return 'The packages could not be fetched because the npm registry does not answer: check the internet connection (or the proxy and registry settings of npm) and run the same command again.'
  const reason =
    output.match(/npm (?:error|ERR!) (?!code|syscall|path|dest|errno|A complete log)(\S.+)/)?.[1] ??
    'npm ci failed without a reason'
  return `The packages could not be installed (${reason.trim()}): put that right and run the same command again; everything npm said is in .cache/install.log.`
}
