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
    expect(installFailure(lines.map((line) => `${start} ${line}`).join('\n'))).toContain(
      'could not be installed (certificate refused)',
    )
  },
)

test('says that the registry does not answer', () => {
  expect(installFailure('npm error code ENOTFOUND')).toContain('the npm registry does not answer')
})
