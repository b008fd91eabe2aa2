/** The layout of every mail: plain text, and HTML with the association's name and logo. */
import { readFileSync } from 'node:fs'
import type { PortalInfo } from '#shared/portal-info.ts'

export const mailLogoId = 'logo@portal'

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

/** The content of a mail. All parts are plain text; `renderMail` escapes them. */
export interface MailContent {
  title: string
  paragraphs: string[]
  /** The one action; its address is also in the text part. */
  button?: { label: string; href: string }
  /** A numeric code to type, shown large. */
  code?: string
  /** Small print at the end: who requested the mail, what to do about an unexpected one. */
  notes?: string[]
}

/** The text part and the HTML part, from the same content. */
export function renderMail(page: MailContent, info: PortalInfo): { text: string; html: string } {
  return { text: asText(page, info), html: asHtml(page, info) }
}

function asText({ title, paragraphs, button, code, notes }: MailContent, info: PortalInfo): string {
  const parts = [title, ...paragraphs]
  if (button) parts.push(`${button.label}:\n${button.href}`)
  if (code) parts.push(`Your code: ${code}`)
  parts.push(...(notes ?? []), `-- \n${info.association_name}\n${info.association_website}`)
  return `${parts.join('\n\n')}\n`
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)

const sans = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

function asHtml({ title, paragraphs, button, code, notes }: MailContent, info: PortalInfo): string {
  const toHtml = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')
  const body = paragraphs
    .map((text) => `<p style="margin:0 0 16px;font-size:16px;line-height:24px">${toHtml(text)}</p>`)
    .join('')
  const action = button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(button.href)}" style="display:inline-block;background:#14584a;color:#ffffff;text-decoration:none;font-size:16px;font-weight:600;padding:12px 22px;border-radius:8px">${toHtml(button.label)}</a></p>`
    : ''
  const digits = code
    ? `<p style="margin:0 0 8px;font-size:14px;color:#6b5d52">Or type this code where you asked for it:</p><p style="margin:0 0 24px;font-size:30px;letter-spacing:6px;font-weight:700;font-family:ui-monospace,Menlo,Consolas,monospace">${toHtml(code)}</p>`
    : ''
  const small = (notes ?? [])
    .map((text) => `<p style="margin:0 0 8px;font-size:13px;line-height:19px">${toHtml(text)}</p>`)
    .join('')
  const foot = `<a href="${escapeHtml(info.association_website)}" style="color:#6b5d52">${toHtml(info.association_name)}</a>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${toHtml(title)}</title></head><body style="margin:0;background:#f6f1ea;color:#2b221b;${sans}"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #e4d9cc;border-radius:12px"><tr><td style="padding:24px 28px 8px"><img src="cid:${mailLogoId}" height="36" alt="" style="height:36px;width:auto;max-width:100%;object-fit:contain;vertical-align:middle;border:0"><span style="font-size:15px;font-weight:600;padding-left:10px">${toHtml(info.association_name)}</span></td></tr><tr><td style="padding:8px 28px 28px"><h1 style="margin:8px 0 16px;font-size:22px;line-height:28px">${toHtml(title)}</h1>${body}${action}${digits}<div style="color:#6b5d52">${small}</div></td></tr></table><p style="margin:16px 0 0;font-size:13px;color:#6b5d52">${foot}</p></td></tr></table></body></html>`
}
