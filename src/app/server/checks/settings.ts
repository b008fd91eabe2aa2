/** Faults of the settings, and of the mail server that they name. */
import { createTransport } from 'nodemailer'
import { type Config, isLoopbackAddress } from '#platform/server/config.ts'
import { reasonOf } from '#platform/server/core/startup-error.ts'
import { isPrivateHost } from '#platform/server/http/trusted-proxies.ts'
import { smtpServer } from '#platform/server/mail/deliver.ts'
import { withFullStop } from '#shared/sentences.ts'
import type { Check, ServerNeeds } from './check.ts'

/** What the settings of a deployed portal leave open; readConfig refuses what is wrong. */
export const settingsCheck: Check<ServerNeeds> = {
  title: 'Settings',
  problems: ({ config }) => {
    const { secure, trustProxy, publicUrl } = config
    const isDeployed = !isLoopbackAddress(publicUrl)
    const faults: string[] = []
    if (isDeployed && !secure)
      faults.push(
        `PUBLIC_URL is ${publicUrl} without https. Put a proxy with a certificate in front.`,
      )
    if (secure && trustProxy.kind === 'off')
      faults.push(
        'TRUST_PROXY is off, so all visitors share one set of limits. Set it to the address of the proxy, for example TRUST_PROXY=127.0.0.1.',
      )
    if (isDeployed && trustProxy.kind === 'count')
      faults.push(
        'TRUST_PROXY trusts every program in the private network. Name the address of the proxy instead, for example TRUST_PROXY=127.0.0.1.',
      )
    return [...faults, ...unencryptedConnections(config)]
  },
}

/** Connections beyond private networks whose settings do not require encryption and the right server. */
function unencryptedConnections({ databaseUrl, filesLocation }: Config): string[] {
  const faults: string[] = []
  const database = databaseUrl === undefined ? undefined : new URL(databaseUrl)
  const mode = database?.searchParams.get('sslmode')
  if (database && !isPrivateHost(database.hostname) && mode !== 'verify-full')
    faults.push(
      'DATABASE_URL does not require an encrypted connection to the right server. Add ?sslmode=verify-full to it.',
    )
  const endpoint = filesLocation?.endpoint
  if (endpoint?.startsWith('http:') && !isPrivateHost(new URL(endpoint).hostname))
    faults.push('The endpoint in FILES_URL begins with http. Use its https address.')
  return faults
}

/** Signs in to the mail server and sends nothing. */
export const mailServerCheck: Check<ServerNeeds> = {
  title: 'Mail server',
  problems: async ({ config: { smtpUrl: url } }) => {
    if (url === undefined) return []
    const timeout = 10_000
    const transport = createTransport({
      ...smtpServer(url),
      connectionTimeout: timeout,
      greetingTimeout: timeout,
      socketTimeout: timeout,
    })
    try {
      await transport.verify()
      return []
    } catch (error) {
      return [
        `The mail server at SMTP_URL does not answer as it should: ${withFullStop(reasonOf(error))}`,
      ]
    } finally {
      transport.close()
    }
  },
}
