/** What the lists of members can be sorted by. */
export const memberSorts = [
  'membership_number',
  'name',
  'company_name',
  'created_at',
  'payment_date',
  'membership_valid_to',
  'dues',
] as const
export type MemberSort = (typeof memberSorts)[number]
