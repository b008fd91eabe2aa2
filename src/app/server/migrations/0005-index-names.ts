/** Names of indexes of 0005-list-tables.ts that queries use in hints. A released name never changes. */

/** By the column that the register is sorted by. */
export const registerIndexes = {
  by_number: 'register_by_number',
  by_name: 'register_by_name',
  by_company: 'register_by_company',
  by_joined: 'register_by_joined',
  by_paid: 'register_by_paid',
  by_valid_to: 'register_by_valid_to',
} as const

export const directoryIndex = 'directory_by_company'

export const applicationSearchIndex = 'application_searched'
