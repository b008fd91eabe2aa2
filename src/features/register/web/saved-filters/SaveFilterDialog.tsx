import { useId, useState } from 'react'
import type { MemberFilters } from '#features/members/contract.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { useSaveFilter } from './calls.ts'

/** Asks for the name under which the current filter is saved. */
export function SaveFilterDialog({
  query,
  onClose,
}: {
  query: MemberFilters
  onClose: () => void
}) {
  const [name, setName] = useState('')
  const { mutate, isPending } = useSaveFilter()
  const id = useId()
  return (
    <Dialog
      open
      onClose={onClose}
      title="Save filter"
      description="You can apply it on every list of members. Only you see it."
      size="sm"
      dirty={name !== ''}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            pending={isPending}
            disabled={name.trim() === ''}
          >
            Save filter
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          mutate({ body: { name: name.trim(), query } }, { onSuccess: onClose })
        }}
      >
        <TextField
          data-first-focus
          label="Name"
          placeholder="For example: Pune, not paid"
          maxLength={60}
          autoComplete="off"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </form>
    </Dialog>
  )
}
