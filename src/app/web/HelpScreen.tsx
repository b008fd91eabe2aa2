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

const guides = {
  secretary: { title: 'The first day in ten steps', html: withoutTitle(secretary) },
  treasurer: { title: 'The year of a treasurer in ten steps', html: withoutTitle(treasurer) },
  accountant: { title: 'Closing the year', html: withoutTitle(accountant) },
}

const textClass =
  'grid max-w-180 gap-3 pt-2 text-md leading-[1.6] text-pretty [&>*]:min-w-0 [&_h2]:mt-5 [&_h2]:scroll-mt-20 [&_h2]:text-lg [&_img]:h-auto [&_img]:max-w-full [&_img]:rounded-md [&_img]:border [&_img]:border-line [&_a]:text-accent-text [&_a]:underline [&_ol]:list-decimal [&_ol]:pl-5 [&_ul]:list-disc [&_ul]:pl-5'

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
            <div
              className={textClass}
              // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML of our own file, made by the build
              dangerouslySetInnerHTML={{ __html: guides[value].html }}
            />
          ),
        }))}
      />
    </Page>
  )
}
