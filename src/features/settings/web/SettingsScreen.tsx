import { useQuery } from '@tanstack/react-query'
import { NotificationsTab } from '#features/notifications/web/components/NotificationsTab.tsx'
import { Page } from '#platform/web/layout/Page.tsx'
import { useTabParam } from '#platform/web/state/url-state.ts'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { lazyPart } from '#platform/web/ui/loading/lazy-part.tsx'
import { Placeholders, Skeleton } from '#platform/web/ui/loading/Skeleton.tsx'
import { Tabs } from '#platform/web/ui/Tabs.tsx'
import { AdministratorsTab } from './AdministratorsTab.tsx'
import { AssociationForm } from './AssociationForm.tsx'
import { CertificatesTab } from './CertificatesTab.tsx'
import { settings } from './calls.ts'
import { MailsTab } from './MailsTab.tsx'
import { SettingsHistoryCard } from './SettingsHistoryCard.tsx'

const DuesRatesTab = lazyPart(
  async () => (await import('#features/dues/web/components/runs/DuesRatesTab.tsx')).DuesRatesTab,
)
const ReceiptsTab = lazyPart(async () => (await import('./ReceiptsTab.tsx')).ReceiptsTab)

const labels = {
  association: 'Association',
  dues: 'Dues',
  certificates: 'Certificates',
  receipts: 'Receipts',
  mails: 'Emails',
  administrators: 'Administrators',
  notifications: 'Notifications',
  history: 'History',
}

/** The association's settings (contract 2.11). */
export function SettingsScreen() {
  const { tab, select } = useTabParam('tab', labels, 'association')
  const query = useQuery(settings)
  return (
    <Page title="Settings" subtitle="Association details, emails and administrators">
      {query.isPending ? (
        <FormBones />
      ) : query.isError ? (
        <LoadFailed isWhole title="The settings could not be loaded" query={query} />
      ) : (
        <Tabs
          label="Settings"
          isSide
          value={tab}
          onChange={select}
          tabs={[
            {
              value: 'association',
              label: labels.association,
              content: <AssociationForm settings={query.data} />,
            },
            { value: 'dues', label: labels.dues, content: <DuesRatesTab /> },
            {
              value: 'certificates',
              label: labels.certificates,
              content: <CertificatesTab settings={query.data} />,
            },
            {
              value: 'receipts',
              label: labels.receipts,
              content: <ReceiptsTab settings={query.data} />,
            },
            { value: 'mails', label: labels.mails, content: <MailsTab settings={query.data} /> },
            {
              value: 'administrators',
              label: labels.administrators,
              content: <AdministratorsTab />,
            },
            {
              value: 'notifications',
              label: labels.notifications,
              content: <NotificationsTab />,
            },
            { value: 'history', label: labels.history, content: <SettingsHistoryCard /> },
          ]}
        />
      )}
    </Page>
  )
}

/** The shape of the parts at the side, and of groups of fields. */
const FormBones = () => (
  <div className="lg:grid lg:grid-cols-[10rem_minmax(0,1fr)] lg:items-start lg:gap-x-8">
    <span className="flex gap-5 overflow-hidden pb-4 lg:flex-col lg:pt-2.5">
      {Object.keys(labels).map((part) => (
        <Skeleton key={part} className="h-3.5 w-24 shrink-0" />
      ))}
    </span>
    <Placeholders
      count={3}
      label="Loading the settings"
      className="grid max-w-3xl rounded-lg border border-line bg-surface"
    >
      <span className="grid gap-4 border-t border-line px-4 py-5 sm:grid-cols-2 [.sr-only+&]:border-t-0">
        <Skeleton className="h-4 w-36 sm:col-span-2" />
        {['w-20', 'w-28', 'w-24', 'w-16'].map((width) => (
          <span key={width} className="grid gap-2">
            <Skeleton className={`h-3 ${width}`} />
            <Skeleton className="h-9 w-full rounded-md" />
          </span>
        ))}
      </span>
    </Placeholders>
  </div>
)
