/** The parts of a mail: plain text, HTML (mail-html.ts), and the logo. */
import { readFileSync } from 'node:fs'
import type { PortalInfo } from '#shared/portal-info.ts'
import { type MailContent, preheaderOf } from './mail-content.ts'
import { renderHtml } from './mail-html.ts'

/** The image attached to a mail. */
export interface MailLogo {
  filename: string
  contentType: string
  content: Buffer
}

/** The portal's logo, for an association that has not uploaded its own. */
export const portalLogo: MailLogo = {
  filename: 'logo.png',
  contentType: 'image/png',
  content: readFileSync(new URL('./logo.png', import.meta.url)),
}

/** The text part and the HTML part, from the same content. */
export function renderMail(page: MailContent, info: PortalInfo): { text: string; html: string } {
  return { text: renderText(page, info), html: renderHtml(page, preheaderOf(page), info) }
}

function renderText({ paragraphs, button, code, notes }: MailContent, info: PortalInfo): string {
  const parts = [...paragraphs]
  if (button) parts.push(`${button.label}:\n${button.href}`)
  if (code) parts.push(`Your code: ${code}`)
  parts.push(`Regards,\n${info.association_name}`, ...(notes ?? []))
  parts.push(`-- \n${info.association_website}`)
  return `${parts.join('\n\n')}\n`
}
