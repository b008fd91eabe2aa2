/** What the register calls the two member types. */
export const memberTypeCopy = {
  oem: { noun: 'OEM members', short: 'OEMs', remove: 'Remove' },
  vendor: { noun: 'vendors', short: 'Vendors', remove: 'Delete' },
} as const
