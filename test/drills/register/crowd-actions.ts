/** What an administrator does to a member in the crowd, and what became of it. */
import type { Visitor } from '../support/visitor.ts'

export interface CrowdAdmin {
  id: string
  visitor: Visitor
}

export interface Done {
  actor: string
  kind: Kind
  /** What only this act writes, in some field of the member. */
  token: string
  /** What only this act pays. */
  paise: number
  /** What a switch was to become. */
  wanted: boolean
  status: number
  /** The member's version that the portal answered; empty when it refused. */
  version: string
  text: string
}

const kinds = [
  'edit',
  'edit',
  'edit unread',
  'pay',
  'pay unread',
  'mark unpaid',
  'mark unpaid unread',
  'visible',
  'active',
  'data',
] as const
type Kind = (typeof kinds)[number]

interface Read {
  name: string
  company_name: string
  whatsapp_number: string
  remarks: string
  is_visible: boolean
  updated_at: string
}

/** One act on the member at `path`, another one for each administrator and round. */
export async function actOn(
  path: string,
  { id, visitor }: CrowdAdmin,
  index: number,
  round: number,
): Promise<Done> {
  const kind = kinds[(index + round * 3) % kinds.length] ?? 'edit'
  const token = `r${round}a${index}`
  const paise = 100 + round * 1000 + index
  const wanted = Math.random() < 0.5
  const read = (await visitor.call('GET', path)) as Read
  const [to, payload] = callOf({ kind, token, paise, wanted, read })
  const { status, text } = await visitor.request('PUT', path + to, payload)
  const version = status === 200 ? String(JSON.parse(text).updated_at) : ''
  return { actor: id, kind, token, paise, wanted, status, version, text }
}

interface Wish extends Pick<Done, 'kind' | 'token' | 'paise' | 'wanted'> {
  read: Read
}

function callOf({ kind, token, paise, wanted, read }: Wish): [to: string, payload: object] {
  const { name, company_name, whatsapp_number, remarks, is_visible, updated_at } = read
  const whole = { name, company_name, whatsapp_number }
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
      return ['', { ...whole, remarks: token, updated_at }]
    case 'edit unread':
      return ['', { ...whole, business_partner: token }]
    case 'pay':
      return ['/payment', { ...paid, updated_at }]
    case 'pay unread':
      return ['/payment', paid]
    case 'mark unpaid':
      return ['/payment', { payment_status: false, updated_at }]
    case 'mark unpaid unread':
      return ['/payment', { payment_status: false }]
    case 'visible':
      return ['/visibility', { is_visible: wanted }]
    case 'active':
      return ['/status', { is_active: wanted }]
    case 'data':
      return [
        '/data',
        {
          ...whole,
          remarks,
          is_visible,
          factory_address: token,
          payment_amount: paymentAmount,
          // Else the reference of another act would be told once more.
          payment_reference: `${token} corrected`,
          updated_at,
        },
      ]
  }
}
