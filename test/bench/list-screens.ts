/** The lists that the benchmark of the screens measures. */

export interface ListScreen {
  name: string
  /** The path with the tab or link to the list, and that control. */
  from: string
  control: { role: 'tab' | 'link'; name: string | RegExp }
  /** The label of its search field; undefined for a list without one. */
  search?: string
  /** The element with the header and the rows. */
  frame: string
  rows: string
  /** The request whose first rows must be painted; a search is appended. */
  call: string
  /** The text of a row that the screen shows. */
  text: (row: Row) => string
  who: 'admin' | 'oem'
}

export interface Row {
  company_name: string
}

const companyOf = (row: Row): string => row.company_name

const tab = (name: string, search: string, filters: string): ListScreen => ({
  name,
  from: '/admin',
  control: { role: 'tab', name },
  search,
  frame: `section[aria-label="${name}"]`,
  rows: `section[aria-label="${name}"] tr:has([data-row]), section[aria-label="${name}"] tr[data-row]`,
  call: `/api/admin/members?limit=3&${filters}`,
  text: companyOf,
  who: 'admin',
})

const link = (
  list: Pick<ListScreen, 'name' | 'call'> & {
    search: string
    caption: string
    link?: string | RegExp
  },
): ListScreen => {
  const frame = `section[aria-label="${list.caption}"]`
  return {
    ...list,
    from: '/admin/settings',
    control: { role: 'link', name: list.link ?? list.name },
    frame,
    rows: `${frame} tr:has([data-row]), ${frame} tr[data-row]`,
    text: companyOf,
    who: 'admin',
  }
}

const active = 'active=true&sort=-membership_number'

/** One of each kind: a tab, a long list of the register, what is owed, and the list of members. */
export const listScreens: readonly ListScreen[] = [
  tab('OEM Members', 'Search OEM members', `role=oem&${active}`),
  link({
    name: 'All Members',
    link: 'Members',
    caption: 'All Members',
    search: 'Search members',
    call: '/api/members?limit=3&sort=name',
  }),
  link({
    name: 'Renewals',
    caption: 'Renewals',
    search: 'Search members',
    call: '/api/admin/renewals?limit=3&sort=company_name',
  }),
  {
    name: 'directory',
    from: '/oem/profile',
    control: { role: 'link', name: 'Members Directory' },
    search: 'Search members',
    frame: 'ul[aria-label="Members"]',
    rows: 'ul[aria-label="Members"] > li',
    call: '/api/members?limit=3',
    text: companyOf,
    who: 'oem',
  },
]
