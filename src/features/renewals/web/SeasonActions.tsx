import { useQuery } from '@tanstack/react-query'
import { duesRates, duesRuns, ratesPath } from '#features/dues/web/calls.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx'
import type { OpenDialog } from './RenewalDialogs.tsx'

type Props = { onOpen: (dialog: OpenDialog) => void }

/** The buttons of the season, which apply to all members. */
export const SeasonActions = ({ onOpen }: Props) => (
  <>
    <ButtonLink href="/admin/renewals/bank-statements">Bank statements</ButtonLink>
    <Button onClick={() => onOpen({ dialog: 'log' })}>Notices sent</Button>
    <Button onClick={() => onOpen({ dialog: 'runs' })}>Dues raised</Button>
    <Button variant="primary" onClick={() => onOpen({ dialog: 'raise' })}>
      Raise dues
    </Button>
  </>
)

/** The first steps of a season: without rates to set them, without dues to raise them. */
export function SeasonStart({ onOpen }: Props) {
  const rates = useQuery(duesRates)
  const runs = useQuery(duesRuns)
  if (!rates.data || !runs.data) return null
  if (rates.data.length === 0)
    return (
      <Banner
        tone="accent"
        title="Set the dues of the year first"
        action={
          <ButtonLink size="sm" href={ratesPath}>
            Set dues
          </ButtonLink>
        }
      >
        Amount, joining fee and due date for OEM members and vendors.
      </Banner>
    )
  if (runs.data.every(({ undone_at }) => undone_at !== null))
    return (
      <Banner
        tone="accent"
        title="No dues raised yet"
        action={
          <Button size="sm" onClick={() => onOpen({ dialog: 'raise' })}>
            Raise dues
          </Button>
        }
      >
        You'll see who pays how much before anything is saved.
      </Banner>
    )
  return null
}
