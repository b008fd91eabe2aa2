import { useEffect, useEffectEvent, useId, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { Member } from '#features/members/contract.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { formatRupees } from '#shared/rupees.ts'
import { paymentMark } from '../contract.ts'
import { financialYear, isCovered, isRenewal, nextFinancialYear } from '../rules.ts'
import { type PaidValues, readMembers, useMarkPaid } from './calls.ts'
import { type PaidErrors, PaidForm } from './PaidForm.tsx'
import { PaymentPreview, paidUntil } from './PaymentPreview.tsx'

interface MarkPaidDialogProps {
  members: readonly Member[]
  /** What the settings name as dues, in rupees as typed; empty for none or not known yet. */
  dues: string
  onClose: (isDone: boolean) => void
}

/**
 * Mark Payment as Paid (contract 13), for one member or the same for several. What is missing
 * stands beside its field, and the button stays shut until nothing is. Of several, those who have
 * paid for that time stay as they are unless asked for; whoever cannot be marked stays here, told.
 */
export function MarkPaidDialog({ members: first, dues, onClose }: MarkPaidDialogProps) {
  // As they were at the opening: the list behind the dialog changes with each one that is marked.
  const [members, setMembers] = useState(first)
  const [again, setAgain] = useState(false)
  const id = useId()
  const form = usePaidForm(dues)
  const paid = form.watch()
  const missing = missingIn(paid)
  const isMany = first.length > 1
  const touched = members.filter(
    (member) => !isMany || again || !isCovered(member, paid.membership_valid_to),
  )
  const isReady = Object.keys(missing).length === 0 && touched.length > 0
  const markPaid = useMarkPaid()
  const refused = markPaid.data ?? []

  async function save() {
    if (!isReady) return
    const left = await markPaid.mutateAsync({ members: touched, paid })
    if (left.length === 0) return onClose(true)
    setMembers(members.filter((member) => left.some((one) => one.id === member.id)))
  }

  /** Those who could not be marked, as the register has them now; what was typed stays. */
  async function loadAgain() {
    setMembers(await readMembers(members))
    markPaid.reset()
  }

  return (
    <Dialog
      open
      onClose={() => onClose(false)}
      title="Mark Payment as Paid"
      description={nameOf(members)}
      dirty={form.formState.isDirty || markPaid.isPending}
      footer={
        <>
          <Button disabled={markPaid.isPending} onClick={() => onClose(false)}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            disabled={!isReady}
            pending={markPaid.isPending}
          >
            {markPaid.isPending && isMany
              ? `${markPaid.count} of ${touched.length}`
              : `Mark ${isMany ? `${touched.length} ` : ''}as Paid`}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Told
          members={members}
          refused={refused}
          from={paid.membership_valid_from}
          onLoad={() => void loadAgain()}
          onRenew={(from, to) => {
            form.setValue('membership_valid_from', from, { shouldDirty: true })
            form.setValue('membership_valid_to', to, { shouldDirty: true })
          }}
        />
        <PaidForm form={form} missing={missing} dues={dues} isMany={isMany} />
        {isMany && (
          <PaymentPreview
            members={members}
            touched={touched}
            paid={paid}
            isReady={isReady}
            refused={members.length > 1 ? refused : []}
            again={again}
            onAgain={setAgain}
          />
        )}
      </form>
    </Dialog>
  )
}

/** Opens with the dues and the financial year around today; dues that come later are put in too. */
function usePaidForm(dues: string): UseFormReturn<PaidValues> {
  const { from, to } = financialYear(new Date())
  const form = useForm<PaidValues>({
    defaultValues: {
      paymentAmount: dues,
      paymentMode: '',
      paymentRef: '',
      membership_valid_from: from,
      membership_valid_to: to,
    },
  })
  const putDues = useEffectEvent((amount: string) => {
    if (!form.getFieldState('paymentAmount').isDirty)
      form.resetField('paymentAmount', { defaultValue: amount })
  })
  useEffect(() => putDues(dues), [dues])
  return form
}

/** What the contract has to say about the form as it is, by field. */
function missingIn(paid: PaidValues): PaidErrors {
  const read = paymentMark.safeParse({ ...paid, payment_status: true })
  if (read.success) return {}
  const missing: PaidErrors = {}
  for (const { path, message } of read.error.issues.toReversed())
    Object.assign(missing, { [String(path[0])]: message })
  return missing
}

const nameOf = (members: readonly Member[]): string => {
  const [one, ...more] = members
  if (!one || more.length > 0) return `${members.length} members`
  return [one.name || one.company_name, one.membership_number].filter(Boolean).join(', ')
}

/** Above the form: what the portal refused, or that the one member has paid already. */
function Told({
  members,
  refused,
  from,
  onLoad,
  onRenew,
}: {
  members: readonly Member[]
  refused: readonly { id: string; words: string }[]
  /** The day that is chosen as the first one. */
  from: string
  onLoad: () => void
  onRenew: (from: string, to: string) => void
}) {
  const [one, ...more] = members
  if (refused.length > 0)
    return (
      <Banner
        tone="danger"
        title={more.length > 0 ? 'Some could not be marked paid' : 'Not marked paid'}
        action={
          <Button size="sm" onClick={onLoad}>
            {more.length > 0 ? 'Load them again' : 'Load it again'}
          </Button>
        }
      >
        <p>
          {more.length > 0 ? 'The reasons stand below' : refused[0]?.words}. What you typed stays.
        </p>
      </Banner>
    )
  if (!one?.payment_status || more.length > 0) return null
  const { membership_valid_to: to } = one
  const renews = isRenewal(one, from)
  const next = to && !renews ? nextFinancialYear(to) : undefined
  return (
    <Banner
      tone="accent"
      action={
        next && (
          <Button size="sm" onClick={() => onRenew(next.from, next.to)}>
            Renew for {next.name}
          </Button>
        )
      }
    >
      <p>
        PAID already: {formatRupees(Math.round((one.payment_amount ?? 0) * 100))}
        {paidUntil(one)}.{' '}
        {renews ? 'This payment comes after it.' : 'A payment for the same time takes its place.'}
      </p>
    </Banner>
  )
}
