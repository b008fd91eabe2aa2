import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { usePortal } from '#platform/web/api/portal-info.ts'
import { trustedHtml } from '#platform/web/trusted-types.ts'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import type { MailTemplate } from '../contract.ts'
import { mailPreview } from './calls.ts'

/** The mail with sample data, as its readers see it. */
export function MailPreview({ template, replyTo }: { template: MailTemplate; replyTo: string }) {
  const headingId = useId()
  const { association_name } = usePortal()
  const preview = useQuery({ ...mailPreview(template), placeholderData: keepPreviousData })
  return (
    <section aria-labelledby={headingId} className="grid min-w-0 content-start gap-3">
      <h3 id={headingId} className="text-sm font-medium">
        Preview with sample data
      </h3>
      {preview.isError ? (
        <LoadFailed title="The preview could not be loaded" query={preview} />
      ) : preview.data === undefined ? (
        <SkeletonRows rows={4} label="Loading the preview" />
      ) : (
        <>
          <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm wrap-anywhere">
            <Header label="From">{association_name}</Header>
            {replyTo !== '' && <Header label="Reply to">{replyTo}</Header>}
            <Header label="Subject">{preview.data.subject}</Header>
            <Header label="Preview line">{preview.data.preheader}</Header>
          </dl>
          <MailFrame html={preview.data.html} />
          <details className="text-sm">
            <summary className="py-1 font-medium touch:py-3">Plain text version</summary>
            <pre className="mt-2 rounded-md border border-line bg-sunken p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
              {preview.data.text}
            </pre>
          </details>
        </>
      )}
    </section>
  )
}

function Header({ label, children }: { label: string; children: string }) {
  return (
    <>
      <dt className="text-ink-faint">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}

/**
 * The HTML part in a frame without scripts. Its inline styles are set one by one, because the content
 * security policy of the page, which holds in the frame too, does not allow style attributes.
 */
function MailFrame({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(560)
  const draw = useEffectEvent(() => {
    const page = frame.current?.contentDocument
    if (!page?.body) return
    drawMail(page, html)
    setHeight(Math.max(240, page.body.lastElementChild?.getBoundingClientRect().bottom ?? 0))
  })
  useEffect(() => {
    if (html !== '') draw()
  }, [html])
  return (
    <iframe
      ref={frame}
      title="The email as HTML"
      sandbox="allow-same-origin"
      tabIndex={-1}
      height={height}
      // Firefox replaces the first, empty document after it was added.
      onLoad={() => draw()}
      className="block w-full rounded-md border border-line bg-plate"
    />
  )
}

function drawMail(page: Document, html: string) {
  const mail = new DOMParser().parseFromString(
    trustedHtml(html.replace(/<style>.*?<\/style>/s, '').replaceAll(' style="', ' data-style="')),
    'text/html',
  )
  for (const element of mail.querySelectorAll('script, meta, title')) element.remove()
  for (const link of mail.querySelectorAll('a')) link.removeAttribute('href')
  page.documentElement.lang = 'en'
  // The frame is as high as the mail. Its scroll bar would take from the width until it is.
  page.documentElement.style.overflow = 'hidden'
  page.body.inert = true
  page.body.replaceChildren(...page.importNode(mail.body, true).childNodes)
  page.body.dataset.style = mail.body.dataset.style ?? ''
  for (const element of [page.body, ...page.body.querySelectorAll<HTMLElement>('[data-style]')])
    element.style.cssText = element.dataset.style ?? ''
}
