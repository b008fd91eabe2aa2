/** Submits applications without a browser. */
import { expect } from 'vitest'
import {
  formOf,
  oemFields,
  oemFiles,
  vendorFields,
  vendorFiles,
} from '#test/support/portal/applications.ts'

/** Sends fields and files in one request, as a plain HTTP client does; returns the id of the application. */
export async function submitApplication(
  url: string,
  changes: Record<string, string> = {},
): Promise<string> {
  const isOem = changes.type !== 'vendor'
  const fields = { ...(isOem ? oemFields : vendorFields), ...changes }
  const answer = await fetch(`${url}/api/auth/apply`, {
    method: 'POST',
    headers: { Origin: url },
    body: formOf(fields, isOem ? await oemFiles() : await vendorFiles()),
  })
  expect([answer.status, answer.ok || (await answer.text())]).toEqual([201, true])
  return (await answer.json()).id
}
