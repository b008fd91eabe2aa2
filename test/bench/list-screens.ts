/** The lists that the benchmark of the screens measures. */

export interface ListScreen {
  name: string
  /** The path with the tab or link to the list, and that control. */
  from: string
  control: { role: 'tab' | 'link'; name: string }
  /** The label of its search field. */
  search: string
  /** The elements of the rows, which show the names of companies. */
  rows: string
  /** The request whose first rows must be painted; a search is appended. */
  call: string
  who: 'admin' | 'oem'
}

const rowsOf = (caption: string): string => {
  const frame = `section[aria-label="${caption}"]`
  return `${frame} tr:has([data-row]), ${frame} tr[data-row]`
}

/** One of each kind: a tab, a long list of the register, what is owed, and the list of members. */
export const listScreens: readonly ListScreen[] = [
  {
    name: 'OEM Members',
    from: '/admin',
    control: { role: 'tab', name: 'OEM Members' },
    search: 'Search OEM members',
    rows: rowsOf('OEM Members'),
    call: '/api/admin/members?limit=3&role=oem&active=true&sort=-membership_number',
    who: 'admin',
  },
  {
    name: 'All Members',
    from: '/admin/settings',
    control: { role: 'link', name: 'Members' },
    search: 'Search members',
    rows: rowsOf('All Members'),
    call: '/api/members?limit=3&sort=name',
    who: 'admin',
  },
  {
    name: 'Renewals',
    from: '/admin/settings',
    control: { role: 'link', name: 'Renewals' },
    search: 'Search members',
    rows: rowsOf('Renewals'),
    call: '/api/admin/renewals?limit=3&sort=company_name',
    who: 'admin',
  },
  {
    name: 'directory',
    from: '/oem/profile',
    control: { role: 'link', name: 'Members Directory' },
    search: 'Search members',
    rows: 'ul[aria-label="Members"] > li',
    call: '/api/members?limit=3',
    who: 'oem',
  },
]
