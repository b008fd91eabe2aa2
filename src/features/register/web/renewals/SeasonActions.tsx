import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { duesRates, duesRuns, ratesPath } from '#features/dues/web/calls.ts'
import { useIsPhone } from '#platform/web/layout/phone.ts'
import { MenuButton } from '#platform/web/menu/MenuButton.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx'
import type { OpenDialog } from './RenewalDialogs.tsx'

const bankStatements = { label: 'Bank statements', href: '/admin/renewals/bank-statements' }
const boardBook = { label: 'Board book', href: '/admin/board-book' }
/** Year book, day book, GST register and the file for Tally. */
const books = { label: 'Books', href: '/admin/settings?tab=receipts#books' }

type Props = { onOpen: (dialog: OpenDialog) => void }

/**
 * The buttons of the season, which apply to all members; rarely needed ones, and all
 * but the main one on phones, is in a menu.
 */
export function SeasonActions({ onOpen, onOpenBulk }: Props & { onOpenBulk: () => void }) {
  const [, navigate] = useLocation()
  const raise = (
    <Button variant="primary" onClick={() => onOpen({ dialog: 'raise' })}>
      Raise dues
    </Button>
  )
  const entryOf = ({ label, href }: { label: string; href: string }) => ({
    label,
    onSelect: () => navigate(href),
  })
  const logs = [
    { label: 'Notices sent', onSelect: () => onOpen({ dialog: 'log' }) },
    { label: 'Dues raised', onSelect: () => onOpen({ dialog: 'runs' }) },
    { label: 'Bulk payments', onSelect: onOpenBulk },
  ]
  if (useIsPhone())
    return (
      <>
        <MenuButton
          groups={[[entryOf(bankStatements), entryOf(boardBook), entryOf(books)], logs]}
        />
        {raise}
      </>
    )
  return (
    <>
      <ButtonLink href={bankStatements.href}>{bankStatements.label}</ButtonLink>
      <MenuButton groups={[[entryOf(boardBook), entryOf(books)], logs]} />
      {raise}
    </>
  )
}

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
