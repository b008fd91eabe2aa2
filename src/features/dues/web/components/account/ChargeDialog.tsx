import type { TaxKind } from '#features/ledger/receipts/tax.ts'
import { useDueDayProblem } from '#features/ledger/web/receipt-calls.ts'
import { AmountField } from '#platform/web/form/AmountField.tsx'
import { DateField } from '#platform/web/form/DateField.tsx'
import { RadioGroup } from '#platform/web/form/RadioGroup.tsx'
import { SelectField } from '#platform/web/form/SelectField.tsx'
import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { type Day, isoDay } from '#shared/dates.ts'
import { type StateCode, stateCodes, stateName } from '#shared/india/states.ts'
import { formatRupees } from '#shared/rupees.ts'
import { readPaise } from '#shared/values/amount.ts'
import { newCharge } from '../../../contract.ts'
import { type BoundField, problemAt, problemsOf, useAccountForm } from '../../account-form.ts'
import { type TypedTax, useAddCharge } from '../../manual-entry-calls.ts'
import { AccountDialog } from './AccountDialog.tsx'
import type { DuesMember } from './owing-member.ts'

const taxOptions = [
  { value: '', label: 'As the dues' },
  { value: 'invoice', label: 'With GST' },
  { value: 'exempt', label: 'Exempt' },
  { value: 'receipt', label: 'No tax' },
]

const placeOptions = [
  { value: '', label: "Member's address" },
  ...stateCodes.map((code) => ({ value: code, label: stateName(code) })),
]

type Values = {
  label: string
  amount: string
  due_on: Day
  kind: TaxKind | ''
  rate: string
  sac: string
  legend: string
  place: StateCode | ''
}

/** Charges a member for something else than dues, such as a stall, with its own tax. */
export function ChargeDialog({ member, onClose }: { member: DuesMember; onClose: () => void }) {
  const save = useAddCharge(member.id)
  const dayProblem = useDueDayProblem()
  const form = useAccountForm<Values>({
    name: `charge-${member.id}`,
    initial: {
      label: '',
      amount: '',
      due_on: isoDay(new Date()),
      kind: '',
      rate: '18',
      sac: '',
      legend: '',
      place: '',
    },
    validatedWhileTyping: ['amount', 'due_on'],
    problems: (typed) => ({
      ...problemAt('due_on', dayProblem(typed.due_on)),
      ...problemsOf(newCharge, bodyOf(typed)),
    }),
    saves: [save],
  })
  const { values, field } = form
  const paise = readPaise(values.amount) ?? 0
  return (
    <AccountDialog
      memberId={member.id}
      title="Add a charge"
      description={member.label}
      label={paise > 0 ? `Charge ${formatRupees(paise)}` : 'Add charge'}
      form={form}
      onSave={(updated_at, onSuccess) =>
        save.mutate({ ...bodyOf(values), updated_at }, { onSuccess })
      }
      onClose={onClose}
    >
      <TextField
        data-first-focus
        label="What is it for?"
        autoComplete="off"
        {...field('label')}
        hint="Shown in the account and on the receipt, like: Stall at the expo"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField
          {...field('amount')}
          hint={values.kind === 'invoice' ? 'GST is included' : undefined}
        />
        <DateField label="Due date" {...field('due_on')} />
      </div>
      <TaxFields kind={values.kind} field={field} />
      {hasPlace(values.kind) && values.place !== '' && <PlaceBanner />}
    </AccountDialog>
  )
}

/** Nothing is refused: the state of the event is right where admission to it is charged. */
const PlaceBanner = () => (
  <Banner tone="info">
    For a member with a GSTIN the place of supply is normally the state of the GSTIN, also for a
    stall or a training elsewhere (IGST Act, section 12(2)(a) and (7)(a)). Keep this state for
    admission to an event (section 12(6)), and for members without a GSTIN.
  </Banner>
)

const hasPlace = (kind: Values['kind']): boolean => kind === 'invoice' || kind === 'exempt'

function TaxFields({
  kind,
  field,
}: {
  kind: Values['kind']
  field: (name: keyof Values) => BoundField
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <RadioGroup
        segmented
        label="Tax"
        className="col-span-full"
        options={taxOptions}
        {...field('kind')}
      />
      {kind === 'invoice' && (
        <TextField label="GST rate (%)" inputMode="decimal" {...field('rate')} />
      )}
      {hasPlace(kind) && (
        <TextField
          label="SAC"
          optional={kind === 'exempt'}
          inputMode="numeric"
          autoComplete="off"
          {...field('sac')}
        />
      )}
      {hasPlace(kind) && (
        <div className="sm:col-span-3">
          <SelectField
            label="Where it takes place"
            optional
            options={placeOptions}
            {...field('place')}
            hint="Choose the state of an event or training; for a member with a GSTIN, only of an admission."
          />
        </div>
      )}
      {kind === 'exempt' && (
        <div className="sm:col-span-3">
          <TextAreaField
            label="Why is no tax charged?"
            rows={2}
            {...field('legend')}
            hint="Receipts print this sentence"
          />
        </div>
      )}
    </div>
  )
}

const bodyOf = ({ label, amount, due_on, ...tax }: Values) => ({
  label,
  amount,
  due_on,
  tax: taxOf(tax),
})

function taxOf({
  kind,
  rate,
  sac,
  legend,
  place,
}: Pick<Values, 'kind' | 'rate' | 'sac' | 'legend' | 'place'>): TypedTax | undefined {
  if (kind === '') return undefined
  return {
    kind,
    sac,
    legend,
    ...(kind === 'invoice' && { rate }),
    ...(kind !== 'receipt' && { place }),
  }
}
