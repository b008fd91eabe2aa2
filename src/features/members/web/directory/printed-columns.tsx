import type { Column } from '#platform/web/table/columns.ts'
import { BreakableText } from '#platform/web/ui/BreakableText.tsx'
import { groupPhones } from '#shared/values/phone.ts'
import type { DirectoryMember } from '../../answers.ts'
import { memberDisplayName } from '../../display-name.ts'
import { memberTypeLabels } from '../../role-labels.ts'

/** The printed directory: what other members may see of a member. */
export const printedColumns: readonly Column<DirectoryMember>[] = [
  {
    key: 'company',
    header: 'Company',
    width: 13,
    cell: (member) => <b>{member.company_name || memberDisplayName(member)}</b>,
  },
  { key: 'name', header: 'Name', width: 10, cell: ({ name }) => name },
  { key: 'type', header: 'Type', width: 6, cell: ({ role }) => memberTypeLabels[role] },
  { key: 'city', header: 'City', width: 7, cell: ({ city }) => city },
  {
    key: 'products',
    header: 'Products',
    width: 15,
    cell: ({ services_products }) => services_products,
  },
  {
    key: 'mobile',
    header: 'Mobile No.',
    width: 9,
    cell: ({ whatsapp_number }) => whatsapp_number && groupPhones(whatsapp_number),
  },
  {
    key: 'email',
    header: 'Email',
    width: 13,
    cell: ({ email }) => email && <BreakableText text={email} />,
  },
  {
    key: 'website',
    header: 'Website',
    width: 11,
    cell: ({ website_url }) => <BreakableText text={website_url.replace(/^https?:\/\//, '')} />,
  },
]
