/** The form of settings that several tabs of the screen share. */

import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '#platform/web/api/call.ts'
import { keysOf } from '#shared/records.ts'
import type { Settings } from '../answers.ts'
import { type AssociationSettings, associationSettings } from '../contract.ts'
import { isConflict, reloadSettings, useSaveSettings } from './calls.ts'

export function useSettingsForm(settings: Settings) {
  const save = useSaveSettings()
  const [conflict, setConflict] = useState('')
  const [savedMeanwhile, setSavedMeanwhile] = useState<Partial<AssociationSettings>>({})
  const form = useForm<AssociationSettings, unknown, AssociationSettings>({
    resolver: zodResolver(associationSettings),
    defaultValues: settingValues(settings),
  })
  const { dirtyFields, defaultValues, isDirty, isSubmitting } = form.formState
  useEffect(() => {
    form.reset(settingValues(settings), { keepDirtyValues: true })
  }, [form, settings])

  // Sends only the fields changed here, with the values they replace, so that the server refuses to
  // overwrite a change of another administrator.
  const handleSubmit = form.handleSubmit(async (values) => {
    const names = keysOf(values).filter((name) => dirtyFields[name])
    const readValues = Object.fromEntries(names.map((name) => [name, defaultValues?.[name] ?? '']))
    const changed = Object.fromEntries(names.map((name) => [name, values[name]]))
    setConflict('')
    setSavedMeanwhile({})
    try {
      form.reset(settingValues(await save.mutateAsync({ body: { ...changed, seen: readValues } })))
    } catch (error) {
      // Other failures are shown in a toast; the form keeps its values.
      if (!(error instanceof ApiError && isConflict(error))) return
      const now = settingValues(await reloadSettings())
      const conflicting = names.filter(
        (name) => now[name] !== readValues[name] && now[name] !== values[name],
      )
      setSavedMeanwhile(Object.fromEntries(conflicting.map((name) => [name, now[name]])))
      setConflict(error.text)
    }
  })
  const handleDiscard = () => {
    form.reset()
    setConflict('')
    setSavedMeanwhile({})
  }
  const saveBar = {
    dirty: isDirty,
    pending: isSubmitting,
    error: conflict,
    onDiscard: handleDiscard,
  }
  return { form, saveBar, savedMeanwhile, handleSubmit }
}

const settingValues = ({ mails: _mails, ...values }: Settings): AssociationSettings => values
