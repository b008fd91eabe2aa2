import { userAnswer } from '#features/members/answers.ts'
import { userFromRow } from '#features/members/server/member-json-queries.ts'
import { signedIn } from '#platform/server/http/guards.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import type { World } from '#platform/server/world.ts'
import { profileEdit } from '../contract.ts'
import * as endpoints from '../endpoints.ts'
import { editProfile } from './edit-profile.ts'

export const profileRoutes = (world: World): Route[] => [
  route(
    endpoints.putProfile,
    signedIn(),
    { summary: 'Edit your profile', body: profileEdit, answer: userAnswer },
    async ({ caller, body }) => userFromRow(await editProfile(world, caller, body)),
  ),
]
