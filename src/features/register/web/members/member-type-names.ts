/** What the register calls the two member types. */
export const memberTypeNames = {
  oem: { one: 'OEM member', many: 'OEM members', short: 'OEMs', remove: 'Remove' },
  vendor: { one: 'vendor', many: 'vendors', short: 'Vendors', remove: 'Delete' },
} as const
