import { describe, expect, test } from 'vitest'
import { type PortalState, steps, stepsDone } from './rules.ts'

const empty: PortalState = {
  callerName: '',
  isAssociationNamed: false,
  logo: '',
  hasDues: false,
  bankAccount: '',
  upiId: '',
  members: 0,
  writesMailsToFiles: false,
  uninvited: 0,
  admins: 1,
}

const doneWith = (changes: Partial<PortalState>) => {
  const done = stepsDone({ ...empty, ...changes })
  return steps.filter((step) => done[step])
}

describe('the checklist of the first day', () => {
  test.each([
    ['nothing', {}, []],
    ['a name', { callerName: 'Asha' }, ['name']],
    ['dues without a way to pay', { hasDues: true }, []],
    ['dues and a UPI ID', { hasDues: true, upiId: 'fpma@bank' }, ['dues']],
    ['members to invite', { members: 3, uninvited: 1 }, ['members']],
    ['invited members', { members: 3 }, ['members', 'invitations']],
    ['invitations in files', { members: 3, writesMailsToFiles: true }, ['members']],
    ['a second administrator', { admins: 2 }, ['administrator']],
  ] as const)('with %s', (_what, changes, expected) => {
    expect(doneWith(changes)).toEqual(expected)
  })
})
