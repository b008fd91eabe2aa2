/** Permanent Delete, which deletes from several features. */
import { anonymiseApplicant } from '#features/applications/server/retention/anonymise.ts'
import { eraseLinesOf } from '#features/bank-statements/server/match-queries.ts'
import { deleteImportRows } from '#features/imports/server/queries.ts'
import { listJobIds } from '#features/jobs/server/queries.ts'
import { removeHeldCheques } from '#features/ledger/server/payments/cheque-queries.ts'
import { deletedMemberAnswer } from '#features/members/answers.ts'
import { deleteMember } from '#features/members/endpoints.ts'
import { noSuchMember } from '#features/members/server/record/load-member.ts'
import { deletePermanently } from '#features/members/server/record/permanent-delete.ts'
import { eraseHistory } from '#platform/server/history/history.ts'
import { onlyConfirmed } from '#platform/server/http/guards.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import type { World } from '#platform/server/world.ts'

/** The deletion is one transaction; the bytes of files are deleted after the commit. */
export const permanentDeleteRoutes = ({ db: database, files, now }: World): Route[] => [
  route(
    deleteMember,
    onlyConfirmed('admin'),
    {
      summary: 'Permanently delete an inactive person',
      answer: deletedMemberAnswer,
      notFound: noSuchMember().message,
    },
    async ({ caller, params: { id } }) => {
      const removedFiles = await database.transaction().execute(async (db) => {
        const at = now()
        const deletion = { actor: caller.id, action: 'deleted' }
        const jobs = await listJobIds(db, id)
        await eraseLinesOf(db, id)
        await removeHeldCheques(db, [id])
        const own = await deletePermanently(db, caller, id, at)
        await deleteImportRows(db, id)
        await eraseHistory(
          db,
          [
            { ...deletion, subject: 'sign-in', subjectId: id },
            ...jobs.map((subjectId) => ({ ...deletion, subject: 'job', subjectId })),
          ],
          at,
        )
        return [...own, ...(await anonymiseApplicant(db, id, caller.id, at))]
      })
      await files.removeBytes(removedFiles)
      return { id }
    },
  ),
]
