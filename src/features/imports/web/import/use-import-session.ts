import { useEffect, useRef, useState } from 'react'
import { newIdempotencyKey } from '#platform/web/api/idempotency-key.ts'
import {
  type ChosenSheet,
  openSheetFile,
  type SheetFile,
  UnreadableWorkbook,
} from '#platform/web/workbook/workbook.ts'
import type { MemberRole } from '#shared/roles.ts'
import { type SheetChoices, useImport, useImportStage, usePlanImport } from './calls.ts'
import { listOfMembers } from './list-of-members.ts'
import { type Mapping, readStoredMapping, storeMapping } from './stored-mapping.ts'

export type ImportSession = ReturnType<typeof useImportSession>

interface SelectedFile extends SheetFile {
  name: string
  /** The sheet of a workbook that is imported. */
  sheet: ChosenSheet
}

/** One import: the selected file, the choices about it, its plan and its result. */
export function useImportSession(role: MemberRole | undefined) {
  const [sent, setSent] = useState(0)
  const plan = usePlanImport(setSent)
  const upload = useImport(setSent)
  const [key, setKey] = useState(newIdempotencyKey)
  const [selected, setSelected] = useState<File>()
  const [file, setFile] = useState<SelectedFile>()
  const [choices, setChoices] = useState<SheetChoices>(() => initialChoices(role))
  const [plannedChoices, setPlannedChoices] = useState(choices)
  const [isReading, setReading] = useState(false)
  const [unreadable, setUnreadable] = useState<string>()
  const stage = useImportStage(key, plan.isPending || upload.isPending, sent)
  const reading = useRef(new AbortController())
  useEffect(() => () => reading.current.abort(), [])

  const check = (opened: SelectedFile, choicesOfFile: SheetChoices) => {
    upload.reset()
    setFile(opened)
    setSent(0)
    setPlannedChoices(choicesOfFile)
    storeMapping(choicesOfFile.mapping)
    const newKey = newIdempotencyKey()
    setKey(newKey)
    plan.mutate({ fileName: opened.name, sheet: opened.sheet, key: newKey, ...choicesOfFile })
  }
  const selectFile = async (newFile: File | undefined) => {
    reading.current.abort()
    plan.reset()
    upload.reset()
    setSelected(newFile)
    setFile(undefined)
    setUnreadable(undefined)
    setReading(false)
    if (!newFile) return
    const newChoices = {
      ...choices,
      role,
      corrections: {},
      correctsReceipts: false,
      leavesOutHidden: true,
    }
    setChoices(newChoices)
    reading.current = new AbortController()
    const { signal } = reading.current
    setReading(true)
    try {
      const opened = await openSheetFile(newFile, signal)
      setReading(false)
      check({ ...opened, name: newFile.name, sheet: listOfMembers(opened) }, newChoices)
    } catch (error) {
      if (signal.aborted) return
      setReading(false)
      if (!(error instanceof UnreadableWorkbook)) throw error
      setUnreadable(error.message)
    }
  }
  return {
    plan,
    upload,
    /** The file of the field, also one that cannot be read. */
    selected,
    file,
    choices,
    isReading,
    unreadable,
    /** True when the choices have changed since the plan was made. */
    isStale: plan.data !== undefined && choices !== plannedChoices,
    selectFile,
    selectSheet: (sheet: ChosenSheet) => {
      if (!file) return
      const newChoices = { ...choices, corrections: {}, leavesOutHidden: true }
      setChoices(newChoices)
      check({ ...file, sheet }, newChoices)
    },
    choose: (changed: Partial<SheetChoices>) => setChoices({ ...choices, ...changed }),
    /** Checks the file again with the choices and these changes of them. */
    checkWith: (changed: Partial<SheetChoices>) => {
      if (!file) return
      const newChoices = { ...choices, ...changed }
      setChoices(newChoices)
      check(file, newChoices)
    },
    write: (skipsErrors: boolean) => {
      if (!file) return
      setSent(0)
      upload.mutate({ fileName: file.name, sheet: file.sheet, key, ...plannedChoices, skipsErrors })
    },
    stage,
    result: upload.data,
  }
}

const initialChoices = (role: MemberRole | undefined): SheetChoices => ({
  role,
  mapping: readStoredMapping() satisfies Mapping,
  corrections: {},
  setsValidity: true,
  correctsReceipts: false,
  leavesOutHidden: true,
})
