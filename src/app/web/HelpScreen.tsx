import { Page } from '#platform/web/layout/Page.tsx'
import { useTabParam } from '#platform/web/state/url-state.ts'
import { trustedHtml } from '#platform/web/trusted-types.ts'
import { Tabs } from '#platform/web/ui/Tabs.tsx'
import { html as accountant } from '../../../docs/accountant.md'
import { html as secretary } from '../../../docs/secretary.md'
import { html as treasurer } from '../../../docs/treasurer.md'

/** Removes the title of the guide, which is the heading of the screen. */
const withoutTitle = (guide: string) => trustedHtml(guide.replace(/<h1[^>]*>.*?<\/h1>/, ''))

const labels = {
  secretary: 'First day',
  treasurer: 'Year of a treasurer',
  accountant: 'Closing the year',
} as const

/** The ids and names of its parts. */
const partsOf = (guide: string) =>
  [...guide.matchAll(/<h2 id="([^"]+)">([^<]+)<\/h2>/g)].map(([, id = '', name = '']) => ({
    id,
    name: name.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
  }))

const guideOf = (title: string, source: string) => ({
  title,
  html: withoutTitle(source),
  parts: partsOf(source),
})

const guides = {
  secretary: guideOf('The first day in ten steps', secretary),
  treasurer: guideOf('The year of a treasurer in ten steps', treasurer),
  accountant: guideOf('Closing the year', accountant),
}

const textClass =
  'grid min-w-0 max-w-180 content-start gap-3 pt-2 text-md leading-[1.6] text-pretty [&>*]:min-w-0 [&_h2]:mt-5 [&_h2]:scroll-mt-20 [&_h2]:text-lg [&_img]:h-auto [&_img]:max-w-full [&_img]:rounded-md [&_img]:border [&_img]:border-line [&_a]:text-accent-text [&_a]:underline [&_ol]:list-decimal [&_ol]:pl-5 [&_ul]:list-disc [&_ul]:pl-5'

/** On a phone the middle of a picture, large enough to read; it is a link to the whole. */
const phonePictureClass =
  "max-sm:[&_img]:aspect-square max-sm:[&_img]:w-full max-sm:[&_img]:object-cover max-sm:[&_img]:object-[33%_0] max-sm:[&_a[target]]:relative max-sm:[&_a[target]]:block max-sm:[&_a[target]]:after:absolute max-sm:[&_a[target]]:after:right-2 max-sm:[&_a[target]]:after:bottom-2 max-sm:[&_a[target]]:after:rounded-md max-sm:[&_a[target]]:after:bg-inverse max-sm:[&_a[target]]:after:px-2 max-sm:[&_a[target]]:after:py-1 max-sm:[&_a[target]]:after:text-xs max-sm:[&_a[target]]:after:font-medium max-sm:[&_a[target]]:after:text-inverse-ink max-sm:[&_a[target]]:after:content-['Whole_picture']"

/** The help for administrators: docs/secretary.md, docs/treasurer.md and docs/accountant.md. */
export function HelpScreen() {
  const { tab: shown, select } = useTabParam('guide', labels, 'secretary')
  return (
    <Page title={guides[shown].title}>
      <Tabs
        label="Help"
        value={shown}
        onChange={select}
        tabs={(['secretary', 'treasurer', 'accountant'] as const).map((value) => ({
          value,
          label: labels[value],
          content: (
            <div className="xl:grid xl:grid-cols-[45rem_minmax(0,16rem)] xl:items-start xl:gap-12">
              <Contents parts={guides[value].parts} />
              <div
                className={`${textClass} ${phonePictureClass}`}
                // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML of our own file, made by the build
                dangerouslySetInnerHTML={{ __html: guides[value].html }}
              />
            </div>
          ),
        }))}
      />
    </Page>
  )
}

type Parts = ReturnType<typeof partsOf>

/** Beside the guide where there is room; else folded above it. */
const Contents = ({ parts }: { parts: Parts }) => (
  <>
    <nav
      aria-label="On this page"
      className="sticky top-16 order-last max-h-[calc(100dvh-5rem)] -mx-2 overflow-y-auto px-2 pt-4 max-xl:hidden"
    >
      <h2 className="mb-1 text-xs font-medium text-ink-soft">On this page</h2>
      <Links parts={parts} />
    </nav>
    <details className="border-b border-line py-2 xl:hidden">
      <summary className="py-1 text-sm font-medium touch:py-3">On this page</summary>
      <Links parts={parts} />
    </details>
  </>
)

const Links = ({ parts }: { parts: Parts }) => (
  <ul className="text-sm">
    {parts.map(({ id, name }) => (
      <li key={id}>
        <a
          href={`#${id}`}
          className="block rounded-md px-2 py-1.5 -mx-2 -outline-offset-2 text-ink-soft hover:bg-hover hover:text-ink touch:py-3"
        >
          {name}
        </a>
      </li>
    ))}
  </ul>
)
