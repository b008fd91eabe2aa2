/** The filter of members with and without an email address, in each list that has it. */
export const emailLabels = { given: 'With email', none: 'Without email' } as const
