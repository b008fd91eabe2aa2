/** The HTML part of a mail. Mail programs support little: tables, inline styles, no remote images. */
import type { PortalInfo } from '#shared/portal-info.ts'
import type { MailContent } from './mail-content.ts'

export const mailLogoId = 'logo@portal'

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)

const toHtml = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>')

const sans =
  "font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans Devanagari',Helvetica,Arial,sans-serif"

/** The dark theme, for mail programs that do not compute its colours themselves. */
const darkTheme = [
  '.page{background:#191512!important}',
  '.card{background:#241e1a!important;border-color:#43392f!important}',
  '.ink,.ink h1,.ink p{color:#f3ece4!important}',
  '.soft,.soft p,.soft a{color:#bfb1a2!important}',
  '.rule{border-color:#43392f!important}',
  '.button,.button a{background:#1f7a66!important;color:#ffffff!important}',
  '.logo{background:#ffffff!important;padding:4px!important;border-radius:6px!important}',
].join('')

// Filler after the hidden text, so that mail programs do not append the beginning of the body to it.
const filler = '&#847;&zwnj;&nbsp;'.repeat(60)

const hidden = (text: string): string =>
  `<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;color:#f6f1ea">${escapeHtml(text)}${filler}</div>`

const address = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)])/

/** The text with the addresses of the portal itself as links; no others. */
function withLinks(text: string, origin: string | undefined): string {
  if (origin === undefined) return toHtml(text)
  const isOwn = (part: string) => part === origin || part.startsWith(`${origin}/`)
  return text
    .split(address)
    .map((part) => {
      const html = toHtml(part)
      return isOwn(part) ? `<a href="${html}" style="color:inherit">${html}</a>` : html
    })
    .join('')
}

const paragraph = (html: string): string =>
  `<p style="margin:0 0 16px;font-size:16px;line-height:24px">${html}</p>`

const buttonOf = ({ label, href }: { label: string; href: string }): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td class="button" bgcolor="#14584a" style="background:#14584a;border-radius:8px"><a href="${escapeHtml(href)}" style="display:inline-block;color:#ffffff;text-decoration:none;font-size:16px;line-height:20px;font-weight:600;padding:12px 22px;border-radius:8px">${toHtml(label)}</a></td></tr></table>`

const codeOf = (code: string): string =>
  `<p class="soft" style="margin:0 0 8px;font-size:14px;line-height:20px;color:#6b5d52">Or enter this code on the page where you requested it:</p><p style="margin:0 0 24px;font-size:30px;line-height:36px;letter-spacing:6px;font-weight:700;font-family:ui-monospace,Menlo,Consolas,monospace">${toHtml(code)}</p>`

const notesOf = (notes: readonly string[], origin: string | undefined): string =>
  notes.length === 0
    ? ''
    : `<div class="soft rule" style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #e4d9cc;color:#6b5d52">${notes
        .map(
          (text) =>
            `<p style="margin:0 0 8px;font-size:13px;line-height:19px">${withLinks(text, origin)}</p>`,
        )
        .join('')}</div>`

const head = (title: string): string =>
  `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title><style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${darkTheme}}</style></head>`

/** A complete document. `preheader` is hidden; mail programs show it in the list of mails. */
export function renderHtml(
  { title, paragraphs, button, code, notes = [] }: MailContent,
  preheader: string,
  info: PortalInfo,
): string {
  const association = toHtml(info.association_name)
  const origin = button && new URL(button.href).origin
  const content = [
    `<h1 style="margin:8px 0 20px;font-size:22px;line-height:28px;font-weight:600">${toHtml(title)}</h1>`,
    ...paragraphs.map((text) => paragraph(withLinks(text, origin))),
    button ? buttonOf(button) : '',
    code ? codeOf(code) : '',
    `<p style="margin:0;font-size:16px;line-height:24px">Regards,<br>${association}</p>`,
    notesOf(notes, origin),
  ].join('')
  const logo = `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td style="padding:0 12px 0 0"><img class="logo" src="cid:${mailLogoId}" height="36" alt="" style="display:block;height:36px;width:auto;max-width:120px;object-fit:contain;border:0"></td><td style="font-size:15px;line-height:20px;font-weight:600">${association}</td></tr></table>`
  const foot = `<a href="${escapeHtml(info.association_website)}" style="color:#6b5d52">${toHtml(info.association_website)}</a>`
  return `<!doctype html><html lang="en">${head(title)}<body class="page" style="margin:0;padding:0;background:#f6f1ea;${sans}">${hidden(preheader)}<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f6f1ea;${sans}"><tr><td align="center" style="padding:24px 12px"><table role="presentation" class="card ink" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:#ffffff;border:1px solid #e4d9cc;border-radius:12px;color:#2b221b;text-align:left"><tr><td class="ink" style="padding:24px 28px 8px;color:#2b221b">${logo}</td></tr><tr><td class="ink" style="padding:8px 28px 28px;color:#2b221b;word-break:break-word">${content}</td></tr></table><p class="soft" style="margin:16px 0 0;font-size:13px;line-height:19px;color:#6b5d52">${foot}</p></td></tr></table></body></html>`
}
