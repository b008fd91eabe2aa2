/** Firms that apply without the form, with all their papers. */
import { expect } from 'vitest'
import {
  formOf,
  oemFields,
  oemFiles,
  vendorFields,
  vendorFiles,
} from '../../samples-applications.ts'

/** Sends everything at once, as a plain client does; answers the id of the application. */
export async function applies(url: string, changes: Record<string, string> = {}): Promise<string> {
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
