import { type FormEvent, useState } from 'react'
import type { User } from '#features/members/answers.ts'
import { useSaveProfile } from '#features/profile/web/calls.ts'
import { TextField } from '#platform/web/form/TextField.tsx'
import { Button, type ButtonVariant } from '#platform/web/ui/Button.tsx'

/** Asks an administrator who was made from an address for a name. */
export function NameForm({ user, variant }: { user: User; variant?: ButtonVariant }) {
  const save = useSaveProfile(user, 'Name saved')
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const typed = name.trim()
    const isValid = typed.length >= 2
    setError(isValid ? undefined : 'Name must be at least 2 characters')
    if (isValid) save.mutate({ name: typed })
  }
  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-wrap items-end gap-2 max-sm:grid">
      <TextField
        label="Your name"
        autoComplete="name"
        autoCapitalize="words"
        maxLength={200}
        value={name}
        error={error}
        onChange={({ target }) => setName(target.value)}
      />
      <Button variant={variant} size="field" type="submit" pending={save.isPending}>
        Save name
      </Button>
    </form>
  )
}
