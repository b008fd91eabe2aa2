/** The actions of concurrent administrators on one member, and their results. */
import type { ApiClient } from '#test/support/process/api-client.ts'

export interface SignedInAdmin {
  id: string
  client: ApiClient
}

export interface ActionResult {
  actor: string
  kind: Kind
  /** A value that only this action writes, in one field of the member. */
  token: string
  /** An amount that only this action pays. */
  paise: number
  /** The requested value of a boolean field. */
  targetValue: boolean
  status: number
  /** `updated_at` of the response; empty when the portal refused. */
  version: string
  text: string
}

const kinds = [
  'edit',
  'edit',
  'edit without version',
  'pay',
  'pay without version',
  'mark unpaid',
  'mark unpaid without version',
  'visible',
  'active',
  'data',
] as const
type Kind = (typeof kinds)[number]

interface MemberSnapshot {
  name: string
  company_name: string
  whatsapp_number: string
  remarks: string
  is_visible: boolean
  updated_at: string
}

/** Performs one action on the member at `path`; it differs by administrator and round. */
export async function performAction(
  path: string,
  { id, client }: SignedInAdmin,
  index: number,
  round: number,
): Promise<ActionResult> {
  const kind = kinds[(index + round * 3) % kinds.length] ?? 'edit'
  const token = `r${round}a${index}`
  const paise = 100 + round * 1000 + index
  const targetValue = Math.random() < 0.5
  const snapshot = (await client.call('GET', path)) as MemberSnapshot
  const [subPath, payload] = callOf({ kind, token, paise, targetValue, snapshot })
  const { status, text } = await client.request('PUT', path + subPath, payload)
  const version = status === 200 ? String(JSON.parse(text).updated_at) : ''
  return { actor: id, kind, token, paise, targetValue, status, version, text }
}

interface PlannedAction extends Pick<ActionResult, 'kind' | 'token' | 'paise' | 'targetValue'> {
  snapshot: MemberSnapshot
}

function callOf({
  kind,
  token,
  paise,
  targetValue,
  snapshot,
}: PlannedAction): [subPath: string, payload: object] {
  const { name, company_name, whatsapp_number, remarks, is_visible, updated_at } = snapshot
  const requiredFields = { name, company_name, whatsapp_number }
  const paymentAmount = `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, '0')}`
  const paid = {
    payment_status: true,
    membership_valid_from: '2025-04-01',
    membership_valid_to: '2026-03-31',
    paymentAmount,
    paymentMode: 'Cash',
    paymentRef: token,
  }
  switch (kind) {
    case 'edit':
      return ['', { ...requiredFields, remarks: token, updated_at }]
    case 'edit without version':
      return ['', { ...requiredFields, business_partner: token }]
    case 'pay':
      return ['/payment', { ...paid, updated_at }]
    case 'pay without version':
      return ['/payment', paid]
    case 'mark unpaid':
      return ['/payment', { payment_status: false, updated_at }]
    case 'mark unpaid without version':
      return ['/payment', { payment_status: false }]
    case 'visible':
      return ['/visibility', { is_visible: targetValue }]
    case 'active':
      return ['/status', { is_active: targetValue }]
    case 'data':
      return [
        '/data',
        {
          ...requiredFields,
          remarks,
          is_visible,
          factory_address: token,
          payment_amount: paymentAmount,
          // Otherwise this would write the reference of another action a second time.
          payment_reference: `${token} corrected`,
          updated_at,
        },
      ]
  }
}
