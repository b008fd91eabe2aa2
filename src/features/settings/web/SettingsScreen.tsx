import { useQuery } from '@tanstack/react-query'
import { knownOf, useAddressFilters } from '#platform/web/address.ts'
import { HistoryCard } from '#platform/web/HistoryCard.tsx'
import { LoadFailed } from '#platform/web/LoadFailed.tsx'
import { Page } from '#platform/web/Page.tsx'
import { SkeletonRows } from '#platform/web/Skeleton.tsx'
import { Tabs } from '#platform/web/Tabs.tsx'
import { AdministratorsTab } from './AdministratorsTab.tsx'
import { AssociationForm } from './AssociationForm.tsx'
import { settings, settingsHistory } from './calls.ts'
import { MailsTab } from './MailsTab.tsx'

const labels = {
  association: 'Association',
  mails: 'Mails',
  administrators: 'Administrators',
  history: 'History',
}

/** What the portal knows of the association (rulings section 8). */
export function SettingsScreen() {
  const { params, filter } = useAddressFilters()
  const tab = knownOf(labels, params.get('tab')) ?? 'association'
  const known = useQuery(settings)
  return (
    <Page title="Settings" subtitle="What the portal knows of the association">
      {known.isPending ? (
        <SkeletonRows rows={6} label="Loading the settings" />
      ) : known.isError ? (
        <LoadFailed error={known.error} retry={() => void known.refetch()} />
      ) : (
        <Tabs
          label="Settings"
          value={tab}
          onChange={(chosen) => filter('tab', chosen === 'association' ? '' : chosen)}
          tabs={[
            {
              value: 'association',
              label: labels.association,
              content: <AssociationForm settings={known.data} />,
            },
            { value: 'mails', label: labels.mails, content: <MailsTab settings={known.data} /> },
            {
              value: 'administrators',
              label: labels.administrators,
              content: <AdministratorsTab />,
            },
            { value: 'history', label: labels.history, content: <History /> },
          ]}
        />
      )}
    </Page>
  )
}

function History() {
  const history = useQuery(settingsHistory)
  if (history.isPending) return <SkeletonRows rows={3} label="Loading the history" />
  if (history.isError)
    return <LoadFailed error={history.error} retry={() => void history.refetch()} />
  if (history.data.length === 0)
    return <p className="text-ink-soft">Nothing has been changed yet.</p>
  return (
    <HistoryCard
      bare
      entries={history.data.map(({ details, ...change }) => ({
        ...change,
        more: (
          <ul className="mt-0.5 grid gap-0.5 text-ink-soft">
            {details.map(({ field, before, after }) => (
              <li key={field} className="wrap-anywhere whitespace-pre-line">
                {field}: <del className="text-ink-faint">{before}</del>
                <span aria-hidden="true"> → </span>
                <span className="sr-only"> is now </span>
                <ins className="no-underline">{after}</ins>
              </li>
            ))}
          </ul>
        ),
      }))}
    />
  )
}
