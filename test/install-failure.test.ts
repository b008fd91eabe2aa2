import { expect, test } from 'vitest'

/** A script, not a module of the portal. */
const script = new URL('../scripts/install-failure.mjs', import.meta.url).href
const { installFailure } = await import(/* @vite-ignore */ script)

test.each(['npm error', 'npm ERR!'])(
  'gives the reason of a failed installation after "%s"',
  (start) => {
    const lines = [
      'code SELF_SIGNED_CERT_IN_CHAIN',
      'errno SELF_SIGNED_CERT_IN_CHAIN',
      'certificate refused',
    ]
    expect(installFailure(1, lines.map((line) => `${start} ${line}`).join('\n'))).toContain(
      'could not be installed (certificate refused)',
    )
  },
)

test.each([
  ['npm error code ENOTFOUND', 1],
  ['npm error Exit handler never called!', 0],
])('says that the registry does not answer after "%s"', (output, code) => {
  expect(installFailure(code, output)).toContain('the npm registry does not answer')
})

test.each([
  ['npm is killed', 137, ''],
  ['a script of a package is killed', 1, 'npm error code 1\nnpm error Killed'],
  ['npm reaches the limit of its heap', 134, 'FATAL ERROR: JavaScript heap out of memory'],
])('says that memory was short when %s', (_, code, output) => {
  expect(installFailure(code, output)).toContain('this machine ran out of memory')
})

test('does not blame memory when the time limit killed npm', () => {
  expect(installFailure(137, '\nStopped after 20 minutes.')).toContain(
    'could not be installed (Stopped after 20 minutes)',
  )
})
