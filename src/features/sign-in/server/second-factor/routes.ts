import type { Context } from 'hono'
import { userAnswer } from '#features/members/answers.ts'
import { userFromRow } from '#features/members/server/member-json-queries.ts'
import { findPerson } from '#features/members/server/queries.ts'
import {
  only,
  onlyConfirmed,
  onlyLimited,
  onlyLimitedConfirmed,
  signedOut,
} from '#platform/server/http/guards.ts'
import type { Caller, PortalEnv } from '#platform/server/http/request-context.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import type { World } from '#platform/server/world.ts'
import { messageAnswer } from '#shared/message-answer.ts'
import { Refusal } from '#shared/refusal.ts'
import { deviceName, sessionLifetime } from '../../rules.ts'
import {
  adminFactorsAnswer,
  appSetupAnswer,
  passkeyOptionsAnswer,
  recoveryCodesAnswer,
  type SecondFactor,
  secondFactorAnswer,
} from '../../second-factor/answers.ts'
import { appConfirmation, confirmation, passkeyEnrolment } from '../../second-factor/contract.ts'
import * as endpoints from '../../second-factor/endpoints.ts'
import type { ConfirmationMethod } from '../../second-factor/rules.ts'
import { cookiesOf } from '../cookies.ts'
import { recordRefusal } from '../sign-in-history.ts'
import { confirm } from './confirm.ts'
import {
  addApp,
  addPasskey,
  type Enrolled,
  noSuchFactor,
  removeFactor,
  renewRecoveryCodes,
  setUpApp,
} from './manage.ts'
import { allowsPasskeys, beginConfirmation, beginEnrolment } from './passkeys.ts'
import { listAdminFactors, listFactors, listRecoveryCodes } from './queries.ts'
import { noSecondFactor, resetAsAdmin } from './reset.ts'

const device = (c: Context): string => deviceName(c.req.header('user-agent') ?? '')

/** `isRequired` is true while the association requires a second factor of every administrator. */
export const secondFactorRoutes = (world: World, isRequired: () => boolean): Route[] => [
  route(
    endpoints.getSecondFactor,
    onlyLimited('confirm', 'enrol'),
    { summary: 'The second factor of the caller', answer: secondFactorAnswer },
    ({ caller, c }) => describe(world, caller, c, isRequired()),
  ),
  ...confirmationRoutes(world),
  ...enrolmentRoutes(world),
  ...removalRoutes(world, isRequired),
  ...administratorRoutes(world),
]

async function describe(
  world: World,
  caller: Caller,
  c: Context<PortalEnv>,
  is_required: boolean,
): Promise<SecondFactor> {
  const limitation = c.var.limitedCaller?.limitation ?? null
  const factors = await listFactors(world.db, caller.id)
  const codes = await listRecoveryCodes(world.db, caller.id)
  const has: Record<ConfirmationMethod, boolean> = {
    app: factors.some(({ kind }) => kind === 'app'),
    passkey: factors.some(({ kind }) => kind === 'passkey'),
    recovery: codes.length > 0,
  }
  return {
    limitation,
    methods: (['app', 'passkey', 'recovery'] as const).filter((method) => has[method]),
    is_required,
    allows_passkeys: allowsPasskeys(world),
    factors:
      limitation === 'confirm'
        ? []
        : factors.map(({ id, kind, name, created_at, last_used_at }) => ({
            id,
            kind,
            name,
            created_at,
            last_used_at,
          })),
    recovery_codes_left: codes.length,
  }
}

const setSession = (world: World, c: Context, caller: Caller, secret: string): void =>
  cookiesOf(world.secure).setSession(c, secret, sessionLifetime(caller.role).total)

/** Records a wrong proof, from a browser that has a link from the sign-in mail or an open session. */
async function recordFailure(
  world: World,
  { email }: Caller,
  c: Context<PortalEnv>,
  error: unknown,
): Promise<never> {
  if (error instanceof Refusal && error.kind === 'invalid')
    await recordRefusal(world, email, 'wrong second factor', c.var.request.client)
  throw error
}

const confirmationRoutes = (world: World): Route[] => [
  route(
    endpoints.postPasskeyChallenge,
    onlyLimited('confirm'),
    { summary: 'Begin to confirm with a passkey', answer: passkeyOptionsAnswer },
    ({ caller }) => beginConfirmation(world, caller),
  ),
  route(
    endpoints.postConfirmation,
    onlyLimited('confirm'),
    { summary: "Confirm that it's you", body: confirmation, answer: userAnswer },
    async ({ caller, body, c }) => {
      const origin = {
        device: device(c),
        client: c.var.request.client,
        known: cookiesOf(world.secure).known(c),
        isLimited: c.var.limitedCaller !== undefined,
      }
      const secret = await confirm(world, caller, body, origin).catch((error: unknown) =>
        recordFailure(world, caller, c, error),
      )
      setSession(world, c, caller, secret)
      const person = await findPerson(world.db, caller.id)
      if (!person) throw signedOut()
      return userFromRow(person)
    },
  ),
]

const enrolmentRoutes = (world: World): Route[] => {
  const origin = (c: Context) => ({ device: device(c), known: cookiesOf(world.secure).known(c) })
  const enrolled = (c: Context, caller: Caller, { secret, recoveryCodes }: Enrolled) => {
    setSession(world, c, caller, secret)
    return { recovery_codes: recoveryCodes }
  }
  return [
    route(
      endpoints.postAppSetup,
      onlyLimitedConfirmed('enrol'),
      { summary: 'Begin to set up an authenticator app', answer: appSetupAnswer },
      ({ caller }) => setUpApp(world, caller),
    ),
    route(
      endpoints.putApp,
      onlyLimitedConfirmed('enrol'),
      {
        summary: 'Add the authenticator app',
        body: appConfirmation,
        answer: recoveryCodesAnswer,
      },
      async ({ caller, body, c }) =>
        enrolled(c, caller, await addApp(world, caller, body.code, origin(c))),
    ),
    route(
      endpoints.postPasskeyEnrolment,
      onlyLimitedConfirmed('enrol'),
      { summary: 'Begin to add a passkey', answer: passkeyOptionsAnswer },
      ({ caller }) => beginEnrolment(world, caller),
    ),
    route(
      endpoints.postPasskey,
      onlyLimitedConfirmed('enrol'),
      { summary: 'Add a passkey', body: passkeyEnrolment, answer: recoveryCodesAnswer },
      async ({ caller, body, c }) =>
        enrolled(c, caller, await addPasskey(world, caller, body, origin(c))),
    ),
  ]
}

const removalRoutes = (world: World, isRequired: () => boolean): Route[] => [
  route(
    endpoints.deleteFactor,
    onlyConfirmed('admin'),
    {
      summary: 'Remove an authenticator app or a passkey',
      answer: messageAnswer,
      notFound: noSuchFactor().message,
    },
    async ({ caller, params, c }) => {
      const options = { isRequired: isRequired(), device: device(c) }
      await removeFactor(world, caller, params.id, options)
      return { message: 'Removed' }
    },
  ),
  route(
    endpoints.postRecoveryCodes,
    onlyConfirmed('admin'),
    { summary: 'Make new recovery codes', answer: recoveryCodesAnswer },
    async ({ caller, c }) => ({
      recovery_codes: await renewRecoveryCodes(world, caller, device(c)),
    }),
  ),
]

const administratorRoutes = (world: World): Route[] => [
  route(
    endpoints.getAdminFactors,
    only('admin'),
    { summary: 'Administrators with a second factor', answer: adminFactorsAnswer },
    async () => {
      const rows = await listAdminFactors(world.db)
      const byPerson = Map.groupBy(rows, ({ person_id }) => person_id)
      return [...byPerson].map(([id, factors]) => ({ id, kinds: factors.map(({ kind }) => kind) }))
    },
  ),
  route(
    endpoints.deleteAdminFactors,
    onlyConfirmed('admin'),
    {
      summary: "Reset an administrator's second factor",
      answer: messageAnswer,
      notFound: noSecondFactor().message,
    },
    async ({ caller, params }) => {
      await resetAsAdmin(world, caller, params.id)
      return { message: 'Second factor reset' }
    },
  ),
]
