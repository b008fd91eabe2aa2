import { Page } from '#platform/web/layout/Page.tsx'
import { trustedHtml } from '#platform/web/trusted-types.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { html as guide } from '../../../docs/secretary.md'

/** Without its title, which is the heading of the screen. */
const html = trustedHtml(guide.replace(/<h1[^>]*>.*?<\/h1>/, ''))

const textClass =
  'grid gap-3 text-pretty [&_h2]:mt-4 [&_h2]:scroll-mt-20 [&_h2]:text-lg [&_img]:h-auto [&_img]:max-w-full [&_img]:rounded-md [&_img]:border [&_img]:border-line [&_a]:text-accent-text [&_a]:underline [&_ul]:list-disc [&_ul]:pl-5'

/** The help for administrators: docs/secretary.md. */
export const HelpScreen = () => (
  <Page title="The first day in ten steps">
    <Card className="max-w-3xl">
      <div
        className={textClass}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML of our own file, made by the build
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </Card>
  </Page>
)
