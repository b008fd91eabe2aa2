import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Member } from '#features/members/answers.ts'
import { SignOutDialog } from '#features/members/web/components/SignOutDialog.tsx'
import { currentUser } from '#features/sign-in/web/calls.ts'
import { AdminFactor } from '#features/sign-in/web/components/AdminFactor.tsx'
import { ConfirmDialog } from '#platform/web/dialog/ConfirmDialog.tsx'
import { EmailField } from '#platform/web/form/EmailField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { showInField, useFields } from '#platform/web/form/use-fields.ts'
import { Avatar } from '#platform/web/ui/Avatar.tsx'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { newAdmin } from '../contract.ts'
import { administrators, useAddAdmin, useRemoveAdmin } from './calls.ts'
import { RequiredFactorCard } from './RequiredFactorCard.tsx'

export function AdministratorsTab() {
  const list = useQuery(administrators)
  return (
    <div className="grid max-w-3xl gap-5">
      <Card
        title="Administrators"
        description="Administrators have full access. At least one is required."
      >
        {list.isPending ? (
          <SkeletonRows rows={2} label="Loading the administrators" />
        ) : list.isError ? (
          <LoadFailed query={list} />
        ) : (
          <Admins admins={list.data} />
        )}
      </Card>
      <RequiredFactorCard />
      <AddAdminCard />
    </div>
  )
}

function Admins({ admins }: { admins: readonly Member[] }) {
  const ownId = useQuery(currentUser).data?.id
  const remove = useRemoveAdmin()
  const [removing, setRemoving] = useState<Member>()
  const [signingOut, setSigningOut] = useState<Member>()
  return (
    <>
      <ul className="divide-y divide-line">
        {admins.map((admin) => (
          <li key={admin.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
            {/* On a phone, badges and buttons are below the name and begin at the same edge. */}
            <Avatar name={admin.name} isSoft className="size-8 text-xs max-sm:hidden" />
            <div className="min-w-0 flex-1 basis-full text-sm wrap-anywhere sm:basis-48">
              <p className="font-medium">{admin.name || admin.email}</p>
              {admin.name && <p className="text-ink-faint">{admin.email}</p>}
            </div>
            <AdminFactor admin={admin} isOwn={admin.id === ownId} />
            {admin.id === ownId ? (
              <Badge>You</Badge>
            ) : (
              <>
                <Button
                  size="sm"
                  aria-label={`Sign out ${admin.name || admin.email} everywhere`}
                  onClick={() => setSigningOut(admin)}
                >
                  Sign out
                </Button>
                <Button
                  size="sm"
                  aria-label={`Remove ${admin.name || admin.email}`}
                  onClick={() => setRemoving(admin)}
                >
                  Remove
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      {signingOut && <SignOutDialog person={signingOut} onClose={() => setSigningOut(undefined)} />}
      <ConfirmDialog
        open={removing !== undefined}
        title={`Remove ${removing?.name || removing?.email || ''}?`}
        confirmLabel="Remove"
        destructive
        pending={remove.isPending}
        onConfirm={() =>
          removing &&
          remove.mutate({ id: removing.id }, { onSettled: () => setRemoving(undefined) })
        }
        onClose={() => setRemoving(undefined)}
      >
        They are signed out immediately and lose access to the administration. Addresses in
        ADMIN_EMAIL become administrators again when the portal restarts.
      </ConfirmDialog>
    </>
  )
}

function AddAdminCard() {
  const form = useForm({
    resolver: zodResolver(newAdmin),
    defaultValues: { name: '', email: '' },
  })
  const field = useFields(form)
  const add = useAddAdmin({ showError: (error) => showInField(form, error) })
  const handleSubmit = form.handleSubmit((body) =>
    add.mutate({ body }, { onSuccess: () => form.reset() }),
  )
  return (
    <Card
      title="Add an administrator"
      description="They sign in with 'Admin Login' and this email."
    >
      <form noValidate onSubmit={handleSubmit} className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" {...field('name')} />
        <EmailField label="Email" autoComplete="off" {...field('email')} />
        <div>
          <Button
            type="submit"
            variant="primary"
            icon={<UserPlus aria-hidden="true" />}
            pending={add.isPending}
          >
            Add Administrator
          </Button>
        </div>
      </form>
    </Card>
  )
}
